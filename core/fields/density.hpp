#pragma once
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <vector>

// How much of each map cell bodies fill, as whole numbers: sums of these do not depend on any order.
namespace cardume {

/// Of a cell that is full.
inline constexpr std::uint32_t kFull = 1u << 16;

/// Adds a body. One that is smaller than a cell counts where its centre is, a larger one fills the cells whose centres
/// it covers.
void add_body(const CostGrid&, Vec2 place, float radius, std::vector<std::uint32_t>& filled);

/// Adds the cost of a full cell, in proportion, to all cells that are not walls.
void add_costs(const std::vector<std::uint32_t>& filled, float cost_of_full, CostGrid&);

}  // namespace cardume
