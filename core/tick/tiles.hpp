#pragma once
#include "core/world_state.hpp"

// Fields of tiles, on maps too large for whole ones.
namespace cardume::tick {

/// Takes batches of plans and blocks into use that are due, and asks for the next ones: plans for goals that have moved
/// and for maps that have changed, blocks for tiles that agents are in or may come to.
void tend_tiles(const Setup&, const Terrain&, const AgentTable&, Atlas&, const Goals&, Publication&);

}  // namespace cardume::tick
