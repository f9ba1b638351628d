#include "core/space/ways_out.hpp"
#include "core/tick/events.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

void put_at(AgentTable& agents, std::uint32_t row, Vec2 place) {
  agents.position.axis[0][row] = place.x;
  agents.position.axis[1][row] = place.y;
  if (!agents.has_bodies() || agents.body.duty[row] != Duty::kHold) return;
  agents.body.post.axis[0][row] = place.x;
  agents.body.post.axis[1][row] = place.y;
}

bool locked(const AgentTable& agents, std::uint32_t row) {
  return agents.has_bodies() && agents.body.inverse_mass[row] <= 0;
}

/// False where there is no way out, and for those whom nothing moves.
bool eject(const Ids& ids, const Terrain& terrain, Cell cell, std::uint32_t row, AgentTable& agents,
           Publication& published) {
  const std::optional<Cell> out = way_out(terrain, cell);
  if (!out || locked(agents, row)) return false;
  const Vec2 from{agents.position.axis[0][row], agents.position.axis[1][row]};
  put_at(agents, row, place_in(terrain, *out, agents.has_bodies() ? agents.body.radius[row] : 0, from));
  record(published, {.kind = Event::Kind::kEjected, .agent = ids.at(agents.slot[row])});
  return true;
}

}  // namespace

void terrain(const Setup& setup, const Ids& ids, Commands& commands, AgentTable& agents, Terrain& terrain,
             WalkMaps& maps, Publication& published) {
  terrain.edited = !commands.set_costs.empty();
  if (!terrain.edited) return;
  for (const SetCostCommand& edit : commands.set_costs) set_cost(terrain, edit.low, edit.high, edit.cost);
  follow_edits(terrain, setup.desc.fields.movements, commands.set_costs, maps);
  commands.set_costs.clear();
  find_ways_out(terrain);
  terrain.trapped = false;
  for (std::uint32_t row = 0; row < agents.count; ++row) {
    const Cell cell = cell_at(terrain.grid, {agents.position.axis[0][row], agents.position.axis[1][row]});
    if (terrain.grid.blocked(cell) && !eject(ids, terrain, cell, row, agents, published)) terrain.trapped = true;
  }
  forget_edits(terrain.edits);
}

}  // namespace cardume::tick
