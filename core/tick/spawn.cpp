#include <bitset>
#include <cmath>

#include "core/setup.hpp"
#include "core/tick/events.hpp"
#include "core/tick/head_for.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

void spawn_one(const Setup& setup, const SpawnCommand& command, Ids& ids, AgentTable& agents, Publication& published) {
  ids.rows()[command.id.slot()] = agents.count;
  const auto tick = static_cast<std::uint32_t>(published.report.tick);
  const std::uint8_t walker = walker_of(setup, command.desc.species, command.desc.radius);
  append(agents, command.desc, command.id.slot(), {setup.profiles.first[command.desc.species], walker, tick});
  record(published, {.kind = Event::Kind::kSpawned, .agent = command.id});
}

void despawn_one(AgentId id, Ids& ids, AgentTable& agents, Publication& published) {
  const std::uint32_t row = ids.rows()[id.slot()];
  remove(agents, row);
  if (row < agents.count) ids.rows()[agents.slot[row]] = row;
  ids.release(id);
  record(published, {.kind = Event::Kind::kDespawned, .agent = id});
}

void set_locked(BodyTable& bodies, std::uint32_t row, bool locked) {
  const float inverse_mass = std::fabs(bodies.inverse_mass[row]);
  bodies.inverse_mass[row] = locked ? -inverse_mass : inverse_mass;
  bodies.even = false;
}

void set_home(AgentTable& agents, std::uint32_t row, Vec3 place) {
  const float axis[] = {place.x, place.y, place.z};
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) agents.extra.home.axis[d][row] = axis[d];
}

void tell_minds(MindCommands& commands, const Ids& ids, AgentTable& agents) {
  MindTable& mind = agents.mind;
  const auto remember = [&](AgentId id, auto change) {
    if (ids.row(id)) change_memory(mind.memory, id.slot(), mind.digest, change);
  };
  for (const SetHealthCommand& command : commands.healths)
    remember(command.id, [&](MindMemory& memory) { memory.health = command.health; });
  for (const SetFlagsCommand& command : commands.flags)
    remember(command.id, [&](MindMemory& memory) { memory.flags = command.flags; });
  commands.healths.clear();
  commands.flags.clear();
}

/// Those whose state has a route stay on it; see StateDesc::route.
void set_goal(const Setup& setup, AgentTable& agents, std::uint32_t row, GoalId id) {
  const auto goal = static_cast<std::uint8_t>(id.value);
  if (agents.has_minds()) {
    MindTable& mind = agents.mind;
    change_memory(mind.memory, agents.slot[row], mind.digest, [&](MindMemory& memory) { memory.given = goal; });
    if (!setup.decisions.routes[agents.mind.profile[row]].goals.empty()) return;
  }
  head_for(agents, row, goal);
}

/// Those whose goal is removed have none.
void drop_goals(const Setup& setup, const std::vector<GoalId>& removed, AgentTable& agents) {
  if (removed.empty()) return;
  std::bitset<limits::kMaxGoals + 1> gone;
  for (const GoalId goal : removed) gone.set(goal.value);
  for (std::uint32_t row = 0; row < agents.count; ++row) {
    if (gone.test(agents.goal[row])) head_for(agents, row, 0);
    const bool given = agents.has_minds() && gone.test(agents.mind.memory[agents.slot[row]].given);
    if (given) set_goal(setup, agents, row, {});
  }
}

}  // namespace

void spawn(const Setup& setup, Commands& commands, Ids& ids, AgentTable& agents, Surroundings& surroundings,
           Publication& published) {
  for (const SpawnCommand& command : commands.spawns) spawn_one(setup, command, ids, agents, published);
  for (AgentId id : commands.despawns) despawn_one(id, ids, agents, published);
  for (const SetGoalCommand& command : commands.set_goals)
    if (const auto row = ids.row(command.id)) set_goal(setup, agents, *row, command.goal);
  drop_goals(setup, commands.remove_goals, agents);
  for (const SetLockedCommand& command : commands.set_locked)
    if (const auto row = ids.row(command.id)) set_locked(agents.body, *row, command.locked);
  for (const SetHomeCommand& command : commands.set_homes)
    if (const auto row = ids.row(command.id)) set_home(agents, *row, command.place);
  tell_minds(commands.minds, ids, agents);
  if (commands.focus.asked) surroundings.focus.swap(commands.focus.points);
  commands.focus.asked = false;
  commands.set_homes.clear();
  if (!agents.has_minds()) commands.spawns.clear();  // Else `mind` does, once they have set out.
  commands.set_locked.clear();
  commands.despawns.clear();
  commands.set_goals.clear();
  clear_padding(agents);
}

}  // namespace cardume::tick
