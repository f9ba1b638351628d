#include "core/worldgen/recipe/tiles.hpp"

#include <algorithm>
#include <cardume/random.hpp>
#include <cardume/wfc.hpp>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

namespace cardume::recipe {
namespace {

/// Seeds that are tried one after the other.
constexpr std::uint64_t kTries = 8;

/// A map that ends, placed in a landscape.
struct Plan {
  std::int64_t x, y;  ///< Its first letter.
  std::int64_t width, height;
  std::string letters;

  float at(std::int64_t cell_x, std::int64_t cell_y) const {
    const std::int64_t column = cell_x - x, row = cell_y - y;
    if (column < 0 || row < 0 || column >= width || row >= height) return 0;
    return static_cast<float>(letters[static_cast<std::size_t>(row * width + column)]);
  }
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// As many as are asked for and fit.
std::uint32_t tiles_along(std::uint32_t wanted, std::uint32_t cells, std::uint32_t edge) {
  const std::uint32_t most = std::clamp(cells / edge, 1u, 1024u);
  return wanted == 0 ? most : std::min(wanted, most);
}

std::int64_t first_cell(float share, std::uint32_t cells, std::int64_t length) {
  const auto middle = static_cast<std::int64_t>(share * static_cast<float>(cells));
  return std::clamp<std::int64_t>(middle - length / 2, 0, std::max<std::int64_t>(cells - length, 0));
}

}  // namespace

struct TileMap::State {
  explicit State(TileSet tiles) : set(std::move(tiles)) {}

  TileSet set;
  std::optional<Plan> plan;
  std::optional<EndlessWfc> endless;
  std::mutex mutex{};  ///< Of `endless`, which remembers; what it says depends on the place alone.
};

TileMap::TileMap() = default;
TileMap::TileMap(TileMap&&) noexcept = default;
TileMap& TileMap::operator=(TileMap&&) noexcept = default;
TileMap::~TileMap() = default;

Result<TileMap> TileMap::create(const TilesLayer& layer, const LandscapeDesc& desc, bool endless, std::uint64_t seed) {
  const auto set = TileSet::shipped(layer.set);
  if (!set) return set.error();
  const auto model = WfcModel::from_tiles(*set);
  if (!model) return model.error();
  TileMap map;
  map.state_ = std::make_unique<State>(*set);
  if (endless) {
    auto made = EndlessWfc::create(*model, seed);
    if (!made) return made.error();
    map.state_->endless = std::move(*made);
    return map;
  }
  const std::uint32_t edge = set->edge();
  WfcDesc wanted;
  wanted.width = tiles_along(layer.across, desc.width, edge);
  wanted.height = tiles_along(layer.down, desc.height, edge);
  for (std::uint64_t i = 0; i < kTries; ++i) {
    wanted.seed = Stream(seed).at(i, 0);
    const auto outcome = solve_wfc(*model, wanted);
    if (!outcome) return outcome.error();
    const WfcMap* solved = std::get_if<WfcMap>(&*outcome);
    if (solved == nullptr) continue;
    const std::int64_t width = std::int64_t{wanted.width} * edge, height = std::int64_t{wanted.height} * edge;
    map.state_->plan = Plan{first_cell(layer.x, desc.width, width), first_cell(layer.y, desc.height, height), width,
                            height, draw_tiles(*set, *solved)};
    return map;
  }
  return Error{Status::kInvalidArgument, "no map of such tiles was found"};
}

Error TileMap::fill(const SampleBox& box, std::span<float> out) const {
  std::size_t i = 0;
  if (state_->plan) {
    for (std::int64_t y = box.y; y < box.y + box.height; ++y)
      for (std::int64_t x = box.x; x < box.x + box.width; ++x) out[i++] = state_->plan->at(x, y);
    return {};
  }
  return fill_endless(box, out);
}

/// Block by block.
Error TileMap::fill_endless(const SampleBox& box, std::span<float> out) const {
  const std::int64_t edge = std::int64_t{EndlessWfc::kBlock} * state_->set.edge();
  for (std::int64_t by = floor_div(box.y, edge); by * edge < box.y + box.height; ++by)
    for (std::int64_t bx = floor_div(box.x, edge); bx * edge < box.x + box.width; ++bx) {
      auto block = [&] {
        const std::lock_guard lock(state_->mutex);
        return state_->endless->block(bx, by);
      }();
      if (!block) return block.error();
      const Plan plan{bx * edge, by * edge, edge, edge, draw_tiles(state_->set, *block)};
      for (std::int64_t y = std::max(box.y, plan.y); y < std::min(box.y + box.height, plan.y + edge); ++y)
        for (std::int64_t x = std::max(box.x, plan.x); x < std::min(box.x + box.width, plan.x + edge); ++x)
          out[static_cast<std::size_t>((y - box.y) * box.width + x - box.x)] = plan.at(x, y);
    }
  return {};
}

}  // namespace cardume::recipe
