#pragma once
#include "core/agents/agent_table.hpp"
#include "core/space/volume.hpp"
#include "core/world_state.hpp"

// Steering one agent at a time, for stages whose work differs too much from agent to agent for lanes. What it comes to
// is what simd/kernels/steering.hpp does.
namespace cardume::tick {

inline Vec3 vector_at(const AxisColumns& columns, std::uint32_t agent) {
  return {columns.axis[0][agent], columns.axis[1][agent], columns.axis[2].empty() ? 0 : columns.axis[2][agent]};
}

inline void put_vector(AxisColumns& columns, std::uint32_t agent, Vec3 vector) {
  columns.axis[0][agent] = vector.x;
  columns.axis[1][agent] = vector.y;
  if (!columns.axis[2].empty()) columns.axis[2][agent] = vector.z;
}

/// The square of what counts as no length at all: below it squares lose their digits.
inline constexpr float kNoLength2 = 1e-30f;

/// As fast as an agent wants to go.
inline float wanted_speed(const MotionDesc& motion, Vec3 velocity) {
  return motion.speed == SpeedModel::kFree ? motion.max_speed : length(velocity);
}

/// Adds a rule to an agent's acceleration, limited and weighted.
inline void add_rule(AxisColumns& acceleration, std::uint32_t agent, Vec3 rule, const MotionDesc& motion,
                     float weight) {
  if (motion.limit == SteeringLimit::kEachRule) rule = at_most(rule, motion.max_acceleration);
  put_vector(acceleration, agent, vector_at(acceleration, agent) + rule * weight);
}

}  // namespace cardume::tick
