#include "core/tick/tick.hpp"

namespace cardume::tick {

void hunt(const Setup&, const ScoutBuffers&, const AgentTable&, Kinematics&) {}

}  // namespace cardume::tick
