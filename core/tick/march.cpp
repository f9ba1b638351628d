#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void march(const Setup&, const Terrain&, const Ids&, Commands&, AgentTable&, Goals&) {}

}  // namespace cardume::tick
