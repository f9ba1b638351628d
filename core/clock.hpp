#pragma once
#include "core/world_state.hpp"

namespace cardume {

/// Adds `dt` seconds to what is left of earlier steps, takes as many whole ticks out of it as a step may have, and
/// returns the seconds given up beyond them.
float take_time(Clock&, float dt, const WorldDesc&, std::uint32_t& ticks);

}  // namespace cardume
