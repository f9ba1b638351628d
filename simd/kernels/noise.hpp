#pragma once
#include "simd/lanes.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume::simd {
namespace {

template <class Arch>
constexpr NoiseKernels noise_kernels() {
  return {};
}

}  // namespace
}  // namespace cardume::simd
