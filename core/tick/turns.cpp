#include "core/tick/turns.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace cardume::tick {
namespace {

/// Columns of a tile: eight radii, some 50 agents of an ordinary flock.
constexpr std::uint32_t kTileColumns = 32;

/// A tile: a grid row, and the number of a stretch of it.
struct Tile {
  std::uint32_t row, number;
};

/// How much rarer than near by a profile looks around so far from all points of interest.
std::uint32_t rarity(const PerceptionDesc& perception, float distance2) {
  const float detail2 = perception.detail_distance * perception.detail_distance;
  if (detail2 == 0 || distance2 <= detail2) return 1;
  return distance2 <= 4 * detail2 ? 2 : 4;
}

/// From the middle of a tile; 0 where there are no points of interest.
float nearest_focus2(const Grid& grid, const std::vector<Vec3>& focuses, Tile tile) {
  if (focuses.empty()) return 0;
  const auto middle = [](std::uint32_t cell, float inverse) { return (static_cast<float>(cell) + 0.5f) / inverse; };
  const float x = middle(tile.number * kTileColumns + kTileColumns / 2, grid.inverse_column);
  const float y = middle(tile.row % grid.rows, grid.inverse_row), z = middle(tile.row / grid.rows, grid.inverse_row);
  float nearest = std::numeric_limits<float>::infinity();
  for (const Vec3& focus : focuses) {
    const float dx = x - focus.x, dy = y - focus.y, dz = grid.layers == 1 ? 0 : z - focus.z;
    nearest = std::min(nearest, dx * dx + dy * dy + dz * dz);
  }
  return nearest;
}

/// Which profiles look around in a tile.
using Due = std::array<std::uint8_t, limits::kMaxProfiles>;

void tell_due(const Setup& setup, std::uint64_t now, float distance2, Due& due) {
  for (std::size_t i = 0; i < setup.profiles.behaviour.size(); ++i) {
    const PerceptionDesc& perception = setup.profiles.behaviour[i]->perception;
    due[i] = now % (std::uint64_t{perception.period} * rarity(perception, distance2)) == 0;
  }
}

/// The last grid row that begins no later than an agent: its own, or an empty one before it.
std::uint32_t row_before(const Grid& grid, std::uint32_t agent) {
  std::uint32_t row = 0, end = grid.row_count();
  while (end - row > 1) {
    const std::uint32_t middle = row + (end - row) / 2;
    (grid.start[std::size_t{middle} * grid.columns] <= agent ? row : end) = middle;
  }
  return row;
}

}  // namespace

void take_turns(const Setup& setup, const Grid& grid, const Surroundings& surroundings, std::uint64_t tick,
                simd::Rows rows, const AgentTable& agents, std::vector<std::uint8_t>& looks) {
  const std::uint8_t* profile = agents.profile().data();
  Due due;
  std::uint32_t row = row_before(grid, rows.first);
  for (std::uint32_t agent = rows.first; agent < rows.last;) {
    while (grid.start[std::size_t{row + 1} * grid.columns] <= agent) ++row;
    const std::uint32_t* starts = grid.start.data() + std::size_t{row} * grid.columns;
    // The agent's cell is the last that begins no later than it.
    const auto column = static_cast<std::uint32_t>(std::upper_bound(starts, starts + grid.columns, agent) - starts - 1);
    const Tile tile{row, column / kTileColumns};
    tell_due(setup, tick + tile.row + tile.number, nearest_focus2(grid, surroundings.focus, tile), due);
    const std::uint32_t end = std::min((tile.number + 1) * kTileColumns, grid.columns);
    for (const std::uint32_t last = std::min(starts[end], rows.last); agent < last; ++agent)
      looks[agent] = due[profile[agent]];
  }
}

}  // namespace cardume::tick
