#pragma once
#include <cardume/noise.hpp>
#include <cstdint>
#include <vector>

#include "core/worldgen/lattice.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume {

/// Room after the end of a row, for kernels that work in whole batches.
inline constexpr std::uint32_t kRowPadding = 16;

/// One layer of noise: a lattice of its own.
struct NoiseOctave {
  LatticeAxis axis[3];
  std::uint32_t key[2];
  float amplitude;  ///< Those of all octaves add up to 1.
};

/// The octaves of noise, from the coarsest on.
std::vector<NoiseOctave> make_octaves(const NoiseDesc&);

/// What brings noise of that kind to -1 to 1.
float noise_scale(NoiseKind, std::uint32_t dimensions);

/// The random bits of a corner of the lattice; as NoiseBatch::hash_corner() in simd/kernels/noise_points.hpp.
std::uint32_t node_hash(const NoiseOctave&, const std::int64_t* cell, std::uint32_t dimensions);

inline float noise_fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/// Noise of one octave over rows of samples, all of one width. Along a row everything but the noise itself is worked
/// out once a cell of the lattice.
class NoiseGrid {
 public:
  NoiseGrid(const NoiseOctave&, const NoiseDesc&, std::int64_t x, std::uint32_t width);

  void row(std::int64_t y, std::int64_t z, const simd::NoiseKernels&, float* out);

 private:
  /// The sides of cells, for one of the corners in the other axes.
  struct Corner {
    std::int64_t cell[3] = {};  ///< That it was looked up for; the first says nothing.
    bool known = false;
    std::vector<float> slope[3];  ///< By side. Of value noise the first is the value.
  };

  void lay_columns(std::int64_t x, std::uint32_t width);
  void look_up(Corner&, std::int64_t y, std::int64_t z);
  void interpolate(const float (&part)[2]);
  void interpolate_values(float y, float z);

  NoiseOctave octave_;
  NoiseKind kind_;
  std::uint32_t dimensions_;
  std::vector<float> part_, fade_;
  std::vector<simd::NoiseRun> runs_;
  std::vector<std::int64_t> sides_;  ///< Cells whose left side each is.
  Corner corners_[4];
  std::vector<float> slope_, level_;
};

/// Noise of one octave at samples that are moved, or on a lattice that is askew.
class NoisePoints {
 public:
  NoisePoints(const NoiseOctave&, const NoiseDesc&, std::int64_t x, std::uint32_t width);

  /// Samples are moved by `shift[axis]` samples, where that is not null.
  void row(std::int64_t y, std::int64_t z, const float* const (&shift)[3], const simd::NoiseKernels&, float* out);

 private:
  void place(std::uint32_t column, const WideInt (&at)[3]);

  NoiseOctave octave_;
  NoiseKind kind_;
  std::uint32_t dimensions_, width_;
  std::int64_t x_;
  std::vector<std::int32_t> low_[3], high_[3];
  std::vector<float> part_[3];
};

}  // namespace cardume
