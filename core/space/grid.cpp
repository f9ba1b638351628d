#include "core/space/grid.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

/// Cells along x within one radius. At 18 neighbours a batch of 8 agents has to look at 73 candidates with 1 such cell,
/// 65 with 2, 60 with 4 and 58 with 8, while the time to sort grows with the number of cells.
constexpr std::uint32_t kReach = 4;

/// A coordinate times the inverse cell size is off by up to 3 roundings, 3 * 2^-24 of the number of cells. Cells are
/// larger than the radius by more than that, so nobody within sight can seem to be two cells away.
constexpr std::uint32_t kMaxCellsAlong = 1u << 14;
constexpr float kMargin = 1.f + 1.f / 256;

/// Kernels number rows of cells as floats, which are whole up to here.
constexpr std::uint64_t kMaxRows = 1u << 24;

/// Cells without agents cost time as well: clearing and summing counts.
constexpr std::uint32_t kMinCells = 1u << 14;
constexpr std::uint32_t kCellsAnAgent = 4;

std::uint32_t cells_along(float size, float cell) {
  return static_cast<std::uint32_t>(std::clamp(std::ceil(size / cell), 1.f, static_cast<float>(kMaxCellsAlong)));
}

void lay_out(Grid& grid, const GridDesc& desc, float cell) {
  grid.inverse_row = 1 / cell;
  grid.inverse_column = static_cast<float>(kReach) / cell;
  grid.columns = cells_along(desc.size.x, cell / static_cast<float>(kReach));
  grid.rows = cells_along(desc.size.y, cell);
  grid.layers = desc.dimensions == 3 ? cells_along(desc.size.z, cell) : 1;
}

}  // namespace

Grid make_grid(const GridDesc& desc) {
  const float extent = std::max({desc.size.x, desc.size.y, desc.dimensions == 3 ? desc.size.z : 0.f});
  const std::uint64_t most = std::max<std::uint64_t>(kMinCells, std::uint64_t{desc.capacity} * kCellsAnAgent);
  float cell =
      std::max(desc.radius * kMargin, extent * static_cast<float>(kReach) / static_cast<float>(kMaxCellsAlong));
  Grid grid;
  grid.reach = kReach;
  lay_out(grid, desc, cell);
  while (std::uint64_t{grid.columns} * grid.rows * grid.layers > most ||
         std::uint64_t{grid.rows} * grid.layers > kMaxRows)
    lay_out(grid, desc, cell *= 1.25f);

  grid.crowd_limit = desc.crowd_limit == 0 ? 0 : std::max(desc.crowd_limit / kReach, 1u);
  grid.start.resize(std::size_t{grid.columns} * grid.row_count() + 1);
  grid.crowded.resize(grid.row_count());
  return grid;
}

simd::GridView view(const Grid& grid, std::uint64_t tick) {
  return {grid,       grid.start.data(), grid.crowded.data(),
          grid.reach, grid.crowd_limit,  static_cast<std::uint32_t>(tick * 0x9E3779B1u)};
}

simd::GridView view_within(const Grid& grid, std::uint64_t tick, float distance) {
  simd::GridView seen = view(grid, tick);
  const float columns = std::min(distance * grid.inverse_column * kMargin, static_cast<float>(grid.reach));
  seen.reach = std::min(static_cast<std::uint32_t>(columns) + 1, grid.reach);
  return seen;
}

}  // namespace cardume
