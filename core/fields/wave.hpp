#pragma once
#include <algorithm>
#include <cardume/field.hpp>
#include <cmath>
#include <cstdint>

// How distances grow as the crow flies (J. Sethian, "A fast marching level set method for monotonically advancing
// fronts", 1996, with triangles of both straight and diagonal neighbours), in whole numbers. Whatever is rounded here
// rises with all that it is made from, so the distances of a map are the one solution of their equations, and do not
// depend on the order in which they are found.
namespace cardume {

/// One cell of ground in units of Metric::kEikonal.
constexpr std::uint64_t wave_step(std::uint8_t cost) { return std::uint64_t{kEikonalStep} * cost; }

/// What a front adds at least to the distance of a straight neighbour, on ground of cost 1: 1/sqrt 2 of a step. From a
/// diagonal one it is a whole step, from one a knight's move away two.
inline constexpr std::uint32_t kLeastWave = 791;

/// No front takes a cell from a neighbour in one longer step, of ground of this cost.
constexpr std::uint32_t longest_wave_step(std::uint8_t cost) { return kEikonalStep * 9 / 4 * cost; }

/// How distances at one cell are rounded. Were all rounded alike, what is lost would add up along the way; so each cell
/// has a threshold of its own, in 1/128, evenly spread (the mixing of A. Appleby's MurmurHash3, 2011).
class WaveRounding {
 public:
  explicit WaveRounding(std::uint32_t cell) {
    std::uint32_t mixed = cell * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    threshold_ = static_cast<double>(mixed >> 26) / 64 + 1.0 / 128;
  }

  std::uint64_t operator()(double value) const { return static_cast<std::uint64_t>(value + threshold_); }

 private:
  double threshold_;
};

/// The square root of a whole number below 2^52.
inline double root(std::uint64_t square) { return std::sqrt(static_cast<double>(square)); }

/// A cell that a front reaches over a straight neighbour of it:
///
///           + - - - + - - - +
///     wall? | diag. | knight|     `rounds`: whether a way may go straight to the diagonal one, past the corner of a
///     + - - + - - - + - - - +     wall or not.
///     | cell| str.  |
///     + - - + - - - +
///
/// It takes the least of distance and length over all places on the lines between the neighbours: of (1 - s) straight +
/// s diagonal + step sqrt(1 + s^2) for s in [0, 1], and likewise.
class WaveFront {
 public:
  WaveFront(std::uint32_t cell, std::uint64_t step, std::uint64_t straight)
      : rounding_(cell), step_(step), straight_(straight), least_(straight + step) {}

  std::uint64_t least() const { return least_; }

  void cross_to_diagonal(std::uint64_t diagonal, bool rounds) {
    if (diagonal >= straight_) return;
    const std::uint64_t drop = straight_ - diagonal;
    if (drop < step_ && 2 * drop * drop < step_ * step_) {
      lower(straight_ + rounding_(root(step_ * step_ - drop * drop)));
    } else {
      lower(rounds ? diagonal + rounding_(root(2 * step_ * step_)) : straight_ + rounding_(root(step_ * step_ / 2)));
    }
  }

  void cross_to_knight(std::uint64_t knight) {
    const std::uint64_t drop = straight_ - knight;
    if (knight >= straight_ || drop <= step_) return;
    if (drop >= 2 * step_ || 5 * drop * drop >= 9 * step_ * step_)
      return lower(knight + rounding_(root(5 * step_ * step_)));
    lower(straight_ + rounding_((static_cast<double>(drop) + root(2 * step_ * step_ - drop * drop)) / 2));
  }

  /// Between both of them.
  void cross_beyond(std::uint64_t diagonal, std::uint64_t knight) {
    const std::uint64_t drop = diagonal - knight;
    if (knight >= diagonal || drop >= step_ || 2 * drop * drop <= step_ * step_) return;
    if (5 * drop * drop < 4 * step_ * step_) lower(diagonal + drop + rounding_(root(step_ * step_ - drop * drop)));
  }

 private:
  void lower(std::uint64_t distance) { least_ = std::min(least_, distance); }

  WaveRounding rounding_;
  std::uint64_t step_, straight_, least_;
};

/// The length of a diagonal step to a cell.
inline std::uint64_t wave_diagonal(std::uint32_t cell, std::uint64_t step) {
  return WaveRounding(cell)(root(2 * step * step));
}

}  // namespace cardume
