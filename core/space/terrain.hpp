#pragma once
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// The map as it is now, and what is derived from it.
struct Terrain {
  CostGrid grid;  ///< Empty for open ground.
  std::vector<float>
      clearance;              ///< Of each cell: from its centre to the nearest wall, in world units; empty if unused.
  std::uint64_t version = 0;  ///< Another number after every change, by what was changed.

  bool empty() const { return grid.empty(); }
};

/// Clearances are kept where bodies need them.
Terrain make_terrain(CostGrid grid, bool bodies);

/// Puts a rectangle of cells, both corners included, to one cost.
void set_cost(Terrain&, Cell low, Cell high, std::uint8_t cost);

}  // namespace cardume
