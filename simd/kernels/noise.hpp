#pragma once
#include "simd/kernels/noise_points.hpp"
#include "simd/lanes.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume::simd {
namespace {

template <class Arch>
void noise_run(const NoiseRunArgs& args, const NoiseRun& run) {
  using Float = typename Lanes<Arch>::Float;
  const Float left_slope(args.slope[run.left]), left_level(args.level[run.left]);
  const Float right_slope(args.slope[run.right]), right_level(args.level[run.right]);
  for (std::uint32_t i = run.first; i < run.last; i += Lanes<Arch>::kCount) {
    const Float part = load(args.part + i, Arch{}), fade = load(args.fade + i, Arch{});
    const Float left = left_slope * part + left_level, right = right_slope * (part - Float(1.f)) + right_level;
    save(args.noise + i, left + fade * (right - left));
  }
}

/// What a run writes past its end, the next one writes again.
template <class Arch>
void noise_runs(const NoiseRunArgs& args) {
  for (std::uint32_t i = 0; i < args.run_count; ++i) noise_run<Arch>(args, args.runs[i]);
}

template <class Arch, NoiseShape Shape>
void noise_add_shaped(const NoiseAddArgs& args) {
  using Float = typename Lanes<Arch>::Float;
  const Float scale(args.scale), amplitude(args.amplitude), zero(0.f);
  for (std::uint32_t i = 0; i < args.count; i += Lanes<Arch>::kCount) {
    Float value = load(args.noise + i, Arch{}) * scale;
    if constexpr (Shape != NoiseShape::kPlain) {
      const Float size = select(value < zero, zero - value, value) * Float(2.f);
      value = Shape == NoiseShape::kRidged ? Float(1.f) - size : size - Float(1.f);
    }
    save(args.sum + i, load(args.sum + i, Arch{}) + value * amplitude);
  }
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
