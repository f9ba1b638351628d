#pragma once
#include "core/world_state.hpp"

// Minds as deciding takes them.
namespace cardume {

/// Fills in decisions and regions of a setup whose profiles are in place.
void settle_decisions(Setup&);

}  // namespace cardume
