#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/field.hpp>

#include "core/formation/formation.hpp"

namespace cardume {

/// What a formation can do, by the weakest of its members.
struct Company {
  float speed = 0;         ///< The slowest one's largest, in world units a second.
  float acceleration = 0;  ///< Likewise, in world units a second squared.
  float radius = 0;        ///< The largest.
  float readiness = 1;     ///< From 1 where all are in place down to 0, where the anchor waits.
};

/// Where the anchor makes for: the goal once it is in sight, before that the farthest place in sight of which the field
/// leads past, so that it cuts the corners that fields along 8 directions make; but away from walls that would be in
/// the way of its wings. The anchor itself where no way leads on.
Vec2 look_ahead(const CostGrid&, const FlowField&, const Formation&, Vec2 goal, float radius);

/// The heading that it turns to on its way there: the way's, but for the last bit of it; then the one asked for.
Vec2 wanted_heading(const Formation&, Vec2 ahead, Vec2 goal);

/// Turns and moves the anchor for one tick, so that whoever is on the outside of a turn can keep up, and so that it
/// stops at the goal exactly.
void advance(Formation&, const CostGrid&, Vec2 ahead, Vec2 goal, const Company&, float dt);

/// Stops at once.
void halt(Formation&);

}  // namespace cardume
