#include "core/tick/destination.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/fields/field_view.hpp"
#include "core/fields/flow_field.hpp"

namespace cardume::tick {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
/// Share of its largest speed at which a body moves up.
constexpr float kDriftPace = 0.25f;

/// Whether a free cell stands for the goal, which is in a wall.
bool partial(const Terrain& terrain, const Goal& goal) {
  return !terrain.empty() && !goal.wide() && cell_at(terrain.grid, goal.position) != goal.cell;
}

Destination destination(const Terrain& terrain, const WalkMap& map, const Route& route, const Goal& goal) {
  Destination to;
  if (!leads(route) || !route.aim.gathers()) return to;
  to.goal = &goal;
  to.chart = &route.chart;
  to.route = &route;
  to.map = &map;
  to.partial = partial(terrain, goal);
  to.place = place_of(terrain, goal);
  to.radius2 = goal.gathering.radius * goal.gathering.radius;
  const auto area = static_cast<float>(goal.gathering.area);
  if (area > 0) to.spread = std::max(1.f, to.radius2 * kPi / area);
  return to;
}

/// Over level ground; 0 where nothing has been measured, so far from the goal.
std::uint32_t level_at(const Chart& chart, Cell cell) {
  const Cell at{cell.x - chart.low.x, cell.y - chart.low.y};
  if (at.x >= chart.level.width || at.y >= chart.level.height) return 0;
  return chart.level.at(at);
}

}  // namespace

Vec2 place_of(const Terrain& terrain, const Goal& goal) {
  return partial(terrain, goal) ? middle(goal.cell, terrain.grid.cell_size) : goal.position;
}

void find_destinations(const Terrain& terrain, const Atlas& atlas, const Goals& goals, Destinations& to) {
  for (std::size_t walker = 0; walker < atlas.maps.size(); ++walker)
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const Route* route = atlas.route(*goals[i], walker);
      Destination& one = to.all[walker * (limits::kMaxGoals + 1) + i + 1];
      one = route == nullptr ? Destination{} : destination(terrain, atlas.maps[walker], *route, *goals[i]);
    }
}

std::uint32_t packed_toward(const Destination& to, const Terrain& terrain, Vec2 from) {
  const std::uint32_t across = (terrain.grid.width + kTileEdge - 1) / kTileEdge;
  return packed_at(*to.route, across, node_at(*to.map, terrain, from));
}

bool sees_goal(const Destination& to, const Terrain& terrain, Vec2 from) {
  const Cell cell = node_at(*to.map, terrain, from);
  return to.chart->outlook.sees_goal({cell.x - to.chart->low.x, cell.y - to.chart->low.y});
}

float distance_to(const Destination& to, const Terrain& terrain, Vec2 from) {
  const float straight = length(to.place - from), edge = terrain.grid.cell_size;
  return cells_away(straight / edge, level_at(*to.chart, node_at(*to.map, terrain, from))) * edge;
}

bool way_on(const Destination& to, const Terrain& terrain, Vec2 from, Vec2& way) {
  const std::uint32_t packed = packed_toward(to, terrain, from);
  if (packed == FlowField::kNoDirection) return false;
  way = unpack_direction(packed);
  return true;
}

bool stranded(const Destination& to, const Terrain& terrain, Vec2 from) {
  if (!to.map->has_islands) return false;
  const Cell goal = node_at(*to.map, terrain, to.place), own = node_at(*to.map, terrain, from);
  return to.map->islands.at(own) != to.map->islands.at(goal);
}

Vec2 drift_for(const Destination& to, const MotionDesc& motion) {
  return at_most(to.goal->gathering.drift, kDriftPace * motion.max_speed);
}

float radius_with(const Destination& to, float claim) { return std::sqrt(to.radius2 + claim * to.spread * (1 / kPi)); }

}  // namespace cardume::tick
