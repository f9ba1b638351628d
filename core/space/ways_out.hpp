#pragma once
#include <optional>

#include "core/space/terrain.hpp"

// Where those go who stand in what has just become a wall: to the nearest free cell that they could have walked to,
// step by step, through cells that were free before the edits of this tick. One search from all free cells beside the
// new walls finds the way of everybody, whose number does not matter.
namespace cardume {

/// Takes the memory that an edit of these cells needs. Throws std::bad_alloc.
void expect_edit(Terrain&, Cell low, Cell high);

/// Notes a cell that is about to be edited. Only what it was before the first edit of the tick counts.
void note_touch(Edits&, std::uint32_t cell, bool was_wall);

/// Finds the ways out of all cells that have become walls.
void find_ways_out(Terrain&);

/// The free cell that the way out of a wall leads to; nothing where there is none.
std::optional<Cell> way_out(const Terrain&, Cell);

/// Where a body that comes from `from` may stand in a free cell: as near as it has room, else in the middle.
Vec2 place_in(const Terrain&, Cell, float radius, Vec2 from);

/// Ends the edits of this tick.
void forget_edits(Edits&);

}  // namespace cardume
