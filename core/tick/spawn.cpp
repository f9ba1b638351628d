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

}  // namespace

void spawn(Commands& commands, Ids& ids, AgentTable& agents, Publication& published) {
  for (const SpawnCommand& command : commands.spawns) spawn_one(command, ids, agents, published);
  for (AgentId id : commands.despawns) despawn_one(id, ids, agents, published);
  for (const SetGoalCommand& command : commands.set_goals)
    if (const auto row = ids.row(command.id)) agents.goal[*row] = static_cast<std::uint8_t>(command.goal.value);
  commands.spawns.clear();
  commands.despawns.clear();
  commands.set_goals.clear();
  clear_padding(agents);
}

}  // namespace cardume::tick
