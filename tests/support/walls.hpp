#pragma once
#include <cardume/cost_grid.hpp>

namespace cardume::testing {

/// How far a place is from the nearest wall square or the map's edge, in world units: by all cells, in double
/// precision.
double distance_to_walls(const CostGrid&, Vec2 place);

}  // namespace cardume::testing
