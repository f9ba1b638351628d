#include <algorithm>

#include "core/worldgen/caves.hpp"
#include "core/worldgen/join.hpp"

namespace cardume {
namespace {

/// Whether a row or column may be floor: all but the first and the last, unless there is nothing else.
bool inside(std::uint32_t at, std::uint32_t along) { return along <= 2 || (at > 0 && at + 1 < along); }

}  // namespace

void connect_caves(CostGrid& grid) {
  OpenGround ground{grid.width, grid.height, std::vector<std::uint8_t>(grid.cost.size())};
  for (std::uint32_t i = 0; i < grid.cost.size(); ++i)
    ground.open[i] = grid.cost[i] != kWall && inside(i % grid.width, grid.width) && inside(i / grid.width, grid.height);
  join_ground(ground, {.inset = 1});
  std::transform(ground.open.begin(), ground.open.end(), grid.cost.begin(),
                 [](std::uint8_t open) { return open != 0 ? kOpenCost : kWall; });
}

}  // namespace cardume
