#pragma once
#include <cardume/report.hpp>
#include <vector>

#include "core/world_state.hpp"

namespace cardume {

/// Held by everything that grows with agents or maps, by what it is for.
void list_memory(const WorldState&, std::vector<MemoryPart>& out);

}  // namespace cardume
