#include "bench/worldgen/libnoise_peer.hpp"

#ifdef CARDUME_HAS_LIBNOISE
#include <libnoise/noise.h>
#endif

namespace cardume::bench {

#ifdef CARDUME_HAS_LIBNOISE

namespace {

void sample(const noise::module::Module& module, std::uint32_t width, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t x = i % width, y = i / width;
    out[i] = static_cast<float>(module.GetValue(static_cast<double>(x), static_cast<double>(y), 0));
  }
}

}  // namespace

bool has_libnoise() { return true; }

void libnoise_perlin(std::uint32_t width, std::uint32_t octaves, double period, std::span<float> out) {
  noise::module::Perlin module;
  module.SetOctaveCount(static_cast<int>(octaves));
  module.SetFrequency(1 / period);
  sample(module, width, out);
}

void libnoise_voronoi(std::uint32_t width, double period, std::span<float> out) {
  noise::module::Voronoi module;
  module.SetFrequency(1 / period);
  sample(module, width, out);
}

#else

bool has_libnoise() { return false; }
void libnoise_perlin(std::uint32_t, std::uint32_t, double, std::span<float>) {}
void libnoise_voronoi(std::uint32_t, double, std::span<float>) {}

#endif

}  // namespace cardume::bench
