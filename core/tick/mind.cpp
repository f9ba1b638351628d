#include <algorithm>
#include <array>
#include <bitset>
#include <cardume/random.hpp>
#include <optional>
#include <span>
#include <utility>

#include "core/space/volume.hpp"
#include "core/tick/destination.hpp"
#include "core/tick/events.hpp"
#include "core/tick/head_for.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/marks.hpp"
#include "core/tick/solo.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// So many slots side by side take their turn together: their memories are fetched at one go.
constexpr std::uint32_t kSide = 64 / sizeof(MindMemory);

/// Whether it is the turn of a slot. A number is divisible by a period exactly where it times `inverse`, in 32 bits
/// that wrap around, is at most `most`: so for numbers below 2^26 and periods to 64 (D. Lemire, O. Kaser, N. Kurz,
/// "Faster remainder by direct computation", 2019).
struct Turn {
  std::uint32_t inverse, most, shift;

  bool comes(std::uint32_t slot) const { return (slot / kSide + shift) * inverse <= most; }
};

static_assert(limits::kMaxAgents + limits::kMaxPeriod < 1u << 26 && limits::kMaxPeriod <= 64);

Turn turn_of(std::uint32_t period, std::uint64_t tick) {
  const std::uint32_t inverse = ~std::uint32_t{0} / period + 1;
  return {inverse, inverse - 1, static_cast<std::uint32_t>(tick % period)};
}

/// What deciding takes of the world.
struct Outset {
  const Setup& setup;
  const ScoutBuffers& scout;
  std::uint64_t now;                              ///< The tick.
  std::uint32_t tick;                             ///< Its low bits.
  std::bitset<limits::kMaxGoals + 1> goals;       ///< Those that there are.
  Stream chance;                                  ///< Of this tick.
  std::array<Vec3, limits::kMaxGoals + 1> place;  ///< By goal.
};

Outset outset(const Setup& setup, const Terrain& terrain, const Goals& goals, const ScoutBuffers& scout,
              std::uint64_t tick) {
  const Stream chance(Stream(setup.desc.seed).sub("chance").at(tick, 0));
  Outset out{setup, scout, tick, static_cast<std::uint32_t>(tick), {}, chance, {}};
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Vec2 place = place_of(terrain, *goals[i]);
    out.goals.set(i + 1, !goals[i]->gone);
    out.place[i + 1] = {place.x, place.y, setup.desc.dimensions == 3 ? goals[i]->height : 0};
  }
  return out;
}

float distance2(Vec3 a, Vec3 b) { return dot(a - b, a - b); }

const MindMemory& memory_of(const AgentTable& agents, std::uint32_t row) {
  return agents.mind.memory[agents.slot[row]];
}

bool goal_near(const Outset& world, float radius2, std::uint32_t agent, const AgentTable& agents) {
  const std::uint8_t goal = agents.goal[agent];
  return goal != 0 && distance2(vector_at(agents.position, agent), world.place[goal]) <= radius2;
}

/// Agents, by row.
using Group = std::span<std::uint32_t>;

/// Moves those for whom `holds(agent)` is as `wanted` to the front, in order, and returns them.
template <class Holds>
Group keep(Group group, bool wanted, Holds holds) {
  std::size_t kept = 0;
  for (const std::uint32_t agent : group) {
    group[kept] = agent;
    kept += static_cast<std::size_t>(holds(agent) == wanted);
  }
  return group.first(kept);
}

Group keep_near(const Outset& world, const Condition& condition, const AgentTable& agents, Group group) {
  const std::uint8_t quarry = world.scout.of_species[condition.index];
  if (quarry == 0) return keep(group, !condition.negated, [](std::uint32_t) { return false; });
  const Quarry& sought = world.scout.quarries[quarry - 1u];
  return keep(group, !condition.negated, [&](std::uint32_t agent) {
    return nearest_of(sought, vector_at(agents.position, agent), condition.value, agent).has_value();
  });
}

/// Those of a group for whom a condition holds. One condition after the other for many agents is several times as fast
/// as one agent after the other.
Group keep_if(const Outset& world, const Condition& condition, std::uint32_t draw, const AgentTable& agents,
              Group group) {
  const bool wanted = !condition.negated;
  switch (condition.kind) {
    case ConditionDesc::Kind::kNear:
      return keep_near(world, condition, agents, group);
    case ConditionDesc::Kind::kTime:
      return keep(group, wanted,
                  [&](std::uint32_t agent) { return world.tick - memory_of(agents, agent).since >= condition.enough; });
    case ConditionDesc::Kind::kHealth:
      return keep(group, wanted,
                  [&](std::uint32_t agent) { return memory_of(agents, agent).health < condition.value; });
    case ConditionDesc::Kind::kFlag:
      return keep(group, wanted,
                  [&](std::uint32_t agent) { return (memory_of(agents, agent).flags >> condition.index & 1u) != 0; });
    case ConditionDesc::Kind::kChance:
      return keep(group, wanted, [&](std::uint32_t agent) {
        return world.chance.at(agents.slot[agent], draw) >> 32 < condition.enough;
      });
    case ConditionDesc::Kind::kInside:
      return keep(group, wanted,
                  [&](std::uint32_t agent) { return (agents.extra.inside[agent] >> condition.index & 1u) != 0; });
    case ConditionDesc::Kind::kGoalNear:
      return keep(group, wanted, [&](std::uint32_t agent) { return goal_near(world, condition.value, agent, agents); });
  }
  return group;
}

