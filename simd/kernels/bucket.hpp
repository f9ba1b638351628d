#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

/// The cell of a coordinate along one axis; beyond the edge, where open worlds go on, the last one. Nothing negative is
/// truncated, so truncation rounds down.
template <class Arch>
typename Lanes<Arch>::Float cell_along(const float* position, float inverse_cell, std::uint32_t cells) {
  using Float = typename Lanes<Arch>::Float;
  const Float at = load(position, Arch{}) * Float(inverse_cell);
  const Float last(static_cast<float>(cells - 1));
  return to_float(truncate(keep(Float(0.f) < at, select(at < last, at, last))));
}

/// The grid row of each lane. Whole numbers up to 2^24 are exact as floats.
template <class Arch>
typename Lanes<Arch>::Int row_of(const float* const* position, std::uint32_t agent, const CellLayout& layout) {
  using Float = typename Lanes<Arch>::Float;
  const Float row = cell_along<Arch>(position[1] + agent, layout.inverse_row, layout.rows);
  if (layout.layers == 1) return truncate(row);
  const Float layer = cell_along<Arch>(position[2] + agent, layout.inverse_row, layout.layers);
  return truncate(row + layer * Float(static_cast<float>(layout.rows)));
}

/// The cell of each lane within its grid row.
template <class Arch>
typename Lanes<Arch>::Int column_of(const float* const* position, std::uint32_t agent, const CellLayout& layout) {
  return truncate(cell_along<Arch>(position[0] + agent, layout.inverse_column, layout.columns));
}

/// The cell of every agent.
template <class Arch>
void bucket(const BucketArgs& args) {
  using Int = typename Lanes<Arch>::Int;
  const Int columns(static_cast<std::int32_t>(args.layout.columns));
  for (std::uint32_t agent = args.agents.first; agent < args.agents.last; agent += Lanes<Arch>::kCount) {
    const Int row = row_of<Arch>(args.position, agent, args.layout);
    const Int column = column_of<Arch>(args.position, agent, args.layout);
    save(reinterpret_cast<std::int32_t*>(args.cell) + agent, multiply(row, columns) + column);
  }
}

}  // namespace
}  // namespace cardume::simd
