#pragma once
#include <cstdint>

// What the code compiled per instruction set offers to the generators of worlds: see kernels.hpp.
namespace cardume::simd {

struct KernelTable;

struct NoiseKernels {};

struct CellularKernels {};

struct WorldgenKernels {
  NoiseKernels noise;
  CellularKernels cellular;
};

/// Those of the same instruction set.
const WorldgenKernels& worldgen_kernels(const KernelTable&);

}  // namespace cardume::simd
