#include <algorithm>
#include <atomic>
#include <cardume/noise.hpp>
#include <cardume/random.hpp>
#include <memory>

#include "core/checker.hpp"
#include "core/door.hpp"
#include "core/instruction_sets.hpp"
#include "core/worldgen/noise_octave.hpp"

namespace cardume {
namespace {

/// Rows that one thread works out in a go.
constexpr std::uint32_t kRowsAtOnce = 32;

/// Roundings add up to less than that.
constexpr float kMargin = 1e-5f;

constexpr const char* kAxisNames[] = {"warp along x", "warp along y", "warp along z"};

Error check(const NoiseDesc& desc) {
  Checker checker;
  constexpr std::uint32_t kMostSamples = 1u << 20;
  const auto period = [](float value) { return value >= 1 && value <= static_cast<float>(kMostSamples); };
  const auto octaves = [](std::uint32_t count) { return count >= 1 && count <= 16; };
  checker.require(desc.dimensions == 2 || desc.dimensions == 3, "dimensions", "2 or 3")
      .require(octaves(desc.octaves), "octaves", "from 1 to 16")
      .share(desc.gain, "gain")
      .require(desc.lacunarity >= 1 && desc.lacunarity <= 8, "lacunarity", "a number from 1 to 8")
      .require(period(desc.period), "period", "a number from 1 to 1048576")
      .require(desc.tile <= kMostSamples, "tile", "at most 1048576")
      .require(desc.tile == 0 || desc.kind != NoiseKind::kSimplex, "tile", "0 for simplex noise")
      .require(desc.warp.amplitude >= 0 && desc.warp.amplitude <= 1e4f, "warp.amplitude", "a number from 0 to 10000")
      .require(period(desc.warp.period), "warp.period", "a number from 1 to 1048576")
      .require(octaves(desc.warp.octaves), "warp.octaves", "from 1 to 16");
  return checker.result();
}

/// The noise that moves samples along an axis.
NoiseDesc warp_along(const NoiseDesc& desc, std::uint32_t axis) {
  NoiseDesc warp;
  warp.dimensions = desc.dimensions;
  warp.octaves = desc.warp.octaves;
  warp.period = desc.warp.period;
  warp.tile = desc.tile;
  warp.seed = Stream(desc.seed).sub(kAxisNames[axis]).seed();
  return warp;
}

simd::NoiseShape shape_of(Fractal fractal) {
  if (fractal == Fractal::kRidged) return simd::NoiseShape::kRidged;
  return fractal == Fractal::kBillow ? simd::NoiseShape::kBillow : simd::NoiseShape::kPlain;
}

/// All octaves over rows of samples.
class NoiseRows {
 public:
  NoiseRows(const NoiseDesc& desc, const simd::NoiseKernels& kernels, std::int64_t x, std::uint32_t width)
      : desc_(desc), kernels_(kernels), width_(width), noise_(width + kRowPadding), sum_(width + kRowPadding) {
    const bool warped = desc.warp.amplitude > 0;
    octaves_ = make_octaves(desc);
    for (const NoiseOctave& octave : octaves_) {
      if (warped || desc.kind == NoiseKind::kSimplex)
        points_.emplace_back(octave, desc, x, width);
      else
        grids_.emplace_back(octave, desc, x, width);
    }
    for (std::uint32_t d = 0; d < desc.dimensions && warped; ++d)
      warps_.push_back(std::make_unique<NoiseRows>(warp_along(desc, d), kernels, x, width));
  }

  /// Holds until the next call.
  const float* row(std::int64_t y, std::int64_t z) {
    const float* shift[3] = {};
    for (std::size_t d = 0; d < warps_.size(); ++d) shift[d] = warps_[d]->scaled_row(y, z, desc_.warp.amplitude);
    const float scale = noise_scale(desc_.kind, desc_.dimensions);
    for (std::size_t o = 0; o < octaves_.size(); ++o) {
      if (grids_.empty())
        points_[o].row(y, z, shift, kernels_, noise_.data());
      else
        grids_[o].row(y, z, kernels_, noise_.data());
      kernels_.add({noise_.data(), sum_.data(), width_, scale, octaves_[o].amplitude, shape_of(desc_.fractal), o == 0});
    }
    return sum_.data();
  }

 private:
  const float* scaled_row(std::int64_t y, std::int64_t z, float scale) {
    (void)row(y, z);
    for (float& value : sum_) value *= scale;
    return sum_.data();
  }

  NoiseDesc desc_;
  const simd::NoiseKernels& kernels_;
  std::uint32_t width_;
  std::vector<NoiseOctave> octaves_;
  std::vector<NoiseGrid> grids_;                   ///< By octave; none where samples are looked up one by one.
  std::vector<NoisePoints> points_;                ///< Likewise; none where they are not.
  std::vector<std::unique_ptr<NoiseRows>> warps_;  ///< By axis.
  std::vector<float> noise_, sum_;
};

/// Row `number` of a box, counted through its layers.
void fill_rows(NoiseRows& rows, const SampleBox& box, Chunk numbers, std::span<float> out) {
  for (std::uint32_t i = numbers.first; i < numbers.last; ++i) {
    const float* row = rows.row(box.y + i % box.height, box.z + i / box.height);
    std::copy_n(row, box.width, out.begin() + static_cast<std::ptrdiff_t>(std::size_t{i} * box.width));
  }
}

Error fill(const NoiseDesc& desc, const SampleBox& box, std::span<float> out, const SampleOptions& options) {
  const simd::KernelTable* kernels = choose_kernels(options.instruction_set);
  if (kernels == nullptr) return unknown_instruction_set();
  const simd::NoiseKernels& noise = simd::worldgen_kernels(*kernels).noise;
  const std::uint32_t count = box.height * box.depth;
  if (options.scheduler == nullptr) {
    NoiseRows rows(desc, noise, box.x, box.width);
    fill_rows(rows, box, {0, count, 0}, out);
    return {};
  }
  std::atomic<bool> failed{false};
  options.scheduler->parallel_for(count, kRowsAtOnce, [&](Chunk chunk) noexcept {
    const ExactFloat exact;
    try {
      NoiseRows rows(desc, noise, box.x, box.width);
      fill_rows(rows, box, chunk, out);
    } catch (...) {
      failed = true;
    }
  });
  return failed ? Error{Status::kOutOfMemory, {}} : Error{};
}

}  // namespace

Error fill_noise(const NoiseDesc& desc, const SampleBox& box, std::span<float> out, const SampleOptions& options) {
  return guarded([&]() -> Error {
    if (Error error = check(desc)) return error;
    if (Error error = validate(box)) return error;
    if (desc.dimensions == 2 && box.depth != 1) return invalid("box.depth", "1 in two dimensions");
    if (out.size() != box.count()) return invalid("out", "as long as the box has samples");
    return fill(desc, box, out, options);
  });
}

NoiseBounds noise_bounds(const NoiseDesc&) { return {-1 - kMargin, 1 + kMargin}; }

}  // namespace cardume
