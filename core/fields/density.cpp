#include "core/fields/density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardume {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

void add(std::uint32_t& filled, std::uint32_t share) { filled = std::min(filled + share, kFull); }

std::uint32_t cell_along(float at, std::uint32_t count) {
  return static_cast<std::uint32_t>(std::clamp(at, 0.f, static_cast<float>(count - 1)));
}

/// All but the cell of the centre, which is full already.
void cover_cells(const CostGrid& grid, float x, float y, float radius, std::vector<std::uint32_t>& filled) {
  const std::uint32_t right = cell_along(x + radius, grid.width), bottom = cell_along(y + radius, grid.height);
  for (std::uint32_t row = cell_along(y - radius, grid.height); row <= bottom; ++row)
    for (std::uint32_t column = cell_along(x - radius, grid.width); column <= right; ++column) {
      const float dx = static_cast<float>(column) + 0.5f - x, dy = static_cast<float>(row) + 0.5f - y;
      if (dx * dx + dy * dy <= radius * radius) filled[grid.index({column, row})] = kFull;
    }
}

}  // namespace

void add_body(const CostGrid& grid, Vec2 place, float radius, std::vector<std::uint32_t>& filled) {
  const float cells = radius / grid.cell_size;
  const float share = std::min(kPi * cells * cells, 1.f) * static_cast<float>(kFull);
  add(filled[grid.index(cell_at(grid, place))], static_cast<std::uint32_t>(share));
  if (cells > 0.5f) cover_cells(grid, place.x / grid.cell_size, place.y / grid.cell_size, cells, filled);
}

void add_costs(const std::vector<std::uint32_t>& filled, float cost_of_full, CostGrid& grid) {
  constexpr float kHighest = kWall - 1;
  for (std::size_t cell = 0; cell < filled.size(); ++cell) {
    std::uint8_t& cost = grid.cost[cell];
    if (filled[cell] == 0 || cost == kWall) continue;
    const float added = cost_of_full * static_cast<float>(filled[cell]) / static_cast<float>(kFull);
    cost = static_cast<std::uint8_t>(std::min(static_cast<float>(cost) + added + 0.5f, kHighest));
  }
}

}  // namespace cardume
