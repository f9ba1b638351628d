#include "core/tick/tick.hpp"

namespace cardume::tick {

void watch(const Setup&, const Ids&, AgentTable&, Publication&) {}

}  // namespace cardume::tick
