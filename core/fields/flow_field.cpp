#include "core/fields/flow_field.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "core/exact_float.hpp"

namespace cardume {
namespace {

constexpr float kScale = 32767;

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
  const bool central = std::max(near.at(back), near.at(ahead)) != kUnreachable;
  return (behind - before) * (2 - central);
}

std::uint32_t gradient(const Neighbourhood& near) {
  return pack_unit(static_cast<float>(drop(near, {-1, 0}, {1, 0})), static_cast<float>(drop(near, {0, -1}, {0, 1})));
}

std::uint32_t arrow(const Neighbourhood& near, Metric metric, std::uint8_t cost) {
  const Step step = near.best_step(metric, cost);
  return pack_unit(static_cast<float>(step.dx), static_cast<float>(step.dy));
}

/// Whoever walks to the cell that a direction points at must come nearer to the goal, or crowds would circle and bump
/// into walls; where the gradient does not promise that, the arrow does.
std::uint32_t direction_of(const Neighbourhood& near, Metric metric, std::uint8_t cost, DirectionMode mode) {
  if (near.centre() == kUnreachable) return FlowField::kNoDirection;
  if (near.centre() == 0) return 0;
  if (mode == DirectionMode::kGradient) {
    const std::uint32_t packed = gradient(near);
    const Step step = nearest_step(packed);
    if (step != Step{} && near.downhill(step)) return packed;
  }
  return arrow(near, metric, cost);
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

void build_flow_field(const CostGrid& grid, const IntegrationField& field, DirectionMode mode, FlowField& out) {
  out.width = field.width;
  out.height = field.height;
  out.stride = field.width + 2;
  out.cell_size = grid.cell_size;
  out.mode = mode;
  out.direction.assign(std::size_t{out.stride} * (field.height + 2), FlowField::kNoDirection);
  for (std::uint32_t y = 0; y < field.height; ++y) {
    std::uint32_t* row = out.direction.data() + std::size_t{y + 1} * out.stride + 1;
    for (std::uint32_t x = 0; x < field.width; ++x) {
      const std::uint8_t cost = grid.cost[std::size_t{y} * grid.width + x];
      if (cost != kWall) row[x] = direction_of(Neighbourhood(field, {x, y}), field.metric, cost, mode);
    }
  }
}

FlowField build_flow_field(const CostGrid& grid, const IntegrationField& field, DirectionMode mode) {
  const ExactFloat exact;
  try {
    FlowField flow;
    const bool fits = grid.width == field.width && grid.height == field.height;
    if (fits && grid.cost.size() == field.distance.size()) build_flow_field(grid, field, mode, flow);
    return flow;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

Vec2 direction_at(const FlowField& field, Cell cell) {
  if (cell.x >= field.width || cell.y >= field.height) return {};
  const std::uint32_t packed = field.packed(cell);
  if (packed == FlowField::kNoDirection) return {};
  return {static_cast<float>(component(packed, 0)) / kScale, static_cast<float>(component(packed, 16)) / kScale};
}

}  // namespace cardume
