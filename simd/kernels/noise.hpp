#pragma once
#include "simd/kernels/noise_points.hpp"
#include "simd/lanes.hpp"
#include "simd/worldgen_kernels.hpp"

namespace cardume::simd {
namespace {

template <class Arch, NoiseShape Shape>
void noise_run(const NoiseRunArgs& args, const NoiseRun& run, typename Lanes<Arch>::Float lanes) {
  using Float = typename Lanes<Arch>::Float;
  const Float left_slope(args.slope[run.left]), left_level(args.level[run.left]);
  const Float right_slope(args.slope[run.right]), right_level(args.level[run.right]);
  const auto add = [&](std::uint32_t i, auto keep_some) {
    const Float part = load(args.part + i, Arch{}), fade = load(args.fade + i, Arch{});
    const Float left = left_slope * part + left_level, right = right_slope * (part - Float(1.f)) + right_level;
    const Float value = shaped_noise<Arch, Shape>(args.sum, left + fade * (right - left));
    save(args.sum.sum + i, load(args.sum.sum + i, Arch{}) + keep_some(value));
  };
  std::uint32_t i = run.first;
  for (; i + Lanes<Arch>::kCount <= run.last; i += Lanes<Arch>::kCount) add(i, [](Float value) { return value; });
  if (i == run.last) return;
  const auto inside = lanes < Float(static_cast<float>(run.last - i));
  add(i, [&](Float value) { return keep(inside, value); });
}

template <class Arch, NoiseShape Shape>
void noise_runs_shaped(const NoiseRunArgs& args) {
  const auto lanes = to_float(lane_numbers(Arch{}));
  for (std::uint32_t i = 0; i < args.run_count; ++i) noise_run<Arch, Shape>(args, args.runs[i], lanes);
}

template <class Arch>
void noise_runs(const NoiseRunArgs& args) {
  if (args.sum.shape == NoiseShape::kPlain) return noise_runs_shaped<Arch, NoiseShape::kPlain>(args);
  if (args.sum.shape == NoiseShape::kRidged) return noise_runs_shaped<Arch, NoiseShape::kRidged>(args);
  noise_runs_shaped<Arch, NoiseShape::kBillow>(args);
}

template <class Arch>
constexpr NoiseKernels noise_kernels() {
  return {noise_runs<Arch>, noise_points<Arch>};
}

}  // namespace
}  // namespace cardume::simd
