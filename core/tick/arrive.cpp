#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void arrive(const Setup& setup, const Terrain&, const AgentTable& agents, const Goals&, Kinematics& kinematics) {
  if (!agents.has_bodies()) return;
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
      kinematics.follows[agent] = agents.goal[agent];
      kinematics.pace[agent] = agents.body.pace[agent];
    }
  });
}

}  // namespace cardume::tick
