#include "tests/support/walls.hpp"

#include <algorithm>
#include <cmath>

namespace cardume::testing {

double distance_to_walls(const CostGrid& map, Vec2 place) {
  const auto edge = static_cast<double>(map.cell_size), x = static_cast<double>(place.x),
             y = static_cast<double>(place.y);
  double nearest = std::min({x, y, map.width * edge - x, map.height * edge - y});
  for (std::uint32_t row = 0; row < map.height; ++row)
    for (std::uint32_t column = 0; column < map.width; ++column) {
      if (!map.blocked({column, row})) continue;
      nearest = std::min(nearest, std::hypot(x - std::clamp(x, column * edge, (column + 1) * edge),
                                             y - std::clamp(y, row * edge, (row + 1) * edge)));
    }
  return nearest;
}

}  // namespace cardume::testing
