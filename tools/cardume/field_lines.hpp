#pragma once
#include "tools/cardume/canvas.hpp"
#include "tools/cardume/field_trace.hpp"

namespace cardume {

// What is drawn on the ground of a field. `scale` is pixels a cell.

/// A line of light of about one pixel and a half, from place to place in pixels.
void draw_stroke(Canvas&, Vec2 from, Vec2 to, Rgb light);

void draw_arrows(Canvas&, const FieldSampler&, float scale);

/// Evenly spaced courses, each to the goal or into one that is drawn already (B. Jobard, W. Lefer, "Creating
/// evenly-spaced streamlines of arbitrary density", 1997).
void draw_streamlines(Canvas&, const FieldSampler&, float scale);

void draw_trace(Canvas&, const FieldTrace&, float scale, Rgb light);

}  // namespace cardume
