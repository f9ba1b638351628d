#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"
#include "core/tick/turns.hpp"

namespace cardume::tick {

void rules(const Setup& setup, const Grid& grid, const Surroundings& surroundings, std::uint64_t tick,
           const AgentTable& agents, Kinematics& kinematics) {
  const auto& kernels = setup.table.rules.plain ? setup.kernels->rules : setup.kernels->society;
  const auto kernel = kernels[agents.dimensions - 2];
  const bool by_turns = !kinematics.looks.empty();
  simd::RulesArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.species = agents.species.data();
  args.profile = agents.profile().data();
  args.slot = agents.slot.data();
  args.table = &setup.table;
  args.grid = view(grid, tick);
  args.wrapped = setup.desc.scenery.edge == Edge::kWrap;
  args.speed = data(kinematics.speed);
  args.looks = by_turns ? kinematics.looks.data() : nullptr;
  for (std::uint32_t d = 0; d < 3; ++d) args.size[d] = along(setup.desc.size, d);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    if (by_turns) take_turns(setup, grid, surroundings, tick, rows, agents, kinematics.looks);
    simd::RulesArgs chunk = args;
    chunk.agents = rows;
    kernel(chunk);
  });
}

}  // namespace cardume::tick
