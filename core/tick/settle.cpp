#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void settle(const Setup&, const Terrain&, const Ids&, AgentTable&, Goals&, Kinematics&, SettleBuffers&, Publication&) {}

}  // namespace cardume::tick
