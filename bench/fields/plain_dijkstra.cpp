#include "bench/fields/plain_dijkstra.hpp"

#include <cardume/field.hpp>
#include <functional>
#include <queue>
#include <utility>

namespace cardume::bench {

std::vector<std::uint32_t> plain_dijkstra(const CostGrid& grid, Cell goal) {
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // Distance and cell.
  std::vector<std::uint32_t> distance(grid.cost.size(), kUnreachable);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[grid.index(goal)] = 0;
  queue.push({0, grid.index(goal)});
  while (!queue.empty()) {
    const auto [so_far, cell] = queue.top();
    queue.pop();
    if (so_far > distance[cell]) continue;
    const std::uint32_t x = cell % grid.width, y = cell / grid.width;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Cell next{x + static_cast<std::uint32_t>(dx), y + static_cast<std::uint32_t>(dy)};
        if (grid.blocked(next) || grid.blocked({x, next.y}) || grid.blocked({next.x, y})) continue;
        const std::uint32_t step = dx != 0 && dy != 0 ? kDiagonalStep : kStraightStep;
        const std::uint32_t length = so_far + step * grid.cost[grid.index(next)];
        if (length >= distance[grid.index(next)]) continue;
        distance[grid.index(next)] = length;
        queue.push({length, grid.index(next)});
      }
    }
  }
  return distance;
}

}  // namespace cardume::bench
