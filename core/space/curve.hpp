#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "core/agents/agent_table.hpp"

namespace cardume {

/// An agent's place on the curve.
struct CurvePlace {
  std::uint32_t key = 0, row = 0;
};

/// Bits of a key that belong to one axis.
constexpr std::uint32_t curve_bits(std::uint32_t dimensions) { return dimensions == 2 ? 16 : 10; }

/// Moves the bits of a number apart, so that there is room for those of the other axes between any two.
std::uint32_t spread_bits(std::uint32_t number, std::uint32_t dimensions);

/// Where the steps of a curve are.
struct CurveFrame {
  std::array<float, 3> low{}, extent{};
  float scale = 0;  ///< Steps a world unit; 0 where all are on one spot.

  /// In steps along an axis.
  float along(std::uint32_t axis, float place) const { return (place - low[axis]) * scale; }
};

/// Sorts the rows in `order` along a curve that fills space, so that neighbours in the order are near each other: by
/// keys in that frame, then by finer ones. `by` is as long and holds nothing.
CurveFrame sort_along_curve(const AxisColumns& position, std::uint32_t dimensions, std::span<CurvePlace> order,
                            std::span<CurvePlace> by);

}  // namespace cardume
