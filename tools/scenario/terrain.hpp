#pragma once
#include <cardume/cost_grid.hpp>
#include <string>
#include <vector>

#include "tools/scenario/scenario.hpp"

namespace cardume {

/// A place of a recipe, in world units.
struct TerrainPlace {
  std::string name;
  Vec2 position;
};

/// A terrain with what stands on it.
struct MadeTerrain {
  CostGrid grid;                        ///< Empty for open ground.
  std::vector<ObstacleDesc> obstacles;  ///< The trees of a recipe.
  std::vector<TerrainPlace> places;
};

/// The terrain that a scenario asks for.
Result<MadeTerrain> make_terrain(const Scenario&);

/// Puts the places of a recipe where goals and spawns name them.
Error settle_places(const MadeTerrain&, Scenario&);

/// The free cells of the largest region that 4-neighbour steps connect, row by row: where draws fall, so that nobody
/// appears in a closed pocket.
std::vector<Cell> largest_region(const CostGrid&);

/// The middle of a cell in world units.
Vec2 centre_of(const CostGrid&, Cell);

}  // namespace cardume
