#pragma once
#include <optional>

#include "core/space/terrain.hpp"

namespace cardume {

/// Whether a disc, or a point for a radius of 0, may stand there: in a free cell, and clear of walls and the map's
/// edge.
bool fits(const CostGrid&, float radius, Vec2 place);

/// The same, sooner told where walls are far; by the clearances of that terrain.
bool fits(const Terrain&, float radius, Vec2 place);

/// The nearest place that a disc or point fits in, of the centres of cells and the middles of what lies between them,
/// at most `distance` away; ties go to the lower row, then to the lower column.
std::optional<Vec2> nearest_fit(const Terrain&, float radius, Vec2 place, float distance);

}  // namespace cardume
