#pragma once
#include <array>
#include <cardume/cost_grid.hpp>
#include <cstdint>

namespace cardume {

/// What each cost of the map is to those who move alike: infantry, tracked vehicles, hovercraft.
struct MovementDesc {
  /// By the map's cost: the cost to them, 1 to 254, or kWall for ground that they do not enter of their own accord.
  /// The map's own walls stay walls. At first every cost is what the map says.
  std::array<std::uint8_t, 256> cost = as_it_is();
  /// Ground within so many cells of what they cannot enter costs more, so that ways keep off walls where there is room;
  /// 0 to 8.
  std::uint8_t margin = 0;
  /// What is added beside a wall, falling off evenly to nothing beyond the margin; 0 to 254.
  std::uint8_t margin_cost = 0;

  static constexpr std::array<std::uint8_t, 256> as_it_is() {
    std::array<std::uint8_t, 256> cost{};
    for (std::uint32_t i = 0; i < 256; ++i) cost[i] = static_cast<std::uint8_t>(i);
    return cost;
  }

  friend bool operator==(const MovementDesc&, const MovementDesc&) = default;
};

}  // namespace cardume
