#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void terrain(const Ids&, Commands& commands, AgentTable&, Terrain& terrain, Publication&) {
  for (const SetCostCommand& edit : commands.set_costs) set_cost(terrain, edit.low, edit.high, edit.cost);
  commands.set_costs.clear();
}

}  // namespace cardume::tick
