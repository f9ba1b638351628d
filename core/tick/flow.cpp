#include "core/fields/field_view.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// The fields by walker and goal; none for no goal and for goals whose first field is still to come.
void find_fields(const Atlas& atlas, const Goals& goals, std::vector<simd::FieldView>& views) {
  for (std::size_t walker = 0; walker < atlas.maps.size(); ++walker)
    for (std::size_t i = 0; i < goals.size(); ++i)
      views[walker * simd::kFieldsAWalker + i + 1] = view_of(atlas.route(*goals[i], walker));
}

}  // namespace

void flow(const Setup& setup, const Terrain& terrain, const AgentTable& agents, const Atlas& atlas, const Goals& goals,
          FieldBuffers& buffers, Kinematics& kinematics) {
  if (goals.empty() || terrain.empty()) return;
  find_fields(atlas, goals, buffers.views);
  simd::FlowArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.profile = agents.profile().data();
  args.goal = agents.has_bodies() ? kinematics.follows.data() : agents.goal.data();
  args.walker = agents.extra.walker.empty() ? nullptr : agents.extra.walker.data();
  args.pace = agents.has_bodies() ? kinematics.pace.data() : nullptr;
  args.table = &setup.table;
  args.fields = buffers.views.data();
  args.layout = layout_of(setup.desc.fields, terrain.grid);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    simd::FlowArgs chunk = args;
    chunk.agents = rows;
    setup.kernels->flow(chunk);
  });
}

}  // namespace cardume::tick
