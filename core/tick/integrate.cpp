#include <cardume/random.hpp>

#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

static_assert(static_cast<int>(simd::Edge::kOpen) == static_cast<int>(Edge::kOpen));
static_assert(simd::kFarthest == limits::kMaxCoordinate);

std::uint32_t noise_seed(const Setup& setup, std::uint64_t tick) {
  return static_cast<std::uint32_t>(Stream(setup.desc.seed).sub("noise").at(tick, 0));
}

}  // namespace

void integrate(const Setup& setup, std::uint64_t tick, AgentTable& agents, Kinematics& kinematics) {
  const auto kernel = setup.kernels->integrate[agents.dimensions - 2];
  simd::IntegrateArgs args{};
  for (std::uint32_t d = 0; d < 3; ++d) {
    args.position[d] = data(agents.position.axis[d]);
    args.velocity[d] = data(agents.velocity.axis[d]);
    args.acceleration[d] = data(kinematics.acceleration.axis[d]);
    args.previous[d] = data(kinematics.previous.axis[d]);
    args.size[d] = along(setup.desc.size, d);
  }
  args.inverse_mass = data(agents.body.inverse_mass);
  args.profile = agents.profile().data();
  args.table = &setup.table;
  args.turning = {agents.slot.data(), data(kinematics.speed), noise_seed(setup, tick)};
  args.edge = static_cast<simd::Edge>(setup.desc.scenery.edge);
  args.dt = setup.dt;
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    simd::IntegrateArgs chunk = args;
    chunk.agents = rows;
    kernel(chunk);
  });
}

}  // namespace cardume::tick
