#pragma once
#include <cardume/export.hpp>
#include <cardume/status.hpp>
#include <cardume/vector.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cardume {

/// Costs of a map cell: 1 is open ground, 2 to 254 are slower terrain, kWall cannot be entered. 0 is not a cost.
inline constexpr std::uint8_t kOpenCost = 1;
inline constexpr std::uint8_t kWall = 255;

/// Terrain: one cost a cell, row-major from the origin of the world. An empty grid means open ground without end.
struct CostGrid {
  std::uint32_t width = 0;   ///< Cells along x.
  std::uint32_t height = 0;  ///< Cells along y.
  float cell_size = 1;       ///< Edge of a cell in world units; 1e-6 to 1e6.
  std::vector<std::uint8_t> cost;

  bool empty() const { return cost.empty(); }
  std::uint32_t index(Cell cell) const { return cell.y * width + cell.x; }
  bool contains(Cell cell) const { return cell.x < width && cell.y < height; }
  bool blocked(Cell cell) const { return !contains(cell) || cost[index(cell)] == kWall; }
};

/// Refuses a grid whose size and contents disagree, whose edge exceeds limits::kMaxMapEdge or that holds a cost of 0.
CARDUME_EXPORT Error validate(const CostGrid&);

/// Reads a Moving AI `.map` ("type octile"; N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012): `.` and `G`
/// are open, `S` (swamp) is open too, as in the benchmark's own paths; `@`, `O`, `T` and `W` are walls.
/// Accepts LF and CRLF, a byte-order mark and a missing last newline. `name` only serves error messages, which read
/// `name:line:column: what`.
CARDUME_EXPORT Result<CostGrid> parse_map(std::string_view text, std::string_view name);

/// Writes the grid as a Moving AI `.map`; any cost below kWall becomes `.`, since the format knows no costs.
/// Empty for a grid that validate() refuses, and for want of memory.
CARDUME_EXPORT std::string format_map(const CostGrid&);

/// The cell that a place in [0, width] by [0, height] cell sizes lies in; the far edges belong to the last cells. This
/// is what a world goes by: walls, spawns and goals agree on it.
inline Cell cell_at(const CostGrid& grid, Vec2 position) {
  const float inverse = 1 / grid.cell_size;
  const auto x = static_cast<std::uint32_t>(position.x * inverse), y = static_cast<std::uint32_t>(position.y * inverse);
  return {x < grid.width ? x : grid.width - 1, y < grid.height ? y : grid.height - 1};
}

/// The free cell nearest to `wanted` (rings by Chebyshev distance, then by Euclidean distance, row and column), at most
/// `radius` cells away; kGoalBlocked where there is none.
CARDUME_EXPORT Result<Cell> nearest_free(const CostGrid&, Cell wanted, std::uint32_t radius);

}  // namespace cardume
