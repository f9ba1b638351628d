#include <array>
#include <optional>

#include "core/tick/destination.hpp"
#include "core/tick/events.hpp"
#include "core/tick/head_for.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/marks.hpp"
#include "core/tick/tick.hpp"
#include "core/worldgen/rng.hpp"

namespace cardume::tick {
namespace {

/// Whether it is the turn of a slot. A number is divisible by a period exactly where it times `inverse`, in 64 bits
/// that wrap around, is at most `most` (D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", 2019).
/// As it stands here it is nobody's turn ever.
struct Turn {
  std::uint64_t inverse = 1, most = 0;
  std::uint64_t shift = 1;

  bool comes(std::uint32_t slot) const { return (slot + shift) * inverse <= most; }
};

Turn turn_of(std::uint32_t period, std::uint64_t tick) {
  if (period == 0) return {};
  const std::uint64_t inverse = ~std::uint64_t{0} / period + 1;
  return {inverse, inverse - 1, tick % period};
}

/// What deciding takes of the world.
struct Outset {
  const Setup& setup;
  const ScoutBuffers& scout;
  std::uint32_t tick;                             ///< Its low bits.
  std::uint32_t goals;                            ///< So many there are.
  Stream chance;                                  ///< Of this tick.
  std::array<Turn, limits::kMaxProfiles> turns;   ///< By profile.
  std::array<Vec3, limits::kMaxGoals + 1> place;  ///< By goal.
};

Outset outset(const Setup& setup, const Terrain& terrain, const Goals& goals, const ScoutBuffers& scout,
              std::uint64_t tick) {
  const Stream chance(Stream(setup.desc.seed).sub("chance").at(tick, 0));
  Outset out{setup, scout, static_cast<std::uint32_t>(tick), static_cast<std::uint32_t>(goals.size()), chance, {}, {}};
  const std::vector<std::uint32_t>& period = setup.decisions.period;
  for (std::size_t i = 0; i < period.size(); ++i) out.turns[i] = turn_of(period[i], tick);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Vec2 place = place_of(terrain, *goals[i]);
    out.place[i + 1] = {place.x, place.y, setup.desc.dimensions == 3 ? goals[i]->height : 0};
  }
  return out;
}

Vec3 place_of(const AgentTable& agents, std::uint32_t row) {
  const auto& axis = agents.position.axis;
  return {axis[0][row], axis[1][row], agents.dimensions == 3 ? axis[2][row] : 0};
}

float distance2(Vec3 a, Vec3 b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}

bool anyone_near(const Outset& world, const Condition& condition, std::uint32_t agent, const AgentTable& agents) {
  const std::uint8_t quarry = world.scout.of_species[condition.index];
  if (quarry == 0) return false;
  return nearest_of(world.scout.quarries[quarry - 1u], agents, place_of(agents, agent), condition.value, agent)
      .has_value();
}

bool goal_near(const Outset& world, float radius2, std::uint32_t agent, const AgentTable& agents) {
  const std::uint8_t goal = agents.goal[agent];
  return goal != 0 && distance2(place_of(agents, agent), world.place[goal]) <= radius2;
}

bool happens(const Outset& world, const Condition& condition, std::uint32_t transition, std::uint32_t slot) {
  return world.chance.at(slot, transition) >> 32 < condition.enough;
}

bool holds(const Outset& world, const Condition& condition, std::uint32_t transition, std::uint32_t agent,
           const AgentTable& agents) {
  const MindTable& mind = agents.mind;
  switch (condition.kind) {
    case ConditionDesc::Kind::kNear:
      return anyone_near(world, condition, agent, agents);
    case ConditionDesc::Kind::kTime:
      return world.tick - mind.since[agent] >= condition.enough;
    case ConditionDesc::Kind::kHealth:
      return mind.health[agent] < condition.value;
    case ConditionDesc::Kind::kFlag:
      return (mind.flags[agent] >> condition.index & 1u) != 0;
    case ConditionDesc::Kind::kChance:
      return happens(world, condition, transition, agents.slot[agent]);
    case ConditionDesc::Kind::kInside:
      return (agents.extra.inside[agent] >> condition.index & 1u) != 0;
    case ConditionDesc::Kind::kGoalNear:
      return goal_near(world, condition.value, agent, agents);
  }
  return false;
}

bool open(const Outset& world, const Exit& exit, std::uint32_t agent, const AgentTable& agents) {
  const Condition* conditions = world.setup.decisions.conditions.data() + exit.first;
  for (std::uint32_t i = 0; i < exit.count; ++i)
    if (holds(world, conditions[i], exit.number, agent, agents) == conditions[i].negated) return false;
  return true;
}

/// The first exit whose conditions hold; null where none's do.
const Exit* way_out(const Outset& world, std::uint32_t agent, const AgentTable& agents) {
  const DecisionTable& table = world.setup.decisions;
  const std::uint32_t profile = agents.mind.profile[agent];
  for (std::uint32_t i = table.exits_of[profile]; i < table.exits_of[profile + 1]; ++i)
    if (open(world, table.exits[i], agent, agents)) return &table.exits[i];
  return nullptr;
}

/// The place in a route of the goal that is nearest to the agent; nothing where there are no such goals.
std::optional<std::uint8_t> nearest_leg(const Outset& world, const Route& route, Vec3 place) {
  std::optional<std::uint8_t> nearest;
  float least = 0;
  for (std::size_t leg = 0; leg < route.goals.size(); ++leg) {
    if (route.goals[leg] > world.goals) continue;
    const float away = distance2(place, world.place[route.goals[leg]]);
    if (nearest && away >= least) continue;
    nearest = static_cast<std::uint8_t>(leg);
    least = away;
  }
  return nearest;
}

/// The place in a route of the goal after the one at `leg`.
std::uint8_t next_leg(const Outset& world, const Route& route, std::size_t leg) {
  const std::size_t length = route.goals.size();
  std::size_t next = (leg + 1) % length;
  while (next != leg && route.goals[next] > world.goals) next = (next + 1) % length;
  return static_cast<std::uint8_t>(next);
}

/// Sets out on the route of its state, or to the goal that the game has given where there is none.
void take_up_route(const Outset& world, std::uint32_t agent, AgentTable& agents) {
  const Route& route = world.setup.decisions.routes[agents.mind.profile[agent]];
  if (route.goals.empty()) return head_for(agents, agent, agents.mind.given[agent]);
  const auto leg = nearest_leg(world, route, place_of(agents, agent));
  agents.mind.leg[agent] = leg.value_or(0);
  head_for(agents, agent, leg ? route.goals[*leg] : std::uint8_t{0});
}

bool rests(const AgentTable& agents, std::uint32_t agent) {
  if (!agents.has_bodies()) return false;
  const AgentState state = agents.body.state[agent];
  return state == AgentState::kArrived || state == AgentState::kArrivedPartial;
}

/// Turns to the next goal of its route where it has reached one.
void keep_to_route(const Outset& world, std::uint32_t agent, AgentTable& agents) {
  const Route& route = world.setup.decisions.routes[agents.mind.profile[agent]];
  if (route.goals.empty()) return;
  if (agents.goal[agent] == 0) return take_up_route(world, agent, agents);
  if (!rests(agents, agent) && !goal_near(world, route.radius2, agent, agents)) return;
  std::uint8_t& leg = agents.mind.leg[agent];
  leg = next_leg(world, route, leg);
  head_for(agents, agent, route.goals[leg]);
}

/// An agent whose turn it is, or that came into its state in this tick: that one does not decide.
void think(const Outset& world, std::uint32_t agent, AgentTable& agents, Marks& changed) {
  MindTable& mind = agents.mind;
  if (mind.since[agent] == world.tick) return take_up_route(world, agent, agents);
  const Exit* exit = way_out(world, agent, agents);
  if (exit == nullptr) return keep_to_route(world, agent, agents);
  mind.profile[agent] = exit->to;
  mind.since[agent] = world.tick;
  mark(changed, agent);
  take_up_route(world, agent, agents);
}

void think_chunk(const Outset& world, simd::Rows rows, AgentTable& agents, Marks& changed) {
  std::array<std::uint32_t, kGrain> due;
  std::uint32_t count = 0;
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
    due[count] = agent;
    const bool turn = world.turns[agents.mind.profile[agent]].comes(agents.slot[agent]);
    count += static_cast<std::uint32_t>(turn | (agents.mind.since[agent] == world.tick));
  }
  for (std::uint32_t i = 0; i < count; ++i) think(world, due[i], agents, changed);
}

