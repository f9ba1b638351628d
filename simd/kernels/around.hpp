#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// What kernels share that look around: who may be near a batch of agents.
namespace cardume::simd {
namespace {

/// Cells along x, first to last.
struct Columns {
  std::uint32_t first, last;
};

/// A well-mixed number from a cell and a tick (the finaliser of A. Appleby, "MurmurHash3", 2011).
inline std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}

/// Who is seen of one cell: everyone, or a window of `limit` agents that moves on with every tick.
inline Rows seen_in(const GridView& grid, std::uint32_t cell) {
  const Rows all{grid.start[cell], grid.start[cell + 1]};
  if (all.last - all.first <= grid.limit) return all;
  const std::uint32_t places = all.last - all.first - grid.limit + 1;
  const std::uint32_t first = all.first + mix(cell ^ grid.salt) % places;
  return {first, first + grid.limit};
}

template <class Neighbours>
void add_grid_row(const GridView& grid, std::uint32_t row, Columns columns, Neighbours& neighbours) {
  const std::uint32_t cells = row * grid.columns;
  if (!grid.crowded[row]) {
    neighbours.add({grid.start[cells + columns.first], grid.start[cells + columns.last + 1]});
    return;
  }
  for (std::uint32_t column = columns.first; column <= columns.last; ++column)
    neighbours.add(seen_in(grid, cells + column));
}

/// Adds everyone who may be near a batch in grid row `row` whose agents stand in the given columns.
template <class Neighbours>
void add_around(const GridView& grid, std::uint32_t row, Columns own, Neighbours& neighbours) {
  const Columns columns{own.first > grid.reach ? own.first - grid.reach : 0,
                        own.last + grid.reach < grid.columns ? own.last + grid.reach : grid.columns - 1};
  const std::uint32_t y = row % grid.rows, z = row / grid.rows;
  const std::uint32_t top = y + 1 < grid.rows ? y + 1 : y, far = z + 1 < grid.layers ? z + 1 : z;
  for (std::uint32_t layer = z > 0 ? z - 1 : 0; layer <= far; ++layer)
    for (std::uint32_t line = y > 0 ? y - 1 : 0; line <= top; ++line)
      add_grid_row(grid, layer * grid.rows + line, columns, neighbours);
}

/// Stores the first `count` lanes; the others belong to another batch.
template <class Arch, int Dim>
void save_first(float* const* columns, std::uint32_t agent, std::uint32_t count, const Vector<Arch, Dim>& vector) {
  for (int d = 0; d < Dim; ++d) {
    if (count == Lanes<Arch>::kCount) {
      save(columns[d] + agent, vector.axis[d]);
      continue;
    }
    float values[Lanes<Arch>::kCount];
    save(values, vector.axis[d]);
    for (std::uint32_t lane = 0; lane < count; ++lane) columns[d][agent + lane] = values[lane];
  }
}

}  // namespace
}  // namespace cardume::simd
