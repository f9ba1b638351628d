#include "core/space/sight.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace cardume {
namespace {

/// The largest number below 1: a wall at the very end is in the way, too.
constexpr float kBelowOne = 1 - 0x1p-24f;

/// One axis of the walk from cell to cell.
struct Axis {
  Axis(float from, float to, float cell_size) {
    const float first = std::floor(from / cell_size), last = std::floor(to / cell_size), way = to - from;
    cell = static_cast<std::int64_t>(first);
    left = static_cast<std::int64_t>(std::fabs(last - first));
    step = way < 0 ? -1 : 1;
    if (left == 0) return;
    next = ((first + (way < 0 ? 0.f : 1.f)) * cell_size - from) / way;
    share_a_cell = cell_size / std::fabs(way);
  }

  void advance() {
    cell += step;
    --left;
    next += share_a_cell;
  }

  std::int64_t cell = 0, step = 1, left = 0;  ///< `left`: edges still to be crossed.
  float next = 0;                             ///< Share of the way to the next edge.
  float share_a_cell = 0;
};

/// Beyond the map both coordinates wrap to numbers past its edge.
bool blocked(const CostGrid& grid, std::int64_t x, std::int64_t y) {
  return grid.blocked({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
}

}  // namespace

float clear_share(const CostGrid& grid, Vec2 from, Vec2 to) {
  Axis x(from.x, to.x, grid.cell_size), y(from.y, to.y, grid.cell_size);
  while (x.left > 0 || y.left > 0) {
    const bool across = x.left > 0 && (y.left == 0 || x.next <= y.next);
    const bool up = y.left > 0 && (x.left == 0 || y.next <= x.next);
    const float share = std::min(across ? x.next : y.next, kBelowOne);
    if (across && up && (blocked(grid, x.cell + x.step, y.cell) || blocked(grid, x.cell, y.cell + y.step)))
      return share;
    if (across) x.advance();
    if (up) y.advance();
    if (blocked(grid, x.cell, y.cell)) return share;
  }
  return 1;
}

bool in_sight(const CostGrid& grid, Vec2 from, Vec2 to, float radius) {
  const Vec2 way{to.x - from.x, to.y - from.y};
  const float length = std::sqrt(way.x * way.x + way.y * way.y);
  if (!in_sight(grid, from, to)) return false;
  if (length == 0) return true;
  const Vec2 side{-way.y / length * radius, way.x / length * radius};
  return in_sight(grid, {from.x + side.x, from.y + side.y}, {to.x + side.x, to.y + side.y}) &&
         in_sight(grid, {from.x - side.x, from.y - side.y}, {to.x - side.x, to.y - side.y});
}

}  // namespace cardume
