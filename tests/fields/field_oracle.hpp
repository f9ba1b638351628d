#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <vector>

#include "tests/support/dice.hpp"

namespace cardume::testing {

inline constexpr std::uint64_t kFar = ~std::uint64_t{0};

/// A field as the text of the contract has it: all cells are relaxed until nothing changes, in 64 bits. For maps of up
/// to 32 cells across and up to 16 sources.
IntegrationField field_by_relaxation(const CostGrid&, const IntegrationDesc&);

/// Whether passages let a step pass from a cell to the one beside it.
bool passes(const Passages&, Cell from, Cell to);

/// A map of up to 14 cells across, some of it walls and, where `unfit`, ground that is not for its walkers.
CostGrid random_map(Dice&, std::uint32_t highest_cost, bool unfit = false);

/// Sources on passable ground, with handicaps, one-way cells and links; no sources where all is blocked.
IntegrationDesc random_field(Dice&, const CostGrid&, Metric);

}  // namespace cardume::testing
