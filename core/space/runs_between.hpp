#pragma once
#include <algorithm>

#include "core/space/grid.hpp"

namespace cardume {

/// The cell of a coordinate along one axis, as kernels find it: places beyond an edge count to the cell there.
inline std::uint32_t cell_along(float place, float inverse_cell, std::uint32_t cells) {
  return static_cast<std::uint32_t>(std::clamp(place * inverse_cell, 0.f, static_cast<float>(cells - 1)));
}

/// Calls `visit(first, last)` for the runs of agents, in storage order, in all cells that touch the box between two
/// corners. Those were inside who stood in the box when the grid was filled.
template <class Visit>
void for_each_run_between(const Grid& grid, Vec3 low, Vec3 high, Visit visit) {
  const std::uint32_t left = cell_along(low.x, grid.inverse_column, grid.columns),
                      right = cell_along(high.x, grid.inverse_column, grid.columns),
                      bottom = cell_along(low.y, grid.inverse_row, grid.rows),
                      top = cell_along(high.y, grid.inverse_row, grid.rows),
                      near = cell_along(low.z, grid.inverse_row, grid.layers),
                      far = cell_along(high.z, grid.inverse_row, grid.layers);
  for (std::uint32_t layer = near; layer <= far; ++layer)
    for (std::uint32_t row = bottom; row <= top; ++row) {
      const std::uint32_t* start = grid.start.data() + (std::size_t{layer} * grid.rows + row) * grid.columns;
      visit(start[left], start[right + 1]);
    }
}

}  // namespace cardume
