#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

static_assert(simd::kNoDirection == FlowField::kNoDirection);

/// The fields by goal id; null for no goal and for goals whose first field is still to come.
using FieldsByGoal = std::array<const std::uint32_t*, limits::kMaxGoals + 1>;

FieldsByGoal fields_in_use(const Goals& goals) {
  FieldsByGoal fields{};
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (!goals[i]->flow.direction.empty()) fields[i + 1] = goals[i]->flow.direction.data();
  return fields;
}

}  // namespace

void flow(const Setup& setup, const Terrain& terrain, const AgentTable& agents, const Goals& goals,
          Kinematics& kinematics) {
  if (goals.empty() || terrain.empty()) return;
  const FieldsByGoal fields = fields_in_use(goals);
  simd::FlowArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.profile = agents.profile().data();
  args.goal = agents.has_bodies() ? kinematics.follows.data() : agents.goal.data();
  args.pace = agents.has_bodies() ? kinematics.pace.data() : nullptr;
  args.table = &setup.table;
  args.fields = fields.data();
  args.stride = terrain.grid.width + 2;
  args.width = terrain.grid.width;
  args.height = terrain.grid.height;
  args.inverse_cell = 1 / terrain.grid.cell_size;
  args.plain = setup.desc.fields.mode == DirectionMode::kArrows;
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    simd::FlowArgs chunk = args;
    chunk.agents = rows;
    setup.kernels->flow(chunk);
  });
}

}  // namespace cardume::tick
