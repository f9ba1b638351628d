#pragma once
#include <cardume/field.hpp>
#include <span>

#include "core/fields/neighbourhood.hpp"

namespace cardume {

/// As the public function, into memory that `out` keeps. The grid may be a walk grid: ground that is not for its
/// walkers leads back to the nearest ground that is, a few cells far, for those who have been pushed there.
/// Throws std::bad_alloc.
void build_flow_field(const CostGrid& grid, const IntegrationField& field, DirectionMode mode, const Passages&,
                      FlowField& out);

/// Brings a flow field to what build_flow_field() would make of it, bit for bit, after the costs and distances of these
/// cells have changed. Throws std::bad_alloc.
void repair_flow_field(const CostGrid& grid, const IntegrationField& field, const Passages&,
                       std::span<const std::uint32_t> changed, FlowField& out);

std::uint32_t pack_direction(float x, float y);
Vec2 unpack_direction(std::uint32_t packed);

/// Of the 8 steps the one nearest in angle to a packed direction; no step for (0, 0) and kNoDirection.
Step nearest_step(std::uint32_t packed);

}  // namespace cardume
