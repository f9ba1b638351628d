#include "core/fields/stamp.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

/// Half the width of a zone at so much above or below its middle; negative beyond it.
double half_width(const Zone& zone, double off) {
  if (zone.shape == Zone::Shape::kBox)
    return std::fabs(off) <= static_cast<double>(zone.half.y) ? static_cast<double>(zone.half.x) : -1;
  const auto radius = static_cast<double>(zone.radius);
  return std::fabs(off) <= radius ? std::sqrt(radius * radius - off * off) : -1;
}

}  // namespace

std::vector<CellRow> rows_in(const Zone& zone, const CostGrid& grid) {
  std::vector<CellRow> rows;
  const auto edge = static_cast<double>(grid.cell_size), x = static_cast<double>(zone.centre.x);
  for (std::uint32_t row = 0; row < grid.height; ++row) {
    const double half = half_width(zone, (row + 0.5) * edge - static_cast<double>(zone.centre.y));
    if (half < 0) continue;
    const double first = std::max(0.0, std::ceil((x - half) / edge - 0.5));
    const double last = std::min(grid.width - 1.0, std::floor((x + half) / edge - 0.5));
    if (first <= last) rows.push_back({row, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
  }
  return rows;
}

}  // namespace cardume