/// The place in a route of the goal that is nearest to the agent; nothing where there are no such goals.
std::optional<std::uint8_t> nearest_leg(const Outset& world, const GoalRoute& route, Vec3 place) {
  std::optional<std::uint8_t> nearest;
  float least = 0;
  for (std::size_t leg = 0; leg < route.goals.size(); ++leg) {
    if (!world.goals.test(route.goals[leg])) continue;
    const float away = distance2(place, world.place[route.goals[leg]]);
    if (nearest && away >= least) continue;
    nearest = static_cast<std::uint8_t>(leg);
    least = away;
  }
  return nearest;
}

/// The place in a route of the goal after the one at `leg`.
std::uint8_t next_leg(const Outset& world, const GoalRoute& route, std::size_t leg) {
  const std::size_t length = route.goals.size();
  std::size_t next = (leg + 1) % length;
  while (next != leg && !world.goals.test(route.goals[next])) next = (next + 1) % length;
  return static_cast<std::uint8_t>(next);
}

bool rests(const AgentTable& agents, std::uint32_t agent) {
  if (!agents.has_bodies()) return false;
  const AgentState state = agents.body.state[agent];
  return state == AgentState::kArrived || state == AgentState::kArrivedPartial;
}

/// Changes minds, and keeps count of what that adds to the digest.
class Changes {
 public:
  Changes(const Outset& world, AgentTable& agents, Marks& changed)
      : world_(world), agents_(agents), changed_(changed) {}

  std::uint64_t digest() const { return digest_; }

  /// Into another state. Who does so neither decides nor turns to another goal of its route in the same tick.
  void go_over(std::uint32_t agent, std::uint8_t profile) {
    agents_.mind.profile[agent] = profile;
    mark(changed_, agent);
    remember(agent, [&](MindMemory& memory) { memory.since = world_.tick; });
    take_up_route(agent);
  }

  /// Sets out on the route of its state, or to the goal that the game has given where there is none.
  void take_up_route(std::uint32_t agent) {
    const GoalRoute& route = route_of(agent);
    if (route.goals.empty()) return head_for(agents_, agent, memory_of(agents_, agent).given);
    const auto leg = nearest_leg(world_, route, vector_at(agents_.position, agent));
    remember(agent, [&](MindMemory& memory) { memory.leg = leg.value_or(0); });
    head_for(agents_, agent, leg ? route.goals[*leg] : std::uint8_t{0});
  }

  /// Turns to the next goal of its route where it has reached one.
  void keep_to_route(std::uint32_t agent) {
    const GoalRoute& route = route_of(agent);
    if (agents_.goal[agent] == 0) return take_up_route(agent);
    if (!rests(agents_, agent) && !goal_near(world_, route.radius2, agent, agents_)) return;
    const std::uint8_t leg = next_leg(world_, route, memory_of(agents_, agent).leg);
    remember(agent, [&](MindMemory& memory) { memory.leg = leg; });
    head_for(agents_, agent, route.goals[leg]);
  }

 private:
  const GoalRoute& route_of(std::uint32_t agent) const {
    return world_.setup.decisions.routes[agents_.mind.profile[agent]];
  }
  template <class Change>
  void remember(std::uint32_t agent, Change change) {
    change_memory(agents_.mind.memory, agents_.slot[agent], digest_, change);
  }

  const Outset& world_;
  AgentTable& agents_;
  Marks& changed_;
  std::uint64_t digest_ = 0;
};

/// Takes those out of a group who are in a part of it, which has the same order, and returns the others.
Group without(Group group, Group part) {
  std::size_t kept = 0, next = 0;
  for (const std::uint32_t agent : group) {
    const bool out = next < part.size() && part[next] == agent;
    group[kept] = agent;
    kept += static_cast<std::size_t>(!out);
    next += static_cast<std::size_t>(out);
  }
  return group.first(kept);
}

