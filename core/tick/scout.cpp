#include "core/tick/tick.hpp"

namespace cardume::tick {

void scout(const Setup&, const AgentTable&, ScoutBuffers&) {}

}  // namespace cardume::tick
