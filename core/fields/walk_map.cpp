#include "core/fields/walk_map.hpp"

#include <algorithm>
#include <array>

namespace cardume {
namespace {

/// Longer logs are given up: copying the map is as good.
std::size_t longest_log(const CostGrid& grid) { return std::max<std::size_t>(grid.cost.size() / 16, 4096); }

void forget_long_log(const CostGrid& grid, WalkMap& map) {
  if (map.log.size() <= longest_log(grid)) return;
  map.first += map.log.size() + 1;  // One more: whoever was up to date before this tick is not any more.
  map.log.clear();
}

/// For walkers whose grid is the terrain itself.
void log_terrain(const Terrain& terrain, WalkMap& map) {
  for (const std::uint32_t cell : terrain.edits.touched) map.log.push_back({cell, terrain.grid.cost[cell]});
}

/// Squares reach as far as their walker is wide.
void update_islands(const Terrain& terrain, const std::vector<SetCostCommand>& edits, WalkMap& map) {
  const std::uint32_t reach = map.walker.size, right = terrain.grid.width - 1, top = terrain.grid.height - 1;
  map.edited.clear();
  for (const SetCostCommand& edit : edits) {
    const Cell low{edit.low.x - std::min(edit.low.x, reach), edit.low.y - std::min(edit.low.y, reach)};
    map.edited.push_back({low, {std::min(edit.high.x + reach, right), std::min(edit.high.y + reach, top)}});
  }
  map.islands.edit(map.grid(terrain), map.edited);
}

}  // namespace

WalkMaps make_walk_maps(const Terrain& terrain, const std::vector<Walker>& walkers,
                        const std::vector<MovementDesc>& movements) {
  WalkMaps maps(walkers.size());
  for (std::size_t i = 0; i < walkers.size(); ++i) {
    maps[i].walker = walkers[i];
    const bool as_it_is = walkers[i].size == 1 && movements[walkers[i].movement] == MovementDesc{};
    if (!terrain.empty() && !as_it_is)
      maps[i].own = make_walk_grid(terrain.grid, movements[walkers[i].movement], walkers[i].size);
  }
  return maps;
}

void follow_edits(const Terrain& terrain, const std::vector<MovementDesc>& movements,
                  const std::vector<SetCostCommand>& edits, WalkMaps& maps) {
  for (WalkMap& map : maps) {
    const Walker walker = map.walker;
    if (map.own.empty()) log_terrain(terrain, map);
    for (const SetCostCommand& edit : edits)
      if (!map.own.empty())
        update_walk_grid(terrain.grid, movements[walker.movement], walker.size, {edit.low, edit.high}, map.own,
                         map.log);
    if (map.has_islands) update_islands(terrain, edits, map);
    forget_long_log(terrain.grid, map);
  }
}

const Islands& islands_of(const Terrain& terrain, const Passages& passages, WalkMap& map) {
  if (!map.has_islands) map.islands.build(map.grid(terrain), passages);
  map.has_islands = true;
  return map.islands;
}

Cell node_at(const WalkMap& map, const Terrain& terrain, Vec2 place) {
  const CostGrid& grid = map.grid(terrain);
  const Cell own = cell_at(grid, place);
  if (map.walker.size == 1) return own;
  const float lead = 1 - origin_of(map.walker.size), inverse = 1 / grid.cell_size;
  const float x = place.x * inverse + lead, y = place.y * inverse + lead;
  const auto left = static_cast<std::uint32_t>(x), low = static_cast<std::uint32_t>(y);
  Cell best = own;
  float most = -1;
  for (std::uint32_t corner = 0; corner < 4; ++corner) {
    // Places are counted from 1 here, those outside the map wrap around.
    const Cell cell{left + (corner & 1) - 1, low + (corner >> 1) - 1};
    if (!grid.contains(cell) || !passable(grid.cost[grid.index(cell)])) continue;
    const float beyond_x = x - static_cast<float>(left), beyond_y = y - static_cast<float>(low);
    const float weight = ((corner & 1) != 0 ? beyond_x : 1 - beyond_x) * ((corner >> 1) != 0 ? beyond_y : 1 - beyond_y);
    if (weight <= most) continue;
    most = weight;
    best = cell;
  }
  return best;
}

std::uint64_t memory_bytes(const WalkMaps& maps) {
  std::uint64_t sum = 0;
  for (const WalkMap& map : maps)
    sum += map.own.cost.capacity() + map.log.capacity() * sizeof(CellEdit) + map.islands.memory_bytes();
  return sum;
}

}  // namespace cardume
