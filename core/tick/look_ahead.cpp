#include "core/tick/tick.hpp"

namespace cardume::tick {

void look_ahead(const Setup&, const Terrain&, const Surroundings&, const AgentTable&, Kinematics&) {}

}  // namespace cardume::tick
