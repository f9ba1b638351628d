#pragma once
#include <cstdint>

namespace cardume {

__extension__ using WideInt = __int128;

/// A lattice over samples along one axis. Places are counted in 2^-32 of a cell, so that they are exact, and as fine,
/// however far out.
struct LatticeAxis {
  std::uint64_t step = 0;                ///< From one sample to the next, in 2^-32 cells; at most 2^42.
  std::uint32_t phase = 0;               ///< Of sample 0, in 2^-32 cells.
  std::uint32_t samples = 0, cells = 0;  ///< After how many it repeats; 0 for never.

  /// In 2^-32 cells.
  WideInt place(std::int64_t sample) const {
    if (samples != 0) sample = (sample % samples + samples) % samples;
    return WideInt{sample} * static_cast<WideInt>(step) + phase;
  }

  /// A cell as it counts in a lattice that repeats.
  std::int64_t wrap(std::int64_t cell) const {
    if (cells == 0) return cell;
    return (cell % cells + cells) % cells;
  }
};

inline std::int64_t cell_of(WideInt place) { return static_cast<std::int64_t>(place >> 32); }

/// From 0 up to but not including 1.
inline float part_of(WideInt place) { return static_cast<float>(static_cast<std::uint32_t>(place) >> 8) * 0x1p-24f; }

/// A lattice of `samples_a_cell` (1 or more), refined `finer` times; where it repeats, fitted to `tile` samples.
inline LatticeAxis make_axis(double samples_a_cell, double finer, std::uint32_t tile, std::uint32_t phase) {
  constexpr double kMost = 1024;  // Cells a sample: finer is all the same.
  const double cells_a_sample = finer / samples_a_cell < kMost ? finer / samples_a_cell : kMost;
  LatticeAxis axis{static_cast<std::uint64_t>(cells_a_sample * 0x1p32), phase, tile, 0};
  if (tile == 0) return axis;
  const double cells = cells_a_sample * tile + 0.5;
  axis.cells = cells < 1 ? 1 : static_cast<std::uint32_t>(cells);
  axis.step = (std::uint64_t{axis.cells} << 32) / tile;
  return axis;
}

}  // namespace cardume
