#pragma once
#include <cardume/scheduler.hpp>

#include "core/agents/agent_table.hpp"
#include "core/exact_float.hpp"
#include "core/world_state.hpp"
#include "simd/kernels.hpp"

// What stages share: their loops, and the way from columns to kernel arguments.
namespace cardume::tick {

/// Calls `body(rows, chunk number)` for runs of agents on any threads, with exact floating point.
template <class Body>
void for_agents(Scheduler& scheduler, std::uint32_t count, std::uint32_t grain, Body body) {
  scheduler.parallel_for(count, grain, [&](Chunk chunk) {
    const ExactFloat exact;
    body(simd::Rows{chunk.first, chunk.last}, chunk.number);
  });
}

inline float along(Vec3 vector, std::uint32_t axis) { return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z; }

/// Null beyond the dimensions.
inline float* data(std::vector<float>& column) { return column.empty() ? nullptr : column.data(); }
inline const float* data(const std::vector<float>& column) { return column.empty() ? nullptr : column.data(); }

inline simd::Motion motion(const AgentTable& agents, AxisColumns& acceleration) {
  simd::Motion motion{};
  for (std::uint32_t d = 0; d < 3; ++d) {
    motion.position[d] = data(agents.position.axis[d]);
    motion.velocity[d] = data(agents.velocity.axis[d]);
    motion.acceleration[d] = data(acceleration.axis[d]);
  }
  return motion;
}

inline simd::Bodies bodies(const Setup& setup, const AgentTable& agents) {
  return {agents.body.radius.data(), agents.body.inverse_mass.data(), agents.profile().data(), agents.slot.data(),
          &setup.table};
}

}  // namespace cardume::tick
