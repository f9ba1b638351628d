#include "core/setup.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void avoid(const Setup& setup, const AgentTable& agents, const Grid& grid, std::uint64_t tick, Kinematics& kinematics) {
  const float radius = farthest_avoidance(setup.desc.species);
  if (!agents.has_bodies() || radius == 0) return;
  simd::AvoidArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.bodies = bodies(setup, agents);
  args.grid = view_within(grid, tick, radius);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    simd::AvoidArgs chunk = args;
    chunk.agents = rows;
    setup.kernels->avoid[agents.dimensions - 2](chunk);
  });
}

}  // namespace cardume::tick
