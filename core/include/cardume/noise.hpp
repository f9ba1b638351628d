#pragma once
#include <cardume/export.hpp>
#include <cardume/samples.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <span>

namespace cardume {

/// Noise on a lattice of cells.
enum class NoiseKind : std::uint8_t {
  kPerlin,   ///< Gradients at corners (K. Perlin, "Improving noise", 2002).
  kSimplex,  ///< The same on triangles and tetrahedra (S. Gustavson, "Simplex noise demystified", 2005).
  kValue,    ///< Values at corners, between which it is smooth.
};

/// What octaves add up to.
enum class Fractal : std::uint8_t {
  kFbm,     ///< Hills: the octaves as they are (fractional Brownian motion).
  kRidged,  ///< Ridges where an octave is 0.
  kBillow,  ///< Valleys where an octave is 0.
};

/// Moves each sample before noise is looked up there, by Perlin noise of its own along each axis.
struct WarpDesc {
  float amplitude = 0;        ///< Samples, at most; 0 to 10,000. 0 for no warp.
  float period = 64;          ///< As NoiseDesc::period.
  std::uint32_t octaves = 1;  ///< As NoiseDesc::octaves.
};

struct NoiseDesc {
  std::uint32_t dimensions = 2;  ///< 2 or 3.
  NoiseKind kind = NoiseKind::kPerlin;
  Fractal fractal = Fractal::kFbm;
  std::uint32_t octaves = 4;  ///< 1 to 16.
  float gain = 0.5f;          ///< What an octave counts of the one before; 0 to 1. Also called persistence.
  float lacunarity = 2;       ///< How much finer an octave is than the one before; 1 to 8.
  float period = 64;          ///< Samples along a cell of the first octave; 1 to 1,048,576.
  /// Samples after which it repeats along every axis, at most 1,048,576; 0 for never. Periods are fitted to it. Not for
  /// simplex noise, whose lattice is askew.
  std::uint32_t tile = 0;
  WarpDesc warp{};
  std::uint64_t seed = 1;  ///< Any value.
};

/// Fills `out`, row by row and then layer by layer, with noise within noise_bounds(). Boxes of two-dimensional noise
/// have a depth of 1. kInvalidArgument and kLimit name the field; then nothing is written.
CARDUME_EXPORT Error fill_noise(const NoiseDesc&, const SampleBox&, std::span<float> out, const SampleOptions& = {});

struct NoiseBounds {
  float low, high;
};

/// Between which all samples lie, by proof: the sum of the octaves' largest values, whatever they come to.
CARDUME_EXPORT NoiseBounds noise_bounds(const NoiseDesc&);

/// Perlin's own improved noise in space, of period 256, with his permutation; between -1.0364 and 1.0364. For those who
/// want just that: fill_noise() has neither its period nor its zeros at whole coordinates. Coordinates within 2^31 of
/// 0.
CARDUME_EXPORT double improved_perlin(double x, double y, double z);

}  // namespace cardume
