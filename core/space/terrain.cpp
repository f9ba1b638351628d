#include "core/space/terrain.hpp"

#include <algorithm>
#include <utility>

namespace cardume {

Terrain make_terrain(CostGrid grid, bool) { return {std::move(grid), {}, 0}; }

void set_cost(Terrain& terrain, Cell low, Cell high, std::uint8_t cost) {
  for (std::uint32_t y = low.y; y <= high.y; ++y)
    std::fill_n(terrain.grid.cost.begin() + terrain.grid.index({low.x, y}), high.x - low.x + 1, cost);
  for (const std::uint32_t word : {low.x, low.y, high.x, high.y, std::uint32_t{cost}})
    terrain.version = (terrain.version ^ word) * 0x9E3779B97F4A7C15u + 1;
}

}  // namespace cardume
