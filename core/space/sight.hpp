#pragma once
#include <cardume/cost_grid.hpp>

namespace cardume {

/// The share of the straight way between two places that is free of walls, from its start in a free cell on: 1 where
/// one sees the other. Beyond the map is wall, and so is the corner where two walls touch (J. Amanatides, A. Woo, "A
/// fast voxel traversal algorithm for ray tracing", 1987).
float clear_share(const CostGrid&, Vec2 from, Vec2 to);

inline bool in_sight(const CostGrid& grid, Vec2 from, Vec2 to) { return clear_share(grid, from, to) == 1; }

/// Whether a disc could go straight from one place to the other: its middle and both sides see their ends.
bool in_sight(const CostGrid&, Vec2 from, Vec2 to, float radius);

}  // namespace cardume
