#pragma once
#include <cardume/scheduler.hpp>
#include <span>

#include "tools/cardume/field_trace.hpp"
#include "tools/scenario/image.hpp"

namespace cardume {

/// A stretch of a tile's edge that is passed freely, in cells of the map.
struct FieldGate {
  Vec2 from, to;
};

/// What is drawn over a field.
struct FieldMarks {
  std::span<const FieldTrace> traces, detours;  ///< The second ones over tiles.
  std::span<const FieldGate> gates;
};

/// Cells from one line of equal distance to the next.
float contour_step(const FieldSampler&);

/// A map with its field as bands of colour, and what FieldPicture asks for on them.
Image draw_field(const FieldModel&, const FieldSampler&, const FieldMarks&, const FieldPicture&, Scheduler&);

}  // namespace cardume
