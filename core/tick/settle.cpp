#include <algorithm>
#include <cmath>

#include "core/tick/conduct.hpp"
#include "core/tick/events.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// A crowd is to one side of its ground when its middle is off by more than this share of the disc; so much of that it
/// makes good in a second.
constexpr float kAmiss = 0.1f, kMoveUp = 1;

std::uint32_t& count_of(StateCounts& counts, AgentState state) {
  switch (state) {
    case AgentState::kArrived:
      return counts.arrived;
    case AgentState::kArrivedPartial:
      return counts.arrived_partial;
    case AgentState::kBlocked:
      return counts.blocked;
    case AgentState::kStuck:
      return counts.stuck;
    default:
      return counts.moving;
  }
}

Event::Kind kind_of(AgentState state) {
  static_assert(static_cast<int>(Event::Kind::kStuck) - static_cast<int>(Event::Kind::kMoving) ==
                static_cast<int>(AgentState::kStuck));
  return static_cast<Event::Kind>(static_cast<int>(Event::Kind::kMoving) + static_cast<int>(state));
}

GoalShare* shares_of(SettleBuffers& buffers, std::uint32_t chunk) {
  return buffers.shares.data() + std::size_t{chunk} * limits::kMaxGoals;
}

void add_claim(const Witness& seen, std::uint32_t agent, const AgentTable& agents, GoalShare& share) {
  const auto claim =
      static_cast<double>(claim_of(seen.setup.desc.species[agents.species[agent]].arrival, agents.body.radius[agent]));
  const Vec2 off = place_of(agents.position, agent) -
                   aimed(destination_of(seen.to, agents, agent), place_of(agents.position, agent)).place;
  share.area += claim;
  share.off_x += claim * static_cast<double>(off.x);
  share.off_y += claim * static_cast<double>(off.y);
}

/// Tells the states of a chunk of agents, and what they add to the crowds at their goals.
void settle_chunk(const Witness& seen, simd::Rows rows, std::uint32_t chunk, AgentTable& agents, Kinematics& kinematics,
                  SettleBuffers& buffers) {
  GoalShare* shares = shares_of(buffers, chunk);
  StateCounts counts;
  std::uint8_t changed = 0;
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
    const AgentState state = conduct(seen, agent, agents);
    kinematics.state[agent] = state;
    changed |= static_cast<std::uint8_t>(state != agents.body.state[agent]);
    const std::uint8_t goal = agents.goal[agent];
    if (goal == 0 || agents.body.radius[agent] <= 0) continue;
    GoalShare& share = shares[goal - 1];
    ++share.agents;
    ++count_of(counts, state);
    const bool stands = state == AgentState::kArrived || state == AgentState::kArrivedPartial;
    if (stands)
      add_claim(seen, agent, agents, share);
    else
      share.waiting += waits(seen, agent, agents);
  }
  buffers.counts[chunk] = counts;
  buffers.changed[chunk] = changed;
}

GoalShare sum_of(const SettleBuffers& buffers, std::uint32_t chunks, std::size_t goal) {
  GoalShare sum;
  for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
    const GoalShare& share = buffers.shares[std::size_t{chunk} * limits::kMaxGoals + goal];
    sum.area += share.area;
    sum.off_x += share.off_x;
    sum.off_y += share.off_y;
    sum.waiting += share.waiting;
    sum.agents += share.agents;
  }
  return sum;
}

/// A crowd that stands to one side of the ground around its goal, because all came from there, moves up as long as
/// others wait behind it.
Vec2 drift_of(const GoalShare& crowd, const Room& room, float radius, float cell_size) {
  if (crowd.waiting == 0 || crowd.area <= 0) return {};
  const Vec2 off{static_cast<float>(crowd.off_x / crowd.area), static_cast<float>(crowd.off_y / crowd.area)};
  const Vec2 amiss = middle_of(room, radius / cell_size) * cell_size - off;
  return length(amiss) > kAmiss * radius ? amiss * kMoveUp : Vec2{};
}

/// Adds up the crowd at a goal, chunk by chunk, and finds the disc that it takes.
void gather(const SettleBuffers& buffers, std::uint32_t chunks, std::size_t index, float cell_size, const Room& room,
            Goal& goal) {
  const GoalShare crowd = sum_of(buffers, chunks, index);
  const double places = goal.wide() ? static_cast<double>(goal.desc.parts[0].places.size()) : 1;
  const double cells = crowd.area / places / (static_cast<double>(cell_size) * static_cast<double>(cell_size));
  const float radius = reach_of(room, static_cast<float>(cells)) * cell_size;
  goal.gathering = {crowd.area, crowd.agents, crowd.waiting, radius, drift_of(crowd, room, radius, cell_size)};
}

/// Around a goal, for the first kind of walker that goes there.
const Room& room_at(const Destinations& to, std::uint8_t goal) {
  static const Room open;
  for (std::size_t i = goal; i < to.all.size(); i += limits::kMaxGoals + 1)
    if (to.all[i].chart != nullptr) return to.all[i].chart->room;
  return open;
}

void tell_changes(const Kinematics& kinematics, simd::Rows rows, const Ids& ids, AgentTable& agents,
                  Publication& published) {
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
    const AgentState state = kinematics.state[agent];
    if (state == agents.body.state[agent]) continue;
    agents.body.state[agent] = state;
    record(published, {.kind = kind_of(state), .agent = ids.at(agents.slot[agent]), .goal = {agents.goal[agent]}});
  }
}

void add(const StateCounts& more, StateCounts& sum) {
  sum.moving += more.moving;
  sum.arrived += more.arrived;
  sum.arrived_partial += more.arrived_partial;
  sum.blocked += more.blocked;
  sum.stuck += more.stuck;
}

}  // namespace

void settle(const Setup& setup, const Terrain& terrain, const Ids& ids, const Destinations& destinations,
            AgentTable& agents, Goals& goals, Kinematics& kinematics, SettleBuffers& buffers, Publication& published) {
  if (!agents.has_bodies() || goals.empty() || terrain.empty()) return;
  const Witness seen{setup, terrain, kinematics, destinations, gaits(setup)};
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t chunk) {
    std::fill_n(shares_of(buffers, chunk), goals.size(), GoalShare{});
    settle_chunk(seen, rows, chunk, agents, kinematics, buffers);
  });
  const std::uint32_t chunks = chunk_count(agents.count, kGrain);
  for (std::size_t i = 0; i < goals.size(); ++i)
    gather(buffers, chunks, i, terrain.grid.cell_size, room_at(destinations, static_cast<std::uint8_t>(i + 1)),
           *goals[i]);
  for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
    add(buffers.counts[chunk], published.report.states);
    const simd::Rows rows{chunk * kGrain, std::min((chunk + 1) * kGrain, agents.count)};
    if (buffers.changed[chunk] != 0) tell_changes(kinematics, rows, ids, agents, published);
  }
}

}  // namespace cardume::tick
