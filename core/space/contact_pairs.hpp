#pragma once
#include <cardume/contact.hpp>
#include <vector>

#include "core/world_state.hpp"

namespace cardume {

/// The pairs of bodies that touch as the agents stand now, each once, in order of ids.
void find_pairs(const Setup&, const AgentTable&, const Ids&, std::vector<ContactPair>& out);

/// What they amount to, without a list of them.
OverlapReport measure_overlaps(const Setup&, const AgentTable&);

}  // namespace cardume
