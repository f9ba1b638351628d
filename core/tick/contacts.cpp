#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void contacts(const Setup&, const Grid&, std::uint64_t, const Kinematics&, AgentTable&, ContactBuffers&) {}

}  // namespace cardume::tick
