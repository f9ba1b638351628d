#pragma once
#include <algorithm>
#include <cardume/species.hpp>
#include <cmath>

#include "core/space/plane.hpp"

// Going to a place and stopping there without overshoot.
namespace cardume::tick {

/// A body that keeps a post does not mind being this share of its radius away: it makes no fuss about every touch.
inline constexpr float kPostSlack = 0.5f;

/// It does not go home against this pressure, which comes from those it makes way for.
inline constexpr float kGivesWay = 0.002f;

/// How far it takes to stop from full speed, braking half as hard as can be: the other half is for what comes up.
inline float stopping_distance(const MotionDesc& motion) {
  return motion.max_acceleration > 0 ? motion.max_speed * motion.max_speed / motion.max_acceleration : 0;
}

/// The speed from which it stops just there, not more than takes it there in one tick.
inline float speed_toward(float distance, const MotionDesc& motion, float dt) {
  return std::min({motion.max_speed, std::sqrt(distance * motion.max_acceleration), distance / dt});
}

/// Speeds up as readily as when it follows a field, but slows down at once.
inline Vec2 acceleration_to(Vec2 wanted, Vec2 velocity, const MotionDesc& motion, float dt) {
  const float at_once = 1 / dt;
  const bool slower = dot(wanted, wanted) < dot(velocity, velocity);
  return at_most((wanted - velocity) * (slower ? at_once : std::min(motion.response, at_once)),
                 motion.max_acceleration);
}

}  // namespace cardume::tick
