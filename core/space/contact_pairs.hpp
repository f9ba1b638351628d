#pragma once
#include <cardume/contact.hpp>
#include <vector>

#include "core/world_state.hpp"

namespace cardume {

/// Bodies touch where the gap between them is less than this share of the sum of their radii.
inline constexpr double kTouching = 0.01;

/// Whether two bodies collide and touch, and how far they overlap.
bool touch(const Setup&, const AgentTable&, std::uint32_t row, std::uint32_t other, float& depth);

/// The pairs of bodies that touch as the agents stand now, each once, in order of ids.
void find_pairs(const Setup&, const AgentTable&, const Ids&, std::vector<ContactPair>& out);

/// What they amount to, without a list of them.
OverlapReport measure_overlaps(const Setup&, const AgentTable&);

}  // namespace cardume
