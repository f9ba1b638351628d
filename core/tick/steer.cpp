#include "core/tick/tick.hpp"

namespace cardume::tick {

void steer(const Setup&, const Goals&, const AgentTable&, std::uint64_t, Kinematics&) {}

}  // namespace cardume::tick
