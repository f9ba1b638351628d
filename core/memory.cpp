#include "core/memory.hpp"

namespace cardume {
namespace {

template <class T>
std::uint64_t bytes(const std::vector<T>& column) {
  return column.capacity() * sizeof(T);
}

std::uint64_t bytes(const AxisColumns& columns) {
  return bytes(columns.axis[0]) + bytes(columns.axis[1]) + bytes(columns.axis[2]);
}

std::uint64_t bytes(const AgentTable& agents) {
  std::uint64_t sum = bytes(agents.mind.memory);
  for_each_column([&](const auto& column) { sum += bytes(column); }, agents);
  return sum;
}

std::uint64_t bytes(const BodyTable& body) {
  return bytes(body.radius) + bytes(body.inverse_mass) + bytes(body.pressure) + bytes(body.state) + bytes(body.duty) +
         bytes(body.pace) + bytes(body.waited) + bytes(body.post);
}

std::uint64_t bytes(const MindTable& mind) { return bytes(mind.profile) + bytes(mind.memory); }

std::uint64_t bytes(const ExtraTable& extra) { return bytes(extra.home) + bytes(extra.inside) + bytes(extra.walker); }

std::uint64_t bytes(const Kinematics& kinematics) {
  return bytes(kinematics.acceleration) + bytes(kinematics.previous) + bytes(kinematics.velocity) +
         bytes(kinematics.follows) + bytes(kinematics.pace) + bytes(kinematics.state) + bytes(kinematics.speed) +
         bytes(kinematics.looks);
}

std::uint64_t bytes(const SortBuffers& sort) {
  return bytes(sort.sorted) + bytes(sort.cell) + bytes(sort.chunk_rows) + bytes(sort.row_start) + bytes(sort.by_row) +
         bytes(sort.order);
}

std::uint64_t bytes(const Terrain& terrain) {
  return bytes(terrain.grid.cost) + bytes(terrain.clearance) + bytes(terrain.beside) +
         terrain.transform.memory_bytes() + bytes(terrain.edits.mark) + bytes(terrain.edits.touched) +
         bytes(terrain.edits.queue);
}

std::uint64_t bytes(const ScoutBuffers& scout) {
  std::uint64_t sum = bytes(scout.quarries);
  for (const Quarry& quarry : scout.quarries) sum += memory_bytes(quarry);
  return sum;
}

/// Of stages, but for sorting and contacts.
std::uint64_t other_bytes(const Buffers& buffers) {
  return bytes(buffers.scout) + bytes(buffers.mind.changed) + bytes(buffers.mind.digests) + bytes(buffers.watch.moved) +
         bytes(buffers.fields.filled) + bytes(buffers.fields.views) + bytes(buffers.fields.wanted) +
         bytes(buffers.settle.shares) + bytes(buffers.settle.changed) + bytes(buffers.settle.counts) +
         bytes(buffers.query.strays) + bytes(buffers.query.by_cell);
}

std::uint64_t bytes(const Commands& commands) {
  return bytes(commands.spawns) + bytes(commands.despawns) + bytes(commands.set_goals) + bytes(commands.move_goals) +
         bytes(commands.set_locked) + bytes(commands.set_costs) + bytes(commands.form_ups) + bytes(commands.set_homes) +
         bytes(commands.minds.states) + bytes(commands.minds.healths) + bytes(commands.minds.flags);
}

std::uint64_t bytes(const Atlas& atlas) {
  std::uint64_t sum = memory_bytes(atlas.maps);
  for (const auto& route : atlas.routes)
    if (route != nullptr) sum += memory_bytes(*route) + (route->tiled != nullptr ? memory_bytes(*route->tiled) : 0);
  for (const auto& planner : atlas.planners) sum += planner->held_bytes;
  return sum;
}

std::uint64_t formation_bytes(const Goals& goals) {
  std::uint64_t sum = 0;
  for (const auto& goal : goals) sum += memory_bytes(goal->formation);
  return sum;
}

}  // namespace

void list_memory(const WorldState& state, std::vector<MemoryPart>& out) {
  const AgentTable& agents = state.agents;
  const Buffers& buffers = state.buffers;
  const Touches& touches = state.published.touches;
  out.assign({{"positions", bytes(agents.position)},
              {"velocities", bytes(agents.velocity)},
              {"species", bytes(agents.species)},
              {"goals", bytes(agents.goal)},
              {"slots", bytes(agents.slot)},
              {"bodies", bytes(agents.body)},
              {"minds", bytes(agents.mind)},
              {"homes, regions, walkers", bytes(agents.extra)},
              {"ids", state.ids.memory_bytes()},
              {"kinematics", bytes(state.kinematics)},
              {"grid", bytes(state.grid.start) + bytes(state.grid.crowded)},
              {"sorting", bytes(buffers.sort)},
              {"contacts", bytes(buffers.contacts.pushed) + bytes(buffers.contacts.touch)},
              {"touches", bytes(touches.pairs) + bytes(touches.next)},
              {"other stages", other_bytes(buffers)},
              {"commands", bytes(state.commands)},
              {"map", bytes(state.terrain)},
              {"obstacles", memory_bytes(state.surroundings.obstacles)},
              {"fields", bytes(state.atlas)},
              {"formations", formation_bytes(state.goals)}});
}

}  // namespace cardume
