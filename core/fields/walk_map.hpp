#pragma once
#include <cstdint>
#include <vector>

#include "core/agents/commands.hpp"
#include "core/fields/islands.hpp"
#include "core/fields/walk_grid.hpp"
#include "core/space/terrain.hpp"

namespace cardume {

/// The map for one kind of walker, as it is now, and what has changed of it lately.
struct WalkMap {
  Walker walker;
  CostGrid own;  ///< Its walk grid; empty where that is the terrain as it is.
  /// Edits in order; the first has the number `first`. Routes bring their copies up to date by it.
  std::vector<CellEdit> log;
  std::uint64_t first = 0;
  Islands islands;
  std::vector<CellBox> edited;  ///< In this tick; for islands.
  bool has_islands = false;     ///< They are kept from when somebody first asks for them.

  const CostGrid& grid(const Terrain& terrain) const { return own.empty() ? terrain.grid : own; }
  std::uint64_t revision() const { return first + log.size(); }
};

/// By number of the walker.
using WalkMaps = std::vector<WalkMap>;

/// The first walker is always there. Throws std::bad_alloc.
WalkMaps make_walk_maps(const Terrain&, const std::vector<Walker>&, const std::vector<MovementDesc>&);

/// Takes over the edits that the terrain has seen in this tick.
void follow_edits(const Terrain&, const std::vector<MovementDesc>&, const std::vector<SetCostCommand>& edits,
                  WalkMaps&);

/// Builds the islands where they are not kept yet. Throws std::bad_alloc.
const Islands& islands_of(const Terrain&, const Passages&, WalkMap&);

/// The place in a map's grid that stands for a place in the world: the nearest one that lets the walker pass, of the
/// four around it; the cell it is in where none does.
Cell node_at(const WalkMap&, const Terrain&, Vec2 place);

std::uint64_t memory_bytes(const WalkMaps&);

}  // namespace cardume
