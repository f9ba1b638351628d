#pragma once
#include <cardume/cost_grid.hpp>
#include <string>
#include <vector>

#include "tools/scenario/scenario.hpp"

namespace cardume {

/// The terrain that a scenario asks for; empty for open ground.
Result<CostGrid> make_terrain(const Scenario&);

/// The free cells of the largest region that 4-neighbour steps connect, row by row: where draws fall, so that nobody
/// appears in a closed pocket.
std::vector<Cell> largest_region(const CostGrid&);

/// The middle of a cell in world units.
Vec2 centre_of(const CostGrid&, Cell);

}  // namespace cardume
