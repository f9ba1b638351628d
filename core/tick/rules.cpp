#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void rules(const Setup& setup, const AgentTable& agents, const Grid& grid, std::uint64_t tick, Kinematics& kinematics) {
  const auto kernel = setup.kernels->rules[agents.dimensions - 2];
  simd::RulesArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.species = agents.species.data();
  args.table = &setup.species;
  args.grid = view(grid, tick);
  for (std::uint32_t d = 0; d < 3; ++d) args.size[d] = along(setup.desc.size, d);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    simd::RulesArgs chunk = args;
    chunk.agents = rows;
    kernel(chunk);
  });
}

}  // namespace cardume::tick
