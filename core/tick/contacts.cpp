#include <algorithm>
#include <limits>
#include <utility>

#include "core/setup.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// Bodies that may touch are all seen unless a cell holds half as many again as fit into it side by side.
std::uint32_t seen_of_a_cell(const Setup& setup, const Grid& grid, float least_radius) {
  if (grid.crowd_limit == 0) return 0;
  const float edge = 2 * least_radius;
  float fit = 1.5f / (edge * grid.inverse_column * edge * grid.inverse_row);
  if (setup.desc.dimensions == 3) fit /= edge * grid.inverse_row;
  return std::max(grid.crowd_limit, static_cast<std::uint32_t>(std::min(fit, 1e6f)));
}

/// Each move and each iteration is rounded by at most half of the last digit of the largest coordinate.
simd::ContactReach contact_reach_of(const Setup& setup) {
  const WorldDesc& desc = setup.desc;
  constexpr float kLastDigit = 0x1p-23f;
  const bool open = desc.scenery.edge == Edge::kOpen;
  const float extent =
      open ? limits::kMaxCoordinate : std::max({desc.size.x, desc.size.y, desc.dimensions == 3 ? desc.size.z : 0});
  const float factor = contact_reach_factor(desc) * 1.0001f, reach = contact_reach(setup);
  const float slack = static_cast<float>(desc.contacts.iterations + 2) * kLastDigit * extent;
  float step = 0;
  for (const BehaviourDesc* one : setup.profiles.behaviour)
    step = std::max(step, one->motion.max_speed / desc.tick_rate);
  const bool all_seen = 2 * (largest_radius(desc.species) * factor + slack + step) < reach * (1 + 1.f / 512);
  return {factor, slack, all_seen ? std::numeric_limits<float>::infinity() : reach * reach};
}

simd::ContactArgs contact_args(const Setup& setup, const Grid& grid, std::uint64_t tick, const Kinematics& kinematics,
                               const AgentTable& agents) {
  simd::ContactArgs args{};
  args.bodies = bodies(setup, agents);
  if (agents.body.even) args.bodies.inverse_mass = nullptr;
  args.grid = view_within(grid, tick, contact_reach(setup));
  args.grid.limit = seen_of_a_cell(setup, grid, agents.body.least_radius);
  args.reach = contact_reach_of(setup);
  args.world.edge = static_cast<simd::Edge>(setup.desc.scenery.edge);
  args.dt = setup.dt;
  for (std::uint32_t d = 0; d < 3; ++d) {
    args.bucketed[d] = data(kinematics.previous.axis[d]);
    args.world.size[d] = along(setup.desc.size, d);
  }
  return args;
}

/// One iteration; the first one writes the lists of contacts.
void push_apart(const Setup& setup, const simd::ContactArgs& args, bool first, std::uint32_t count,
                ContactBuffers& buffers) {
  const std::size_t kernel = setup.desc.dimensions - 2;
  for_agents(*setup.scheduler, count, kGrain, [&](simd::Rows rows, std::uint32_t number) {
    simd::ContactArgs chunk = args;
    chunk.agents = rows;
    chunk.list = {buffers.touch.data() + number * kTouchWords, kTouchWords};
    if (first) setup.kernels->find_contacts[kernel](chunk);
    setup.kernels->push_apart[kernel](chunk);
  });
}

}  // namespace

void contacts(const Setup& setup, const Grid& grid, std::uint64_t tick, const Kinematics& kinematics,
              AgentTable& agents, ContactBuffers& buffers) {
  if (!agents.has_bodies() || setup.table.body.none_collide) return;
  simd::ContactArgs args = contact_args(setup, grid, tick, kinematics, agents);
  const std::uint32_t iterations = setup.desc.contacts.iterations;
  for (std::uint32_t i = 0; i < iterations; ++i) {
    for (std::uint32_t d = 0; d < agents.dimensions; ++d) {
      std::fill_n(buffers.pushed.axis[d].begin() + agents.count, kLanePadding, 0.f);
      args.position[d] = agents.position.axis[d].data();
      args.pushed[d] = buffers.pushed.axis[d].data();
      args.velocity[d] = i + 1 == iterations ? agents.velocity.axis[d].data() : nullptr;
    }
    args.pressure = i == 0 ? agents.body.pressure.data() : nullptr;
    push_apart(setup, args, i == 0, agents.count, buffers);
    for (std::uint32_t d = 0; d < agents.dimensions; ++d) std::swap(agents.position.axis[d], buffers.pushed.axis[d]);
  }
}

}  // namespace cardume::tick
