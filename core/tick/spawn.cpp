#include <cmath>

#include "core/tick/events.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

void spawn_one(const SpawnCommand& command, Ids& ids, AgentTable& agents, Publication& published) {
  ids.rows()[command.id.slot()] = agents.count;
  append(agents, command.desc, command.id.slot());
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

/// Another goal makes a body set out afresh; what state that is, settle tells.
void set_goal(AgentTable& agents, std::uint32_t row, GoalId goal) {
  if (agents.goal[row] == goal.value) return;
  agents.goal[row] = static_cast<std::uint8_t>(goal.value);
  if (!agents.has_bodies()) return;
  agents.body.duty[row] = Duty::kFollow;
  agents.body.pace[row] = 1;
  agents.body.waited[row] = 0;
}

}  // namespace

void spawn(Commands& commands, Ids& ids, AgentTable& agents, Publication& published) {
  for (const SpawnCommand& command : commands.spawns) spawn_one(command, ids, agents, published);
  for (AgentId id : commands.despawns) despawn_one(id, ids, agents, published);
  for (const SetGoalCommand& command : commands.set_goals)
    if (const auto row = ids.row(command.id)) set_goal(agents, *row, command.goal);
  for (const SetLockedCommand& command : commands.set_locked)
    if (const auto row = ids.row(command.id)) set_locked(agents.body, *row, command.locked);
  commands.spawns.clear();
  commands.set_locked.clear();
  commands.despawns.clear();
  commands.set_goals.clear();
  clear_padding(agents);
}

}  // namespace cardume::tick
