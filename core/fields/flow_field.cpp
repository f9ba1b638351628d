#include "core/fields/flow_field.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "core/exact_float.hpp"
#include "core/fields/lead_back.hpp"
#include "core/fields/passage_map.hpp"
#include "core/fields/walk_grid.hpp"

namespace cardume {
namespace {

constexpr float kScale = 32767;
/// More changes than one in so many cells cost more to repair than to build all anew: each concerns 9 cells.
constexpr std::size_t kShareForRepair = 9;

std::int32_t component(std::uint32_t packed, int shift) { return static_cast<std::int16_t>(packed >> shift); }

std::uint32_t pack_component(float value) {
  const float scaled = value * kScale;
  return static_cast<std::uint16_t>(static_cast<std::int32_t>(scaled + std::copysign(0.5f, scaled)));
}

std::uint32_t pack_unit(float x, float y) {
  const float length = std::sqrt(x * x + y * y);
  return length > 0 ? pack_direction(x / length, y / length) : 0;
}

/// Twice the drop of the distance along one axis: a central difference, or a one-sided one where only one side can be
/// reached, so that a wall neither attracts nor repels.
std::int64_t drop(const Neighbourhood& near, Step back, Step ahead) {
  const std::int64_t centre = near.centre();
  const std::int64_t behind = near.reachable(back) ? near.at(back) : centre;
  const std::int64_t before = near.reachable(ahead) ? near.at(ahead) : centre;
  const int central = int{near.reachable(back)} & int{near.reachable(ahead)};
  return (behind - before) * (2 - central);
}

/// The same where headings keep off what cannot be entered: along a wall the way leads beside it.
std::int64_t drop_beside_walls(const Neighbourhood& near, Step back, Step ahead) {
  const std::int64_t fall = drop(near, back, ahead);
  return near.reachable(fall > 0 ? ahead : back) ? fall : 0;
}

template <std::int64_t (*kDrop)(const Neighbourhood&, Step, Step)>
std::uint32_t gradient(const Neighbourhood& near) {
  return pack_unit(static_cast<float>(kDrop(near, {-1, 0}, {1, 0})), static_cast<float>(kDrop(near, {0, -1}, {0, 1})));
}

std::uint32_t arrow(const Neighbourhood& near, Metric metric, std::uint8_t cost) {
  const Step step = near.best_step(metric, cost);
  return pack_unit(static_cast<float>(step.dx), static_cast<float>(step.dy));
}

/// What directions are made from.
struct Course {
  const CostGrid& grid;
  const IntegrationField& field;
  DirectionMode mode;
  const PassageMap& passages;

