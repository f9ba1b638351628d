#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cardume/limits.hpp>
#include <cstdlib>
#include <limits>
#include <new>
#include <tuple>

#include "core/fields/walk_grid.hpp"

namespace cardume {
namespace {

using Signed = std::int64_t;

Error check(const CostGrid& grid) {
  if (!(grid.cell_size >= limits::kMinCellSize && grid.cell_size <= limits::kMaxCoordinate)) {
    return {Status::kInvalidArgument, "cell_size: must be a number from 1e-6 to 1e6 world units"};
  }
  if (std::max(grid.width, grid.height) > limits::kMaxMapEdge) {
    return {Status::kLimit, "width, height: at most " + std::to_string(limits::kMaxMapEdge) + " cells"};
  }
  const std::size_t cells = std::size_t{grid.width} * grid.height;
  if (grid.cost.size() != cells || (cells == 0 && grid.width + grid.height > 0)) {
    return {Status::kInvalidArgument, "cost: holds " + std::to_string(grid.cost.size()) + " cells instead of " +
                                          std::to_string(grid.width) + " x " + std::to_string(grid.height)};
  }
  const auto zero = std::find(grid.cost.begin(), grid.cost.end(), std::uint8_t{0});
  if (zero == grid.cost.end()) return {};
  return {Status::kInvalidArgument, "cost: entry " + std::to_string(zero - grid.cost.begin()) + " is 0"};
}

/// Looks at the cells of one ring around a place and keeps the best free one.
class RingSearch {
 public:
  RingSearch(const CostGrid& grid, Cell wanted) : grid_(grid), x_(wanted.x), y_(wanted.y) {}

  /// False when the ring has no free cell.
  bool search(Signed ring, Cell& found) {
    best_ = {kNone, 0, 0};
    const Signed top = std::max<Signed>(0, y_ - ring), bottom = std::min<Signed>(grid_.height - Signed{1}, y_ + ring);
    for (Signed y = top; y <= bottom; ++y) {
      const bool edge = y == y_ - ring || y == y_ + ring;
      const Signed left = edge ? std::max<Signed>(0, x_ - ring) : x_ - ring;
      const Signed right = edge ? std::min<Signed>(grid_.width - Signed{1}, x_ + ring) : x_ + ring;
      for (Signed x = left; x <= right; x += edge ? 1 : 2 * ring) consider(x, y);
    }
    found = {std::get<2>(best_), std::get<1>(best_)};
    return std::get<0>(best_) != kNone;
  }

 private:
  static constexpr Signed kNone = std::numeric_limits<Signed>::max();

  void consider(Signed x, Signed y) {
    if (x < 0 || x >= grid_.width) return;
    const Cell cell{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
    if (!passable(grid_.cost[grid_.index(cell)])) return;
    // In one ring the larger offset is the same everywhere, so the smaller one alone orders by Euclidean distance.
    best_ = std::min(best_, {std::min(std::abs(x - x_), std::abs(y - y_)), cell.y, cell.x});
  }

  const CostGrid& grid_;
  Signed x_, y_;
  std::tuple<Signed, std::uint32_t, std::uint32_t> best_;
};

/// The rings that touch the map at all: from the nearest of its cells to the farthest.
std::pair<Signed, Signed> touching_rings(const CostGrid& grid, Cell wanted) {
  const auto beyond = [](Signed at, Signed size) { return std::max<Signed>(0, at - (size - 1)); };
  const auto reach = [](Signed at, Signed size) { return std::max(at, size - 1 - at); };
  return {std::max(beyond(wanted.x, grid.width), beyond(wanted.y, grid.height)),
          std::max(reach(wanted.x, grid.width), reach(wanted.y, grid.height))};
}

}  // namespace

Error validate(const CostGrid& grid) {
  try {
    return check(grid);
  } catch (const std::bad_alloc&) {
    return {Status::kOutOfMemory, {}};
  }
}

Result<Cell> nearest_free(const CostGrid& grid, Cell wanted, std::uint32_t radius) {
  if (grid.empty()) return wanted;
  const auto [first, last] = touching_rings(grid, wanted);
  RingSearch rings(grid, wanted);
  Cell found;
  for (Signed ring = first; ring <= std::min<Signed>(last, radius); ++ring) {
    if (rings.search(ring, found)) return found;
  }
  return Error{Status::kGoalBlocked, "no free cell"};
}

}  // namespace cardume
