#pragma once
#include <cardume/cost_grid.hpp>
#include <string>
#include <vector>

#include "tools/scenario/image.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {

/// The terrain that a scenario asks for; empty for open ground.
Result<CostGrid> make_terrain(const Scenario&);

/// A map from a file: a PNG or a Moving AI map, told apart by its first bytes.
Result<CostGrid> load_terrain(const std::string& path, float cell_size);

/// Grey to cost: 0 (black) is a wall, 255 (white) open ground, and the darker between, the slower.
CostGrid terrain_from_image(const Image&, float cell_size);

/// The free cells of the largest region that 4-neighbour steps connect, row by row: where draws fall, so that nobody
/// appears in a closed pocket.
std::vector<Cell> largest_region(const CostGrid&);

/// The middle of a cell in world units.
Vec2 centre_of(const CostGrid&, Cell);

}  // namespace cardume
