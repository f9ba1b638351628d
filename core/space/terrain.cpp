#include "core/space/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/space/ways_out.hpp"

namespace cardume {
namespace {

/// Clearance is measured to so many times the largest radius, and so many cells more: beyond the reach of a body that
/// moves by its own size, and wide enough for fast ones to cross open ground in few steps.
constexpr float kRadiiSeen = 4;
constexpr std::uint32_t kCellsSeen = 4;

std::uint32_t limit_for(const CostGrid& grid, float largest_radius) {
  const std::uint32_t most = std::max(grid.width, grid.height);
  const float cells = std::ceil(kRadiiSeen * largest_radius / grid.cell_size);
  return cells < static_cast<float>(most) ? std::min(static_cast<std::uint32_t>(cells) + kCellsSeen, most) : most;
}

/// The cells whose clearance may depend on a wall in the box.
CellBox around(const CostGrid& grid, CellBox box, std::uint32_t reach) {
  return {{box.low.x - std::min(box.low.x, reach), box.low.y - std::min(box.low.y, reach)},
          {std::min(box.high.x + reach, grid.width - 1), std::min(box.high.y + reach, grid.height - 1)}};
}

std::uint8_t walls_beside(const CostGrid& grid, Cell cell) {
  std::uint32_t bits = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const Cell near{cell.x + static_cast<std::uint32_t>(dx), cell.y + static_cast<std::uint32_t>(dy)};
      if ((dx != 0 || dy != 0) && grid.blocked(near)) bits |= beside_bit(dx, dy);
    }
  return static_cast<std::uint8_t>(bits);
}

/// Brings what is derived from the map up to date after walls in the box have come or gone.
void derive(Terrain& terrain, CellBox box) {
  const CellBox measured = around(terrain.grid, box, terrain.transform.limit()), beside = around(terrain.grid, box, 1);
  terrain.transform.measure(terrain.grid, measured, terrain.clearance);
  for (std::uint32_t y = beside.low.y; y <= beside.high.y; ++y)
    for (std::uint32_t x = beside.low.x; x <= beside.high.x; ++x)
      terrain.beside[terrain.grid.index({x, y})] = walls_beside(terrain.grid, {x, y});
}

/// What a cell adds to the number of a map. G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014.
std::uint64_t mark_of(std::uint32_t cell, std::uint8_t cost) {
  std::uint64_t bits = (std::uint64_t{cell} << 8 | cost) * 0x9E3779B97F4A7C15u;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  return bits ^ bits >> 31;
}

/// Puts one cell to a cost, and tells whether a wall has come or gone.
bool put(Terrain& terrain, std::uint32_t cell, std::uint8_t cost) {
  std::uint8_t& now = terrain.grid.cost[cell];
  if (now == cost) return false;
  const bool was_wall = now == kWall;
  note_touch(terrain.edits, cell, was_wall);
  terrain.version += mark_of(cell, cost) - mark_of(cell, now);
  now = cost;
  return was_wall || cost == kWall;
}

}  // namespace

Terrain make_terrain(CostGrid grid, float largest_radius) {
  Terrain terrain;
  terrain.grid = std::move(grid);
  if (terrain.empty() || largest_radius == 0) return terrain;
  const CostGrid& map = terrain.grid;
  terrain.transform = DistanceTransform(map.width, limit_for(map, largest_radius));
  terrain.clearance.resize(map.cost.size());
  terrain.beside.resize(map.cost.size());
  derive(terrain, {{0, 0}, {map.width - 1, map.height - 1}});
  return terrain;
}

void set_cost(Terrain& terrain, Cell low, Cell high, std::uint8_t cost) {
  CostGrid& grid = terrain.grid;
  expect_edit(terrain, low, high);
  bool changed = false;
  for (std::uint32_t y = low.y; y <= high.y; ++y)
    for (std::uint32_t x = low.x; x <= high.x; ++x) changed |= put(terrain, grid.index({x, y}), cost);
  if (changed && !terrain.clearance.empty()) derive(terrain, {low, high});
}

}  // namespace cardume
