#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"

// Who may be near a batch of agents in a world whose opposite edges are one.
//
//   cells along an axis   | 0 | 1 | 2 | 3 | 4 |5|  and 0 again
//   looked at from 0      |###|###|   |   |###|#|
//   looked at from 4      |###|   |   |###|###|#|
//
// The last cell may be narrower than the others, so whoever looks across the seam looks one cell farther.
namespace cardume::simd {
namespace {

/// Cells along one axis of a torus, in order: those before `low_end`, and [first, last). No cell is in both.
struct Band {
  std::uint32_t low_end, first, last;
};

inline Band band_around(Columns own, std::uint32_t reach, std::uint32_t cells) {
  const std::uint32_t below = own.first < reach ? reach + 1 : reach;
  const std::uint32_t above = own.last + reach + 1 >= cells ? reach + 1 : reach;
  if (own.last - own.first + 1 + below + above >= cells) return {0, 0, cells};
  if (own.first < below) return {own.last + above + 1, cells + own.first - below, cells};
  if (own.last + above >= cells) return {own.last + above + 1 - cells, own.first - below, cells};
  return {0, own.first - below, own.last + above + 1};
}

/// Calls `function(cell)` for each cell of the band, in order.
template <class Function>
void for_each_cell(const Band& band, Function function) {
  for (std::uint32_t cell = 0; cell < band.low_end; ++cell) function(cell);
  for (std::uint32_t cell = band.first; cell < band.last; ++cell) function(cell);
}

/// As add_around does, across the edges, too. Everyone is added once, in storage order.
template <class Neighbours>
void add_around_torus(const GridView& grid, std::uint32_t row, Columns own, Neighbours& neighbours) {
  const std::uint32_t y = row % grid.rows, z = row / grid.rows;
  const Band columns = band_around(own, grid.reach, grid.columns), lines = band_around({y, y}, 1, grid.rows);
  for_each_cell(band_around({z, z}, 1, grid.layers), [&](std::uint32_t layer) {
    for_each_cell(lines, [&](std::uint32_t line) {
      const std::uint32_t at = layer * grid.rows + line;
      if (columns.low_end > 0) add_grid_row(grid, at, {0, columns.low_end - 1}, neighbours);
      add_grid_row(grid, at, {columns.first, columns.last - 1}, neighbours);
    });
  });
}

}  // namespace
}  // namespace cardume::simd
