#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"
#include "simd/kernels/rules.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

template <class Arch, int Dim>
void society(const RulesArgs& args) {
  rules<Arch, Dim>(args);
}

}  // namespace
}  // namespace cardume::simd