/// Has agents of one profile decide: each takes the first exit all of whose conditions hold.
void decide(const Outset& world, std::uint8_t profile, Group group, const AgentTable& agents, Changes& changes) {
  const DecisionTable& table = world.setup.decisions;
  std::array<std::uint32_t, kGrain> room;
  group = keep(group, true, [&](std::uint32_t agent) { return memory_of(agents, agent).since != world.tick; });
  for (std::uint32_t i = table.exits_of[profile]; i < table.exits_of[profile + 1u] && !group.empty(); ++i) {
    const Exit& exit = table.exits[i];
    Group leaving{room.data(), group.size()};
    std::copy(group.begin(), group.end(), leaving.begin());
    for (std::uint32_t c = exit.first; c < exit.first + exit.count && !leaving.empty(); ++c)
      leaving =
          keep_if(world, table.conditions[c], exit.number * limits::kMaxConditions + c - exit.first, agents, leaving);
    if (leaving.empty()) continue;
    group = without(group, leaving);
    for (const std::uint32_t agent : leaving) changes.go_over(agent, exit.to);
  }
  if (table.routes[profile].goals.empty()) return;
  for (const std::uint32_t agent : group) changes.keep_to_route(agent);
}

/// Those of a chunk whose turn it is, by profile.
class Due {
 public:
  Due(const Outset& world, simd::Rows rows, const AgentTable& agents) {
    const std::uint8_t* profile = agents.mind.profile.data();
    std::array<std::uint32_t, kGrain> due;
    std::uint32_t count = 0;
    for (const std::uint32_t period : world.setup.decisions.periods)
      count += find(world, period, rows, agents, due.data() + count);
    for (std::uint32_t i = 0; i < count; ++i) ++end_[profile[due[i]]];
    std::uint32_t end = 0;
    for (std::uint32_t& one : end_) one = std::exchange(end, end + one);
    for (std::uint32_t i = 0; i < count; ++i) agents_[end_[profile[due[i]]]++] = due[i];
  }

  Group of(std::size_t profile) {
    const std::uint32_t first = profile == 0 ? 0 : end_[profile - 1];
    return {agents_.data() + first, end_[profile] - first};
  }

 private:
  /// Lists those who decide once in a period and whose turn it is. Most agents are asked for no more than their slots.
  static std::uint32_t find(const Outset& world, std::uint32_t period, simd::Rows rows, const AgentTable& agents,
                            std::uint32_t* found) {
    const Turn turn = turn_of(period, world.now);
    const std::uint32_t* slot = agents.slot.data();
    std::array<std::uint32_t, kGrain> turns;
    std::uint32_t count = 0, kept = 0;
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
      turns[count] = agent;
      count += static_cast<std::uint32_t>(turn.comes(slot[agent]));
    }
    for (std::uint32_t i = 0; i < count; ++i)
      if (world.setup.decisions.period[agents.mind.profile[turns[i]]] == period) found[kept++] = turns[i];
    return kept;
  }

  std::array<std::uint32_t, kGrain> agents_;
  std::array<std::uint32_t, limits::kMaxProfiles> end_{};  ///< Where those of each profile end.
};

std::uint64_t think(const Outset& world, simd::Rows rows, AgentTable& agents, Marks& changed) {
  Due due(world, rows, agents);
  Changes changes(world, agents, changed);
  for (std::size_t profile = 0; profile < world.setup.profiles.behaviour.size(); ++profile) {
    const Group group = due.of(profile);
    if (!group.empty()) decide(world, static_cast<std::uint8_t>(profile), group, agents, changes);
  }
  return changes.digest();
}

/// Newcomers set out, and those go over to other states of whom the game asks it. Who is there already stays as it is.
std::uint64_t obey(const Outset& world, const Commands& commands, const Ids& ids, AgentTable& agents, Marks& changed) {
  Changes changes(world, agents, changed);
  for (const SpawnCommand& command : commands.spawns)
    if (const auto row = ids.row(command.id)) changes.take_up_route(*row);
  for (const SetStateCommand& command : commands.minds.states) {
    const auto row = ids.row(command.id);
    if (!row) continue;
    const auto profile = static_cast<std::uint8_t>(world.setup.profiles.first[agents.species[*row]] + command.state);
    if (agents.mind.profile[*row] != profile) changes.go_over(*row, profile);
  }
  return changes.digest();
}

}  // namespace

void mind(const Setup& setup, const Terrain& terrain, const Goals& goals, const ScoutBuffers& scout, const Ids& ids,
          Commands& commands, AgentTable& agents, MindBuffers& buffers, Publication& published) {
  if (!agents.has_minds()) return;
  const Outset world = outset(setup, terrain, goals, scout, published.report.tick);
  clear_marks(buffers.changed, agents.count);
  agents.mind.digest += obey(world, commands, ids, agents, buffers.changed);
  commands.spawns.clear();
  commands.minds.states.clear();
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t chunk) {
    buffers.digests[chunk] = think(world, rows, agents, buffers.changed);
  });
  for (std::uint32_t chunk = 0; chunk < chunk_count(agents.count, kGrain); ++chunk)
    agents.mind.digest += buffers.digests[chunk];
  for_each_marked(buffers.changed, agents.count, [&](std::uint32_t agent) {
    const std::uint32_t state = agents.mind.profile[agent] - setup.profiles.first[agents.species[agent]];
    record(published,
           {.kind = Event::Kind::kStateChanged, .agent = ids.at(agents.slot[agent]), .other = {}, .detail = state});
  });
}

}  // namespace cardume::tick
