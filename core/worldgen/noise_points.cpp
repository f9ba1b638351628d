#include "core/worldgen/noise_octave.hpp"

namespace cardume {
namespace {

/// (sqrt(n + 1) - 1) / n in 2^-32: how far a lattice of squares or cubes is pushed along its diagonal to become one of
/// triangles or tetrahedra.
constexpr std::int64_t kSkewInPlane = 1572067136, kSkewInSpace = 1431655765;

simd::NoiseLattice lattice_of(NoiseKind kind) {
  if (kind == NoiseKind::kSimplex) return simd::NoiseLattice::kSimplex;
  return kind == NoiseKind::kPerlin ? simd::NoiseLattice::kPerlin : simd::NoiseLattice::kValue;
}

}  // namespace

NoisePoints::NoisePoints(const NoiseOctave& octave, const NoiseDesc& desc, std::int64_t x, std::uint32_t width)
    : octave_(octave), kind_(desc.kind), dimensions_(desc.dimensions), width_(width), x_(x) {
  for (std::uint32_t d = 0; d < dimensions_; ++d) {
    low_[d].resize(width + kRowPadding);
    high_[d].resize(width + kRowPadding);
    part_[d].resize(width + kRowPadding);
  }
}

void NoisePoints::row(std::int64_t y, std::int64_t z, const float* const (&shift)[3], const simd::NoiseKernels& kernels,
                      float* out) {
  const WideInt across = octave_.axis[1].place(y), deep = octave_.axis[2].place(z);
  for (std::uint32_t i = 0; i < width_; ++i) {
    WideInt at[3] = {octave_.axis[0].place(x_ + i), across, deep};
    for (std::uint32_t d = 0; d < dimensions_; ++d)
      if (shift[d] != nullptr) {
        const auto moved = static_cast<std::int64_t>(shift[d][i] * 65536.f);
        at[d] += WideInt{moved} * static_cast<WideInt>(octave_.axis[d].step) >> 16;
      }
    place(i, at);
  }
  simd::NoisePointsArgs args{};
  for (std::uint32_t d = 0; d < dimensions_; ++d) {
    args.low[d] = low_[d].data();
    args.high[d] = high_[d].data();
    args.part[d] = part_[d].data();
    args.wrap[d] = static_cast<std::int32_t>(octave_.axis[d].cells);
  }
  args.key[0] = octave_.key[0];
  args.key[1] = octave_.key[1];
  args.dimensions = dimensions_;
  args.count = width_;
  args.lattice = lattice_of(kind_);
  args.noise = out;
  kernels.points(args);
}

void NoisePoints::place(std::uint32_t column, const WideInt (&at)[3]) {
  WideInt skew = 0;
  if (kind_ == NoiseKind::kSimplex) {
    const WideInt along = dimensions_ == 2 ? at[0] + at[1] : at[0] + at[1] + at[2];
    skew = along * (dimensions_ == 2 ? kSkewInPlane : kSkewInSpace) >> 32;
  }
  for (std::uint32_t d = 0; d < dimensions_; ++d) {
    const WideInt there = at[d] + skew;
    const auto cell = static_cast<std::uint64_t>(octave_.axis[d].wrap(cell_of(there)));
    low_[d][column] = static_cast<std::int32_t>(cell);
    high_[d][column] = static_cast<std::int32_t>(cell >> 32);
    part_[d][column] = part_of(there);
  }
}

}  // namespace cardume
