#include "core/setup.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

static_assert(static_cast<std::uint8_t>(Duty::kHold) == simd::kHoldsPost);

/// Who keeps its place lets others come: it is contacts that push it aside, and it returns.
bool stands(const BodyTable& body, std::uint32_t agent) {
  return body.duty[agent] == Duty::kHold || body.state[agent] == AgentState::kBlocked;
}

/// Calls `function(rows)` for each run of agents that are on their way.
template <class Function>
void for_each_walking_run(const BodyTable& body, simd::Rows rows, Function function) {
  for (std::uint32_t agent = rows.first; agent < rows.last;) {
    const std::uint32_t first = agent;
    while (agent < rows.last && !stands(body, agent)) ++agent;
    if (first < agent) function(simd::Rows{first, agent});
    while (agent < rows.last && stands(body, agent)) ++agent;
  }
}

}  // namespace

void avoid(const Setup& setup, const AgentTable& agents, const Grid& grid, std::uint64_t tick, Kinematics& kinematics) {
  const float radius = farthest_avoidance(setup);
  if (!agents.has_bodies() || radius == 0) return;
  simd::AvoidArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.bodies = bodies(setup, agents);
  args.duty = reinterpret_cast<const std::uint8_t*>(agents.body.duty.data());
  args.goal = agents.goal.data();
  args.grid = view_within(grid, tick, radius);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    for_each_walking_run(agents.body, rows, [&](simd::Rows walking) {
      simd::AvoidArgs chunk = args;
      chunk.agents = walking;
      setup.kernels->avoid[agents.dimensions - 2](chunk);
    });
  });
}

}  // namespace cardume::tick
