#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/scenery.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// Cells beside each other in one row of the map, the last one included.
struct CellRow {
  std::uint32_t y, first, last;
};

/// The cells whose middles lie in a box or a ball; those outside the map are left out. Throws std::bad_alloc.
std::vector<CellRow> rows_in(const Zone&, const CostGrid&);

}  // namespace cardume
