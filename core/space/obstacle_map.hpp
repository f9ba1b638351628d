#pragma once
#include <algorithm>
#include <array>
#include <cardume/world.hpp>
#include <cstdint>
#include <vector>

#include "core/space/obstacle.hpp"

namespace cardume {

/// Cells over all obstacles, each with a list of those that reach into it.
struct ObstacleRaster {
  Bounds covered{};                      ///< By the cells.
  std::array<std::uint32_t, 3> cells{};  ///< Along each axis.
  double cell_size = 1;                  ///< World units.
  std::vector<std::uint32_t> start;      ///< The first of each cell's list, and the end of the last.
  std::vector<std::uint32_t> listed;     ///< Indices of obstacles.
};

/// The obstacles of a world, and where they are.
struct ObstacleMap {
  std::vector<ObstacleDesc> obstacles;
  std::vector<Obstacle> solids;  ///< The same, on a torus with those of their images that are near.
  ObstacleRaster raster;
  std::array<float, 3> period{};  ///< After which a torus comes round; infinite where none does.
  Bounds world;                   ///< Where agents may be; infinite where nothing keeps them.
  double gap = 0;                 ///< What is kept from them in order to stay outside when positions are rounded.

  bool empty() const { return obstacles.empty(); }
  /// How near the centre of a body may come.
  double reach(float radius) const { return static_cast<double>(radius) + gap; }
};

ObstacleMap make_obstacle_map(const WorldDesc&);

/// Calls `function(obstacle)` for each obstacle that may reach into a box; for some more than once.
template <class Function>
void for_each_near(const ObstacleMap& map, const Bounds& box, Function function) {
  const ObstacleRaster& raster = map.raster;
  std::uint32_t first[3], last[3];
  for (std::uint32_t d = 0; d < 3; ++d) {
    if (!(box.high[d] >= raster.covered.low[d] && box.low[d] <= raster.covered.high[d])) return;
    const double from = std::max(box.low[d] - raster.covered.low[d], 0.0) / raster.cell_size;
    const double to = std::max(box.high[d] - raster.covered.low[d], 0.0) / raster.cell_size;
    const double end = raster.cells[d] - 1;
    first[d] = static_cast<std::uint32_t>(std::min(from, end));
    last[d] = static_cast<std::uint32_t>(std::min(to, end));
  }
  for (std::uint32_t z = first[2]; z <= last[2]; ++z)
    for (std::uint32_t y = first[1]; y <= last[1]; ++y) {
      const std::size_t row = (std::size_t{z} * raster.cells[1] + y) * raster.cells[0];
      const std::uint32_t end = raster.start[row + last[0] + 1];
      for (std::uint32_t i = raster.start[row + first[0]]; i < end; ++i) function(map.solids[raster.listed[i]]);
    }
}

std::uint64_t memory_bytes(const ObstacleMap&);

}  // namespace cardume
