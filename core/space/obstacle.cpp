#include "core/space/obstacle.hpp"

#include <algorithm>
#include <cmath>

#include "core/space/touch.hpp"

namespace cardume {
namespace {

/// Ways that lead nearer by less than this share of their length run along: projections round.
constexpr double kAlong = 1e-9;

double length(const Place& way) { return std::sqrt(dot(way, way)); }

Place unit(const Place& way) {
  const double whole = length(way);
  return whole > 0 ? way * (1 / whole) : Place{};
}

/// Out of the box through the nearest of its sides.
WayOut way_out_of_box(const Bounds& box, const Place& at, double reach, std::uint32_t dimensions) {
  WayOut out;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    const double to_low = at[d] - box.low[d] + reach, to_high = box.high[d] - at[d] + reach;
    if (d > 0 && std::min(to_low, to_high) >= out.depth) continue;
    out.depth = std::min(to_low, to_high);
    out.normal = {};
    out.normal[d] = to_low < to_high ? -1 : 1;
  }
  return out;
}

}  // namespace

Obstacle obstacle_of(const Zone& zone, std::uint32_t dimensions) {
  const bool ball = zone.shape == Zone::Shape::kBall;
  const Place centre = place_of(zone.centre, dimensions), half = ball ? Place{} : place_of(zone.half, dimensions);
  return {{centre - half, centre + half}, ball ? static_cast<double>(zone.radius) : 0};
}

Bounds bounds_of(const Obstacle& obstacle, double margin) {
  const double wider = obstacle.radius + margin;
  const Place by{wider, wider, wider};
  return {obstacle.box.low - by, obstacle.box.high + by};
}

ObstacleContact first_contact(const Obstacle& obstacle, const Place& at, const Place& step, double reach) {
  const Touch touch = touch_box(obstacle.box, {at, step}, obstacle.radius + reach);
  if (!touch.hit) return {};
  if (touch.time > 0) return {true, touch.time, touch.normal};
  const bool within = dot(touch.normal, touch.normal) == 0;
  const Place normal = within ? unit(step * -1) : touch.normal;
  return {dot(step, normal) < -kAlong * length(step), 0, normal};
}

WayOut way_out(const Obstacle& obstacle, const Place& at, double reach, std::uint32_t dimensions) {
  Place way{};
  for (std::uint32_t d = 0; d < dimensions; ++d)
    way[d] = at[d] - std::clamp(at[d], obstacle.box.low[d], obstacle.box.high[d]);
  const double distance = length(way), near = obstacle.radius + reach;
  if (distance > 0) return {near - distance, unit(way)};
  return way_out_of_box(obstacle.box, at, near, dimensions);
}

}  // namespace cardume
