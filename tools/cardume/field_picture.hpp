#pragma once
#include <cardume/field.hpp>
#include <cardume/scheduler.hpp>
#include <span>

#include "tools/scenario/image.hpp"

namespace cardume {

/// A map with its integration field as bands of colour, lines of equal distance, the grain of the directions and
/// arrows.
Image draw_field(const CostGrid&, const IntegrationField&, const FlowField&, std::span<const Cell> goals, Scheduler&,
                 std::uint32_t width);

}  // namespace cardume
