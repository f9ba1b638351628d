#pragma once
#include <cardume/field.hpp>

#include "core/fields/neighbourhood.hpp"

namespace cardume {

/// As the public function, into memory that `out` keeps. Throws std::bad_alloc.
void build_flow_field(const CostGrid& grid, const IntegrationField& field, DirectionMode mode, FlowField& out);

std::uint32_t pack_direction(float x, float y);

/// Of the 8 steps the one nearest in angle to a packed direction; no step for (0, 0) and kNoDirection.
Step nearest_step(std::uint32_t packed);

}  // namespace cardume
