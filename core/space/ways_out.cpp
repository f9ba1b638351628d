#include "core/space/ways_out.hpp"

#include <algorithm>
#include <array>

#include "core/fields/neighbourhood.hpp"
#include "core/space/body_sweep.hpp"
#include "core/space/wall_squares.hpp"

namespace cardume {
namespace {

/// What Edits::mark says of a cell. From kWay on it is the number of the step that leads out, plus kWay.
enum Mark : std::uint8_t { kUntouched, kWasFree, kWasWall, kWay };

/// How far from a wall who has left it is put at least, in cells, so that it is in the free cell for sure.
constexpr double kInset = 1.0 / 256;

constexpr std::array<Step, 4> kWays{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

/// The step back has the number next to it.
std::uint8_t way_back(std::size_t way) { return static_cast<std::uint8_t>(kWay + (way ^ 1)); }

bool to_leave(const Terrain& terrain, Cell cell) {
  const std::uint32_t i = terrain.grid.index(cell);
  return terrain.grid.cost[i] == kWall && terrain.edits.mark[i] == kWasFree;
}

Cell cell_of(const CostGrid& grid, std::uint32_t index) { return {index % grid.width, index / grid.width}; }

/// Starts the search at a cell beside free ground.
void start_at(Terrain& terrain, std::uint32_t index) {
  const Cell cell = cell_of(terrain.grid, index);
  if (!to_leave(terrain, cell)) return;
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    if (terrain.grid.blocked(cell + kWays[way])) continue;
    terrain.edits.mark[index] = static_cast<std::uint8_t>(kWay + way);
    terrain.edits.queue.push_back(index);
    return;
  }
}

void spread_from(Terrain& terrain, std::uint32_t index) {
  const Cell cell = cell_of(terrain.grid, index);
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    const Cell next = cell + kWays[way];
    if (!terrain.grid.contains(next) || !to_leave(terrain, next)) continue;
    terrain.edits.mark[terrain.grid.index(next)] = way_back(way);
    terrain.edits.queue.push_back(terrain.grid.index(next));
  }
}

void make_room(std::vector<std::uint32_t>& cells, std::size_t room) {
  if (room > cells.capacity()) cells.reserve(std::max(room, 2 * cells.capacity()));
}

}  // namespace

void expect_edit(Terrain& terrain, Cell low, Cell high) {
  Edits& edits = terrain.edits;
  const std::size_t cells = terrain.grid.cost.size();
  edits.mark.resize(cells);
  edits.room = std::min(edits.room + std::size_t{high.x - low.x + 1} * (high.y - low.y + 1), cells);
  make_room(edits.touched, edits.room);
  make_room(edits.queue, edits.room);
}

void note_touch(Edits& edits, std::uint32_t cell, bool was_wall) {
  if (edits.mark[cell] != kUntouched) return;
  edits.mark[cell] = was_wall ? kWasWall : kWasFree;
  edits.touched.push_back(cell);
}

void find_ways_out(Terrain& terrain) {
  for (const std::uint32_t cell : terrain.edits.touched) start_at(terrain, cell);
  for (std::size_t i = 0; i < terrain.edits.queue.size(); ++i) spread_from(terrain, terrain.edits.queue[i]);
}

std::optional<Cell> way_out(const Terrain& terrain, Cell cell) {
  while (terrain.grid.blocked(cell)) {
    const std::uint8_t mark = terrain.edits.mark[terrain.grid.index(cell)];
    if (mark < kWay) return std::nullopt;
    cell = cell + kWays[mark - kWay];
  }
  return cell;
}

Vec2 place_in(const Terrain& terrain, Cell cell, float radius, Vec2 from) {
  const WallScale scale(terrain.grid);
  const WallSquares squares(terrain.grid);
  const double reach = scale.reach(radius);
  const Point start = scale.to_cells(from), low{static_cast<double>(cell.x), static_cast<double>(cell.y)};
  const Point nearest{std::clamp(start.x, low.x + kInset, low.x + 1 - kInset),
                      std::clamp(start.y, low.y + kInset, low.y + 1 - kInset)};
  const Point at = squares.pushed_out(nearest, reach);
  const bool inside = at.x >= low.x && at.x <= low.x + 1 && at.y >= low.y && at.y <= low.y + 1;
  const bool clear = squares.nearest(at, reach).distance >= reach * (1 - static_cast<double>(kWallTolerance));
  return scale.to_world(inside && clear ? at : low + Point{0.5, 0.5});
}

void forget_edits(Edits& edits) {
  for (const std::uint32_t cell : edits.touched) edits.mark[cell] = kUntouched;
  edits.touched.clear();
  edits.queue.clear();
  edits.room = 0;
}

}  // namespace cardume
