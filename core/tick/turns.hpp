#pragma once
#include "core/world_state.hpp"

// Whose turn it is to look around. Agents take turns by where they are: a tile is a stretch of one grid row, so that
// those whose turn it is stand side by side and fill whole batches; by id a batch would cost as much as ever. Who
// crosses into another tile may look a little earlier or later than it would have.
namespace cardume::tick {

/// Notes for a chunk of agents whether it is their turn: 1, or else 0.
void take_turns(const Setup&, const Grid&, const Surroundings&, std::uint64_t tick, simd::Rows, const AgentTable&,
                std::vector<std::uint8_t>& looks);

}  // namespace cardume::tick
