#pragma once
#include "simd/kernels/noise_points.hpp"
#include "simd/lanes.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume::simd {
namespace {

/// What a run writes past its end, the next one writes again. Octaves are added up elsewhere: to read what was just
/// written, from half a batch before, would take longer than all the rest.
template <class Arch>
void noise_runs(const NoiseRunArgs& args) {
  using Float = typename Lanes<Arch>::Float;
  const float *const part = args.part, *const fade = args.fade;
  float* const noise = args.noise;
  for (const NoiseRun *run = args.runs, *end = run + args.run_count; run != end; ++run) {
    const Float left_slope(args.slope[run->left]), left_level(args.level[run->left]);
    const Float right_slope(args.slope[run->right]), right_level(args.level[run->right]);
    for (std::uint32_t i = run->first; i < run->last; i += Lanes<Arch>::kCount) {
      const Float at = load(part + i, Arch{});
      const Float left = left_slope * at + left_level, right = right_slope * (at - Float(1.f)) + right_level;
      save(noise + i, left + load(fade + i, Arch{}) * (right - left));
    }
  }
}

template <class Arch, NoiseShape Shape, bool First>
void noise_add_shaped(const NoiseAddArgs& args) {
  using Float = typename Lanes<Arch>::Float;
  const Float scale(args.scale), amplitude(args.amplitude), zero(0.f);
  const float* const noise = args.noise;
  float* const sum = args.sum;
  for (std::uint32_t i = 0; i < args.count; i += Lanes<Arch>::kCount) {
    Float value = load(noise + i, Arch{}) * scale;
    if constexpr (Shape != NoiseShape::kPlain) {
      const Float size = select(value < zero, zero - value, value) * Float(2.f);
      value = Shape == NoiseShape::kRidged ? Float(1.f) - size : size - Float(1.f);
    }
    const Float before = First ? zero : load(sum + i, Arch{});
    save(sum + i, before + value * amplitude);
  }
}

template <class Arch, NoiseShape Shape>
void noise_add_shaped(const NoiseAddArgs& args) {
  if (args.first) return noise_add_shaped<Arch, Shape, true>(args);
  noise_add_shaped<Arch, Shape, false>(args);
}

template <class Arch>
void noise_add(const NoiseAddArgs& args) {
  if (args.shape == NoiseShape::kPlain) return noise_add_shaped<Arch, NoiseShape::kPlain>(args);
  if (args.shape == NoiseShape::kRidged) return noise_add_shaped<Arch, NoiseShape::kRidged>(args);
  noise_add_shaped<Arch, NoiseShape::kBillow>(args);
}

template <class Arch>
constexpr NoiseKernels noise_kernels() {
  return {noise_runs<Arch>, noise_add<Arch>, noise_points<Arch>};
}

}  // namespace
}  // namespace cardume::simd
