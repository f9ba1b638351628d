#pragma once
#include <cardume/vector.hpp>
#include <cstdint>
#include <vector>

#include "simd/kernels.hpp"

namespace cardume {

/// Cells over the world. Along y and z a cell is a little more than the largest rule radius, so whatever an agent sees
/// lies in its own row of cells or the next ones; along x cells are finer by `reach`, so that less that it cannot see
/// is looked at. Rows of cells follow each other along y, then z.
struct Grid : simd::CellLayout {
  std::uint32_t reach = 1;
  std::uint32_t crowd_limit = 0;      ///< Agents seen of one cell; 0 for all.
  std::vector<std::uint32_t> start;   ///< First agent of each cell, in storage order, and the end of the last.
  std::vector<std::uint8_t> crowded;  ///< A row of cells: does any hold more than crowd_limit agents?

  std::uint32_t row_count() const { return rows * layers; }
};

struct GridDesc {
  Vec3 size;
  std::uint32_t dimensions = 2;
  float radius = 1;  ///< How far anything looks.
  std::uint32_t capacity = 0;
  std::uint32_t crowd_limit = 0;
};

/// Lays out the cells and takes all memory the grid will ever need.
Grid make_grid(const GridDesc&);

/// What kernels see of the grid in the given tick.
simd::GridView view(const Grid&, std::uint64_t tick);

/// The same for those who look no farther than `distance`, at most the grid's radius: fewer columns have to be seen.
simd::GridView view_within(const Grid&, std::uint64_t tick, float distance);

}  // namespace cardume
