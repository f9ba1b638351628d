#pragma once
#include <cardume/scenery.hpp>

#include "tools/cardume/canvas.hpp"
#include "tools/cardume/view.hpp"

namespace cardume {

/// Obstacles as solid as walls in flat worlds, and as frames in space; regions as faint outlines.
void draw_scenery(Canvas&, const SceneryDesc&, const View&);

/// The edges of a box between two of its corners.
void draw_box(Canvas&, const View&, Vec3 low, Vec3 high, Rgb light);

}  // namespace cardume
