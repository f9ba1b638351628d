#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/export.hpp>
#include <cardume/movement.hpp>

namespace cardume {

/// The map as walkers of one kind see it: cells stand for the places where their middles may be, and ground that they
/// do not enter or do not fit on is a wall.
struct WalkGrid {
  CostGrid grid;
  /// Where the place of cell (0, 0) is along both axes, in cells: 0.5, its middle, or 1, its far corner, for walkers of
  /// an even number of cells across.
  float origin = 0.5f;
};

/// The ground of those who move like that, for bodies of a radius in world units; 0 is a point. Sizes are rounded up to
/// whole cells across, as everywhere in a world. kInvalidArgument for a radius below 0, kLimit above limits::kMaxSize
/// cells across.
CARDUME_EXPORT Result<WalkGrid> build_walk_grid(const CostGrid&, const MovementDesc&, float radius);

}  // namespace cardume
