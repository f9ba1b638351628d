#pragma once
#include <cstdint>

// What the code compiled per instruction set offers to the generators of worlds: see kernels.hpp. All columns can be
// read and written up to 16 entries past their end.
namespace cardume::simd {

struct KernelTable;

/// Samples of a row that lie in one cell of the lattice.
struct NoiseRun {
  std::uint32_t first, last;
  std::uint32_t left, right;  ///< Its sides, as entries of NoiseRunArgs::slope and level.
};

/// Noise of one octave along a row of samples. On either side of a cell, with all axes but the first interpolated, it
/// is linear: slope times the distance from that side, plus level.
struct NoiseRunArgs {
  const NoiseRun* runs;
  std::uint32_t run_count;
  const float *slope, *level;
  const float *part, *fade;  ///< Of each sample: its place in its cell, from 0 to 1, and the weight of the right side.
  float* noise;              ///< Out.
};

enum class NoiseShape : std::uint8_t { kPlain, kRidged, kBillow };

/// Adds an octave to those before it.
struct NoiseAddArgs {
  const float* noise;
  float* sum;
  std::uint32_t count;
  float scale;      ///< Brings noise to -1 to 1.
  float amplitude;  ///< Then it counts so much.
  NoiseShape shape;
  bool first;  ///< There are none before it.
};

enum class NoiseLattice : std::uint8_t { kPerlin, kValue, kSimplex };

/// Noise of one octave at places anywhere: cells in two halves of 32 bits, and where in them.
struct NoisePointsArgs {
  const std::int32_t *low[3], *high[3];
  const float* part[3];
  std::int32_t wrap[3];  ///< Of lattices that repeat: the cell that counts as 0 again; else 0.
  std::uint32_t key[2];
  std::uint32_t dimensions, count;
  NoiseLattice lattice;
  float* noise;  ///< Out.
};

struct NoiseKernels {
  void (*runs)(const NoiseRunArgs&);
  void (*add)(const NoiseAddArgs&);
  void (*points)(const NoisePointsArgs&);
};

/// Samples of a row that lie in one square of the lattice, and the points that matter to them.
struct CellularRun {
  std::uint32_t first, last;
  std::uint32_t near_first, near_last;    ///< Points for distances, as entries of CellularPoints.
  std::uint32_t about_first, about_last;  ///< Points for borders.
};

/// Points by run, relative to the corner of its square.
struct CellularPoints {
  const float *x, *y;
  const std::uint32_t* id;
};

enum class CellularMetric : std::uint8_t { kEuclid, kManhattan, kChebyshev };

struct CellularArgs {
  const CellularRun* runs;
  std::uint32_t run_count;
  CellularPoints points;
  const float* part;  ///< Of each sample, along x: its place in its square, 0 to 1.
  float across;       ///< The same along y, of all.
  CellularMetric metric;
  float *f1, *f2, *border;  ///< Out; border may be null.
  std::uint32_t* id;        ///< Out.
};

struct CellularKernels {
  void (*row)(const CellularArgs&);
};

struct WorldgenKernels {
  NoiseKernels noise;
  CellularKernels cellular;
};

/// Those of the same instruction set.
const WorldgenKernels& worldgen_kernels(const KernelTable&);

}  // namespace cardume::simd
