#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

/// Adds to the acceleration of every agent what stepping aside from collisions to come wants.
template <class Arch, int Dim>
void avoid(const AvoidArgs&) {}

}  // namespace
}  // namespace cardume::simd
