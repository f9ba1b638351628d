#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

/// The cell of a coordinate along one axis. Positions lie in [0, size], so truncation rounds down.
template <class Arch>
typename Lanes<Arch>::Float cell_along(const float* position, float inverse_cell, std::uint32_t cells) {
  using Float = typename Lanes<Arch>::Float;
  const Float at = load(position, Arch{}) * Float(inverse_cell);
  const Float last(static_cast<float>(cells - 1));
  return to_float(truncate(select(at < last, at, last)));
}

/// The grid row and column of every agent. Whole numbers up to 2^24 are exact as floats.
template <class Arch>
void bucket(const BucketArgs& args) {
  using Float = typename Lanes<Arch>::Float;
  for (std::uint32_t agent = args.agents.first; agent < args.agents.last; agent += Lanes<Arch>::kCount) {
    Float row = cell_along<Arch>(args.position[1] + agent, args.inverse_row, args.rows);
    if (args.layers > 1)
      row = row + cell_along<Arch>(args.position[2] + agent, args.inverse_row, args.layers) *
                      Float(static_cast<float>(args.rows));
    const Float column = cell_along<Arch>(args.position[0] + agent, args.inverse_column, args.columns);
    save(reinterpret_cast<std::int32_t*>(args.row) + agent, truncate(row));
    save(reinterpret_cast<std::int32_t*>(args.column) + agent, truncate(column));
  }
}

}  // namespace
}  // namespace cardume::simd
