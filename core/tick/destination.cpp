#include "core/tick/destination.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardume::tick {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
/// Share of its largest speed at which a body moves up.
constexpr float kDriftPace = 0.25f;

/// Whether a free cell stands for the goal, which is in a wall.
bool partial(const Terrain& terrain, const Goal& goal) {
  return !terrain.empty() && cell_at(terrain.grid, goal.position) != goal.cell;
}

Destination destination(const Terrain& terrain, const Goal& goal) {
  Destination to;
  if (goal.flow.direction.empty()) return to;
  to.goal = &goal;
  to.partial = partial(terrain, goal);
  to.place = place_of(terrain, goal);
  to.radius2 = goal.gathering.radius * goal.gathering.radius;
  const auto area = static_cast<float>(goal.gathering.area);
  if (area > 0) to.spread = std::max(1.f, to.radius2 * kPi / area);
  return to;
}

}  // namespace

Vec2 place_of(const Terrain& terrain, const Goal& goal) {
  return partial(terrain, goal) ? middle(goal.cell, terrain.grid.cell_size) : goal.position;
}

Destinations destinations(const Terrain& terrain, const Goals& goals) {
  Destinations all{};
  for (std::size_t i = 0; i < goals.size(); ++i) all[i + 1] = destination(terrain, *goals[i]);
  return all;
}

float distance_to(const Destination& to, const CostGrid& grid, Vec2 from) {
  const float straight = length(to.place - from);
  const IntegrationField& field = to.goal->distance;
  return cells_away(straight / grid.cell_size, field.at(cell_at(grid, from))) * grid.cell_size;
}

bool way_on(const Destination& to, const CostGrid& grid, Vec2 from, Vec2& way) {
  const Cell cell = cell_at(grid, from);
  way = direction_at(to.goal->flow, cell);
  return to.goal->flow.packed(cell) != FlowField::kNoDirection;
}

Vec2 drift_for(const Destination& to, const MotionDesc& motion) {
  return at_most(to.goal->gathering.drift, kDriftPace * motion.max_speed);
}

float radius_with(const Destination& to, float claim) { return std::sqrt(to.radius2 + claim * to.spread * (1 / kPi)); }

}  // namespace cardume::tick
