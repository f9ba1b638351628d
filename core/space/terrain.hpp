#pragma once
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <vector>

#include "core/space/distance_transform.hpp"

namespace cardume {

/// What the edits of one tick have done; nothing between ticks. See core/space/ways_out.hpp.
struct Edits {
  std::vector<std::uint8_t> mark;      ///< Of each cell; 0 where nothing was done. Empty before the first edit.
  std::vector<std::uint32_t> touched;  ///< Cells that have a mark.
  std::vector<std::uint32_t> queue;    ///< Of the search for ways out.
  std::size_t room = 0;                ///< Cells that edits to come may touch.
};

/// The map as it is now, and what is derived from it.
struct Terrain {
  CostGrid grid;  ///< Empty for open ground.
  /// Of each cell: from its centre to the nearest wall, in world units, cut off where no body cares. Empty if unused.
  std::vector<float> clearance;
  std::vector<std::uint8_t> beside;  ///< Of each cell: which of its 8 neighbours are walls, by beside_bit(). As above.
  std::uint64_t version = 0;         ///< By all that differs from the first map: equal for equal maps.
  bool edited = false;               ///< In this tick.
  bool trapped = false;              ///< Somebody may stand inside a wall.
  DistanceTransform transform;
  Edits edits;

  bool empty() const { return grid.empty(); }
};

/// The bit of Terrain::beside for the neighbour at (dx, dy): straight ones in the low four, in the order -x, +x, -y,
/// +y, and diagonal ones in the high four.
constexpr std::uint32_t beside_bit(int dx, int dy) {
  if (dy == 0) return dx < 0 ? 1u : 2u;
  if (dx == 0) return dy < 0 ? 4u : 8u;
  return (dy < 0 ? 16u : 64u) << (dx > 0);
}

/// Clearances are kept for bodies up to that radius; for points, at 0, there are none.
Terrain make_terrain(CostGrid grid, float largest_radius);

/// Puts a rectangle of cells, both corners included, to one cost.
void set_cost(Terrain&, Cell low, Cell high, std::uint8_t cost);

}  // namespace cardume
