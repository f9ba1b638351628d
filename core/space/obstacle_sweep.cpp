#include "core/space/obstacle_sweep.hpp"

#include <cmath>
#include <limits>

namespace cardume {
namespace {

/// Contacts in a row without headway before one is taken to be wedged in.
constexpr std::uint32_t kMostStops = 8;

/// Obstacles that one is moved out of one after the other: moving from one may lead into another.
constexpr int kPushRounds = 16;

Bounds along(const Place& at, const Place& step, double reach) {
  const Place to = at + step;
  Bounds box;
  for (std::uint32_t d = 0; d < 3; ++d) {
    box.low[d] = std::min(at[d], to[d]) - reach;
    box.high[d] = std::max(at[d], to[d]) + reach;
  }
  return box;
}

ObstacleContact contact_on_part(const ObstacleMap& map, const Place& at, const Place& step, double reach) {
  ObstacleContact first;
  for_each_near(map, along(at, step, reach), [&](const Obstacle& obstacle) {
    const ObstacleContact contact = first_contact(obstacle, at, step, reach);
    if (contact.hit && (!first.hit || contact.time < first.time)) first = contact;
  });
  return first;
}

/// Out of the obstacle that a place is the deepest in.
WayOut deepest(const ObstacleMap& map, const Place& at, double reach, std::uint32_t dimensions) {
  WayOut out;
  for_each_near(map, along(at, {}, reach), [&](const Obstacle& obstacle) {
    const WayOut one = way_out(obstacle, at, reach, dimensions);
    if (one.depth > out.depth) out = one;
  });
  return out;
}

/// What of a way stays in the world, for who has been turned or moved aside.
Place within(const Bounds& world, const Place& at, Place step) {
  for (std::uint32_t d = 0; d < 3; ++d) step[d] = std::clamp(at[d] + step[d], world.low[d], world.high[d]) - at[d];
  return step;
}

/// To the place on the way that is least deep in any, where none is outside all.
Place pushed_out(const ObstacleMap& map, std::uint32_t dimensions, double reach, Place at) {
  Place best = at;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kPushRounds; ++round) {
    const WayOut out = deepest(map, at, reach, dimensions);
    if (out.depth <= map.gap / 2) return at;
    if (out.depth < least) best = at;
    least = std::min(least, out.depth);
    at = at + within(map.world, at, out.normal * out.depth);
  }
  return best;
}

}  // namespace

/// Long ways in parts, so that each looks at few cells.
ObstacleContact first_contact(const ObstacleMap& map, const Place& at, const Place& step, double reach) {
  const double length = std::sqrt(dot(step, step)), part = map.raster.cell_size + reach;
  if (length <= part) return contact_on_part(map, at, step, reach);
  const double parts = std::ceil(length / part);
  for (double i = 0; i < parts; ++i) {
    ObstacleContact contact = contact_on_part(map, at + step * (i / parts), step * (1 / parts), reach);
    contact.time = (i + contact.time) / parts;
    if (contact.hit) return contact;
  }
  return {};
}

bool far_from(const ObstacleMap& map, std::uint32_t dimensions, float radius, Vec3 from, Vec3 to) {
  const Place at = place_of(from, dimensions);
  bool found = false;
  for_each_near(map, along(at, place_of(to, dimensions) - at, map.reach(radius)),
                [&](const Obstacle&) { found = true; });
  return !found;
}

Glide glide(const ObstacleMap& map, std::uint32_t dimensions, float radius, const Glide& from, Vec3 to) {
  const double reach = map.reach(radius);
  const Place start = place_of(from.position, dimensions);
  Place at = pushed_out(map, dimensions, reach, start), velocity = place_of(from.velocity, dimensions);
  Place rest = within(map.world, at, place_of(to, dimensions) - start);
  bool touched = dot(at - start, at - start) > 0;
  for (std::uint32_t stops = 0; dot(rest, rest) > 0; ++stops) {
    const ObstacleContact contact = first_contact(map, at, rest, reach);
    if (!contact.hit && !touched) return {to, from.velocity};
    if (!contact.hit) at = at + rest;
    if (!contact.hit || stops == kMostStops) break;
    touched = true;
    at = at + rest * contact.time;
    rest = within(map.world, at, without_part_against(rest * (1 - contact.time), contact.normal));
    velocity = without_part_against(velocity, contact.normal);
  }
  return {vector_of(at), vector_of(velocity)};
}

bool clear(const ObstacleMap& map, std::uint32_t dimensions, float radius, Vec3 place) {
  return !(deepest(map, place_of(place, dimensions), static_cast<double>(radius), dimensions).depth > 0);
}

Vec3 pushed_out(const ObstacleMap& map, std::uint32_t dimensions, float radius, Vec3 place) {
  return vector_of(pushed_out(map, dimensions, map.reach(radius), place_of(place, dimensions)));
}

}  // namespace cardume
