#pragma once
#include <cstdint>
#include <span>

#include "core/agents/agent_table.hpp"

namespace cardume {

/// An agent's place on the curve.
struct CurvePlace {
  std::uint32_t key = 0, row = 0;
};

/// Sorts the rows in `order` along a curve that fills space, so that neighbours in the order are near each other. `by`
/// is as long and holds nothing.
void sort_along_curve(const AxisColumns& position, std::uint32_t dimensions, std::span<CurvePlace> order,
                      std::span<CurvePlace> by);

}  // namespace cardume
