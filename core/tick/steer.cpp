#include <array>
#include <cardume/random.hpp>
#include <cmath>

#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// Where the goals are, by GoalId::value and axis.
using GoalPlaces = std::array<std::array<float, limits::kMaxGoals + 1>, 3>;

GoalPlaces places_of(const Goals& goals) {
  GoalPlaces places{};
  for (std::size_t i = 0; i < goals.size(); ++i) {
    places[0][i + 1] = goals[i]->position.x;
    places[1][i + 1] = goals[i]->position.y;
    places[2][i + 1] = goals[i]->height;
  }
  return places;
}

/// See simd::WanderClock.
struct Periods {
  std::array<std::uint32_t, limits::kMaxProfiles> key;
  std::array<float, limits::kMaxProfiles> share;
};

Periods periods_at(const Setup& setup, std::uint64_t tick) {
  Periods periods{};
  for (std::size_t i = 0; i < setup.profiles.behaviour.size(); ++i) {
    const WanderDesc& wander = setup.profiles.behaviour[i]->steering.wander;
    const double at = static_cast<double>(tick) * static_cast<double>(setup.dt) / static_cast<double>(wander.period);
    const double past = std::floor(at);
    periods.key[i] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(past));
    periods.share[i] = static_cast<float>(at - past);
  }
  return periods;
}

bool anybody_steers(const simd::SteerColumns& columns) {
  const simd::SteerUses& uses = columns.uses;
  return uses.seek || uses.flee || uses.orbit || uses.wander || uses.hold || uses.zone;
}

}  // namespace

void steer(const Setup& setup, const Goals& goals, const AgentTable& agents, std::uint64_t tick,
           Kinematics& kinematics) {
  if (!anybody_steers(setup.table.steer)) return;
  const GoalPlaces places = places_of(goals);
  const Periods periods = periods_at(setup, tick);
  simd::SteerArgs args{};
  args.motion = motion(agents, kinematics.acceleration);
  args.profile = agents.profile().data();
  args.goal = agents.goal.data();
  args.slot = agents.slot.data();
  args.table = &setup.table;
  for (std::size_t d = 0; d < 3; ++d) {
    args.goal_place[d] = places[d].data();
    args.home[d] = data(agents.extra.home.axis[d]);
  }
  args.wander = {periods.key.data(), periods.share.data()};
  args.seed = static_cast<std::uint32_t>(Stream(setup.desc.seed).sub("wander").at(0, 0));
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    simd::SteerArgs chunk = args;
    chunk.agents = rows;
    setup.kernels->steer[agents.dimensions - 2](chunk);
  });
}

}  // namespace cardume::tick
