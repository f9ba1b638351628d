#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

template <class Arch, int Dim>
void steer(const SteerArgs&) {}

}  // namespace
}  // namespace cardume::simd
