#include "core/space/slide.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

/// How far from a wall a point stops, in cells: far enough to be in the free cell after rounding on any map.
constexpr float kGap = 1.f / 256;

/// One axis of a slide: where the point is, where it goes and how fast.
struct Axis {
  float at, velocity;

  /// Moves by less than a cell, or up to the edge of the blocked cell ahead. The cell at the place itself is free.
  template <class Blocked>
  void move(float step, float cell_size, Blocked blocked) {
    const float next = at + step;
    if (!blocked(next)) {
      at = next;
      return;
    }
    const float edge = step > 0 ? std::floor(next / cell_size) - kGap : std::floor(at / cell_size) + kGap;
    const float stop = edge * cell_size;
    const bool ahead = step > 0 ? stop > at : stop < at;
    if (ahead && !blocked(stop)) at = stop;
    velocity = 0;
  }
};

}  // namespace

Slide slide(const CostGrid& grid, Vec2 from, Vec2 to, Vec2 velocity) {
  const Vec2 way{to.x - from.x, to.y - from.y};
  const float cells = std::max(std::fabs(way.x), std::fabs(way.y)) / grid.cell_size;
  const float parts = std::floor(cells * 2) + 1;
  Axis x{from.x, velocity.x}, y{from.y, velocity.y};
  Vec2 step{way.x / parts, way.y / parts};
  for (float part = 0; part < parts && (step.x != 0 || step.y != 0); ++part) {
    x.move(step.x, grid.cell_size, [&](float next) { return grid.blocked(cell_at(grid, {next, y.at})); });
    y.move(step.y, grid.cell_size, [&](float next) { return grid.blocked(cell_at(grid, {x.at, next})); });
    if (x.velocity != velocity.x) step.x = 0;
    if (y.velocity != velocity.y) step.y = 0;
  }
  const float right = static_cast<float>(grid.width) * grid.cell_size;
  const float bottom = static_cast<float>(grid.height) * grid.cell_size;
  return {{std::clamp(x.at, 0.f, right), std::clamp(y.at, 0.f, bottom)}, {x.velocity, y.velocity}};
}

}  // namespace cardume
