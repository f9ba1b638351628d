#pragma once
#include <cardume/cost_grid.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cardume {

/// A map as JSON of the schema "cardume.map/1": `width` and `height` in cells, `cell_size` in world units (1 where it
/// is missing) and `cost`, one number from 1 to 255 a cell, row by row; 255 is a wall.
Result<CostGrid> parse_map_json(const nlohmann::json&, const std::string& name);
std::string to_map_json(const CostGrid&);

}  // namespace cardume