/// Over to the states that the game asks for. Who is there already stays as it is.
void obey(const Setup& setup, const MindCommands& commands, const Ids& ids, std::uint64_t tick, AgentTable& agents,
          Marks& changed) {
  for (const SetStateCommand& command : commands.states) {
    const auto row = ids.row(command.id);
    if (!row) continue;
    const auto profile = static_cast<std::uint8_t>(setup.profiles.first[agents.species[*row]] + command.state);
    if (agents.mind.profile[*row] == profile) continue;
    agents.mind.profile[*row] = profile;
    agents.mind.since[*row] = static_cast<std::uint32_t>(tick);
    mark(changed, *row);
  }
}

}  // namespace

void mind(const Setup& setup, const Terrain& terrain, const Goals& goals, const ScoutBuffers& scout, const Ids& ids,
          Commands& commands, AgentTable& agents, MindBuffers& buffers, Publication& published) {
  if (!agents.has_minds()) return;
  const std::uint64_t tick = published.report.tick;
  clear_marks(buffers.changed, agents.count);
  obey(setup, commands.minds, ids, tick, agents, buffers.changed);
  commands.minds.states.clear();
  const Outset world = outset(setup, terrain, goals, scout, tick);
  for_agents(*setup.scheduler, agents.count, kGrain,
             [&](simd::Rows rows, std::uint32_t) { think_chunk(world, rows, agents, buffers.changed); });
  for_each_marked(buffers.changed, agents.count, [&](std::uint32_t agent) {
    const std::uint32_t state = agents.mind.profile[agent] - setup.profiles.first[agents.species[agent]];
    record(published,
           {.kind = Event::Kind::kStateChanged, .agent = ids.at(agents.slot[agent]), .other = {}, .detail = state});
  });
}

}  // namespace cardume::tick