  std::uint8_t cost(Cell cell) const { return grid.cost[std::size_t{cell.y} * grid.width + cell.x]; }
  bool free(Cell cell) const { return cell.x < grid.width && cell.y < grid.height && passable(cost(cell)); }
  std::uint32_t framed(Cell cell) const { return (cell.y + 1) * (field.width + 2) + cell.x + 1; }
  std::uint32_t distance(std::uint32_t framed_cell) const {
    return field.at({framed_cell % (field.width + 2) - 1, framed_cell / (field.width + 2) - 1});
  }
};

/// Whoever walks to the cell that a direction points at must come nearer to the goal, or crowds would circle and bump
/// into walls; where the gradient does not promise that, the arrow does.
std::uint32_t direction_of(const Course& course, const Neighbourhood& near, Cell cell) {
  if (near.centre() == kUnreachable) return FlowField::kNoDirection;
  if (near.centre() == 0) return 0;
  if (course.mode == DirectionMode::kGradient) {
    const bool beside_walls = course.field.metric == Metric::kEikonal || !course.passages.empty();
    const std::uint32_t packed = beside_walls ? gradient<drop_beside_walls>(near) : gradient<drop>(near);
    const Step step = nearest_step(packed);
    if (step != Step{} && near.downhill(step)) return packed;
  }
  return arrow(near, course.field.metric, course.cost(cell));
}

/// Whether there is such a step at all. Ground from which no way leads to the goal may be stepped on where passages let
/// nobody back, and is not wanted.
bool may_step(const Course& course, const Neighbourhood& near, Cell cell, Step step) {
  const Cell to = cell + step;
  return course.free(to) && course.free({to.x, cell.y}) && course.free({cell.x, to.y}) &&
         course.passages.allows(course.framed(cell), course.framed(to), step) &&
         (near.at(step) < kStranded || near.centre() >= kStranded);
}

std::uint32_t direction_among_passages(const Course& course, Cell cell) {
  Neighbourhood near(course.field, cell);
  for (const PassageMap::Way& way : course.passages.beginning_at(course.framed(cell))) {
    const std::uint32_t there = course.distance(way.there);
    if (there != kUnreachable && std::uint64_t{there} + way.length <= near.centre()) return 0;
  }
  near.judge();
  for (const Step step : kSteps)
    if (!may_step(course, near, cell, step)) near.bar(step);
  return direction_of(course, near, cell);
}

/// Ground that is not for these walkers is left to lead_back().
std::uint32_t direction_of(const Course& course, Cell cell) {
  if (!passable(course.cost(cell))) return FlowField::kNoDirection;
  if (!course.passages.empty()) return direction_among_passages(course, cell);
  return direction_of(course, Neighbourhood(course.field, cell), cell);
}

}  // namespace

std::uint32_t pack_direction(float x, float y) { return pack_component(x) | pack_component(y) << 16; }

Step nearest_step(std::uint32_t packed) {
  if (packed == FlowField::kNoDirection) return {};
  const std::int32_t x = component(packed, 0), y = component(packed, 16);
  const auto wide = static_cast<std::uint32_t>(std::abs(x)), high = static_cast<std::uint32_t>(std::abs(y));
  const std::uint32_t sum2 = (wide + high) * (wide + high);
  // |y| < tan(22.5 degrees) |x|, and tan(22.5 degrees) is sqrt 2 - 1: squared, this is exact in integers.
  const bool level = sum2 < 2 * wide * wide, upright = sum2 < 2 * high * high;
  const std::int32_t dx = (x > 0) - (x < 0), dy = (y > 0) - (y < 0);
  return {upright ? 0 : dx, level ? 0 : dy};
}

void build_flow_field(const CostGrid& grid, const IntegrationField& field, DirectionMode mode, const Passages& passages,
                      FlowField& out) {
  out.width = field.width;
  out.height = field.height;
  out.stride = field.width + 2;
  out.cell_size = grid.cell_size;
  out.mode = mode;
  out.direction.assign(std::size_t{out.stride} * (field.height + 2), FlowField::kNoDirection);
  PassageMap map;
  map.load(passages, field.width, field.height, field.metric);
  const Course course{grid, field, mode, map};
  for (std::uint32_t y = 0; y < field.height; ++y) {
    std::uint32_t* row = out.direction.data() + std::size_t{y + 1} * out.stride + 1;
    for (std::uint32_t x = 0; x < field.width; ++x) row[x] = direction_of(course, {x, y});
  }
  lead_back(grid, field, out);
}

void repair_flow_field(const CostGrid& grid, const IntegrationField& field, const Passages& passages,
                       std::span<const std::uint32_t> changed, FlowField& out) {
  if (changed.size() > grid.cost.size() / kShareForRepair)
    return build_flow_field(grid, field, out.mode, passages, out);
  PassageMap map;
  map.load(passages, field.width, field.height, field.metric);
  const Course course{grid, field, out.mode, map};
  const auto renew = [&](std::uint32_t framed) {
    const Cell cell{framed % out.stride - 1, framed / out.stride - 1};
    const bool inside = cell.x < field.width && cell.y < field.height;
    if (inside && course.cost(cell) != kUnfit) out.direction[framed] = direction_of(course, cell);
  };
  for (const std::uint32_t index : changed) {
    const std::uint32_t cell = course.framed({index % field.width, index / field.width});
    for (const std::uint32_t row : {cell - out.stride, cell, cell + out.stride})
      for (const std::uint32_t near : {row - 1, row, row + 1}) renew(near);
    if (map.empty()) continue;
    for (const PassageMap::Way& way : map.ending_at(cell)) renew(way.there);
  }
  lead_back(grid, field, changed, out);
}

FlowField build_flow_field(const CostGrid& grid, const IntegrationField& field, DirectionMode mode,
                           const Passages& passages) {
  const ExactFloat exact;
  try {
    FlowField flow;
    const bool fits = grid.width == field.width && grid.height == field.height;
    if (fits && grid.cost.size() == field.distance.size()) build_flow_field(grid, field, mode, passages, flow);
    return flow;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

Vec2 unpack_direction(std::uint32_t packed) {
  if (packed == FlowField::kNoDirection) return {};
  return {static_cast<float>(component(packed, 0)) / kScale, static_cast<float>(component(packed, 16)) / kScale};
}

Vec2 direction_at(const FlowField& field, Cell cell) {
  if (cell.x >= field.width || cell.y >= field.height) return {};
  return unpack_direction(field.packed(cell));
}

}  // namespace cardume
