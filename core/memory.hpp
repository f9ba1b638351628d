#pragma once
#include "core/world_state.hpp"

namespace cardume {

/// Held by everything that grows with agents or maps.
std::uint64_t memory_bytes(const WorldState&);

}  // namespace cardume
