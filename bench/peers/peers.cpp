#include <algorithm>

#include "bench/baselines/scalar_grid.hpp"
#include "bench/peers/makers.hpp"

namespace cardume::bench {

namespace {

std::vector<Peer> built_in() {
  return {
      {"scalar_grid", "a flock by a grid written by hand", "", {10'000, 100'000}, 60, 120, make_scalar_grid},
      {"scalar_grid_v3", "the same built for x86-64-v3", "", {10'000, 100'000}, 60, 120, make_scalar_grid_v3},
      {"naive", "a flock by the tutorials' O(n^2)", "", {1'000, 10'000}, 5, 10, make_naive},
#ifdef CARDUME_HAS_DETOUR
      {"detour_crowd", "bodies walk and avoid each other", "librecast-dev", {1'000, 5'000}, 60, 60, make_detour_crowd},
      {"detour_crowd_low", "the same by its lowest quality", "librecast-dev", {5'000}, 60, 120, make_detour_crowd_low},
#endif
#ifdef CARDUME_HAS_BOX2D
      {"box2d", "bodies press toward a goal", "libbox2d-dev", {10'000, 100'000}, 60, 120, make_box2d},
#endif
#ifdef CARDUME_HAS_NANOFLANN
      {"nanoflann", "everyone's neighbours", "libnanoflann-dev", {100'000}, 5, 30, make_nanoflann},
#endif
#ifdef CARDUME_HAS_LIBNOISE
      {"libnoise_perlin", "4 octaves of noise", "libnoise-dev", {1024}, 3, 15, make_libnoise_perlin},
      {"libnoise_cells", "Voronoi cells", "libnoise-dev", {1024}, 3, 15, make_libnoise_cells},
#endif
  };
}

/// Without those that this machine cannot run.
std::vector<Peer> runnable() {
  std::vector<Peer> all = built_in();
  if (scalar_grid_tick_v3() == nullptr)
    std::erase_if(all, [](const Peer& peer) { return peer.make == make_scalar_grid_v3; });
  return all;
}

}  // namespace

std::span<const Peer> peers() {
  static const std::vector<Peer> all = runnable();
  return all;
}

const Peer* find_peer(const std::string& name) {
  const auto all = peers();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Peer& peer) { return peer.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace cardume::bench
