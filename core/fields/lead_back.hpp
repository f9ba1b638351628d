#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <span>

namespace cardume {

/// Directions on ground of a walk grid that is not for its walkers: by the fewest steps to ground that is and from
/// which a way leads to the goal; none farther than 8 steps off.
void lead_back(const CostGrid& walk, const IntegrationField& field, FlowField& out);

/// The same where cells have changed, among them at least all that are for walkers now or were before. Throws
/// std::bad_alloc.
void lead_back(const CostGrid& walk, const IntegrationField& field, std::span<const std::uint32_t> changed,
               FlowField& out);

}  // namespace cardume
