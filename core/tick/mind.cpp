#include "core/tick/tick.hpp"

namespace cardume::tick {

void mind(const Setup&, const Terrain&, const Goals&, const ScoutBuffers&, const Ids&, Commands& commands, AgentTable&,
          MindBuffers&, Publication&) {
  commands.minds.states.clear();
}

}  // namespace cardume::tick
