#pragma once
#include "simd/kernels/random.hpp"
#include "simd/lanes.hpp"
#include "simd/worldgen_kernels.hpp"

// Noise of one octave, a sample a lane, wherever each sample is.
namespace cardume::simd {
namespace {

/// The cell that lanes are in along one axis, in two halves.
template <class Arch>
struct CellHalves {
  using Int = typename Lanes<Arch>::Int;

  Int low, high;
};

/// Of integers.
template <class Arch>
typename Lanes<Arch>::Int pick(typename Lanes<Arch>::Mask mask, typename Lanes<Arch>::Int a,
                               typename Lanes<Arch>::Int b) {
  return bits(select(mask, from_bits(a), from_bits(b)));
}

/// The next cell, where the lattice does not begin again with it.
template <class Arch>
CellHalves<Arch> next_cell(const CellHalves<Arch>& cell, std::int32_t wrap) {
  using Int = typename Lanes<Arch>::Int;
  const Int zero(0), low = add_wrapped(cell.low, Int(1));
  if (wrap != 0) return {pick<Arch>(equal(low, Int(wrap)), zero, low), cell.high};
  return {low, pick<Arch>(equal(low, zero), add_wrapped(cell.high, Int(1)), cell.high)};
}

/// Axis by axis; the last step is apart. As node_hash() in core/worldgen.
template <class Arch>
typename Lanes<Arch>::Int hash_axis(typename Lanes<Arch>::Int hash, const CellHalves<Arch>& cell) {
  using Int = typename Lanes<Arch>::Int;
  return add_wrapped(mix_lanes<Arch>(hash ^ cell.low),
                     multiply(cell.high, Int(static_cast<std::int32_t>(0x9E3779B1u))));
}

template <class Arch>
typename Lanes<Arch>::Float with_sign(typename Lanes<Arch>::Float value, typename Lanes<Arch>::Int sign_at_the_top) {
  using Int = typename Lanes<Arch>::Int;
  return from_bits(bits(value) ^ (sign_at_the_top & Int(static_cast<std::int32_t>(0x80000000u))));
}

/// Along one of eight unit directions.
template <class Arch>
typename Lanes<Arch>::Float slope_along(typename Lanes<Arch>::Int hash, const typename Lanes<Arch>::Float (&at)[2]) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  const Float longer(0.923879533f), shorter(0.382683432f);
  const auto across = equal(hash & Int(1), Int(0));
  const Float x = with_sign<Arch>(select(across, longer, shorter), shift_left(hash, 30));
  const Float y = with_sign<Arch>(select(across, shorter, longer), shift_left(hash, 29));
  return x * at[0] + y * at[1];
}

/// Along one of Perlin's sixteen directions to the middles of a cube's edges, of which four count twice.
template <class Arch>
typename Lanes<Arch>::Float slope_along(typename Lanes<Arch>::Int hash, const typename Lanes<Arch>::Float (&at)[3]) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  const Int which = hash & Int(15);
  const Float u = select(equal(which & Int(8), Int(0)), at[0], at[1]);
  const auto twice = either(equal(which, Int(12)), equal(which, Int(14)));
  const Float v = select(equal(which & Int(12), Int(0)), at[1], select(twice, at[0], at[2]));
  return with_sign<Arch>(u, shift_left(hash, 31)) + with_sign<Arch>(v, shift_left(hash, 30));
}

template <class Float>
Float fade(Float t) {
  return t * t * t * (t * (t * Float(6.f) - Float(15.f)) + Float(10.f));
}

template <class Float>
Float mix_between(Float a, Float b, Float share) {
  return a + share * (b - a);
}

/// A batch of places.
template <class Arch, int Dim>
class NoiseBatch {
 public:
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;

  NoiseBatch(const NoisePointsArgs& args, std::uint32_t first) : key_(Int(static_cast<std::int32_t>(args.key[1]))) {
    for (int d = 0; d < Dim; ++d) {
      cell_[d][0] = {load(args.low[d] + first, Arch{}), load(args.high[d] + first, Arch{})};
      cell_[d][1] = next_cell<Arch>(cell_[d][0], args.wrap[d]);
      part_[d] = load(args.part[d] + first, Arch{});
    }
    seed_ = Int(static_cast<std::int32_t>(args.key[0]));
  }

  Float perlin() const {
    return between_corners<Dim - 1>(0, [&](Int hash, int corner) {
      Float at[Dim];
      for (int d = 0; d < Dim; ++d) at[d] = (corner >> d & 1) != 0 ? part_[d] - Float(1.f) : part_[d];
      return slope_along<Arch>(hash, at);
    });
  }

  Float value() const {
    return between_corners<Dim - 1>(0, [](Int hash, int) { return unit_float<Arch>(hash) * Float(2.f) - Float(1.f); });
  }

  Float simplex() const {
    const Float inside = Dim == 2 ? Float(0.211324865f) : Float(1.f / 6);  // (1 - 1 / sqrt(n + 1)) / n.
    Float along = part_[0] + part_[1];
    if constexpr (Dim == 3) along = along + part_[2];
    Float at[Dim];
    for (int d = 0; d < Dim; ++d) at[d] = part_[d] - along * inside;
    // From the first corner to the last, one axis after the other, the one with the largest part first.
    Int rank[Dim];
    rank_axes(rank);
    Float sum = corner_of_simplex(rank, Dim, at);
    for (int step = 1; step <= Dim; ++step) {
      Float from[Dim];
      for (int d = 0; d < Dim; ++d) {
        const Float moved = select(passed(rank[d], Dim - step), Float(1.f), Float(0.f));
        from[d] = at[d] - moved + inside * Float(static_cast<float>(step));
      }
      sum = sum + corner_of_simplex(rank, Dim - step, from);
    }
    return sum;
  }

 private:
  Int hash_corner(int corner) const {
    Int hash = seed_;
    for (int d = 0; d < Dim; ++d) hash = hash_axis<Arch>(hash, cell_[d][corner >> d & 1]);
    return mix_lanes<Arch>(hash ^ key_);
  }

  /// Interpolates along the axes up to `Axis` between what `value(hash, corner)` gives for the corners.
  template <int Axis, class Value>
  Float between_corners(int corner, Value value) const {
    if constexpr (Axis < 0)
      return value(hash_corner(corner), corner);
    else
      return mix_between(between_corners<Axis - 1>(corner, value), between_corners<Axis - 1>(corner | 1 << Axis, value),
                         fade(part_[Axis]));
  }

  /// How many other axes have smaller parts; of equal ones the first counts as larger.
  void rank_axes(Int (&rank)[Dim]) const {
    for (int d = 0; d < Dim; ++d) rank[d] = Int(0);
    for (int a = 0; a < Dim; ++a)
      for (int b = a + 1; b < Dim; ++b) {
        const auto less = part_[a] < part_[b];
        rank[a] = rank[a] + pick<Arch>(less, Int(0), Int(1));
        rank[b] = rank[b] + pick<Arch>(less, Int(1), Int(0));
      }
  }

  /// Whether an axis is passed on the way to a corner: its rank is at least `least`.
  typename Lanes<Arch>::Mask passed(Int rank, int least) const {
    typename Lanes<Arch>::Mask any = equal(rank, Int(Dim - 1));
    for (int r = least; r < Dim - 1; ++r) any = either(any, equal(rank, Int(r)));
    return any;
  }

  /// What the corner adds at a place `at` from it: axes of rank `least` or more are passed on the way to it.
  Float corner_of_simplex(const Int (&rank)[Dim], int least, const Float (&at)[Dim]) const {
    Int hash = seed_;
    for (int d = 0; d < Dim; ++d) {
      CellHalves<Arch> cell = cell_[d][0];
      if (least < Dim) {
        const auto moved = passed(rank[d], least);
        cell = {pick<Arch>(moved, cell_[d][1].low, cell.low), pick<Arch>(moved, cell_[d][1].high, cell.high)};
      }
      hash = hash_axis<Arch>(hash, cell);
    }
    Float near = Float(0.5f);
    for (int d = 0; d < Dim; ++d) near = near - at[d] * at[d];
    near = select(near < Float(0.f), Float(0.f), near);
    return near * near * (near * near) * slope_along<Arch>(mix_lanes<Arch>(hash ^ key_), at);
  }

  Int seed_, key_;
  CellHalves<Arch> cell_[Dim][2];
  Float part_[Dim];
};

template <class Arch, int Dim>
typename Lanes<Arch>::Float noise_of(const NoisePointsArgs& args, const NoiseBatch<Arch, Dim>& batch) {
  if (args.lattice == NoiseLattice::kPerlin) return batch.perlin();
  return args.lattice == NoiseLattice::kValue ? batch.value() : batch.simplex();
}

template <class Arch, int Dim>
void noise_points_in(const NoisePointsArgs& args) {
  for (std::uint32_t first = 0; first < args.count; first += Lanes<Arch>::kCount)
    save(args.noise + first, noise_of(args, NoiseBatch<Arch, Dim>(args, first)));
}

template <class Arch>
void noise_points(const NoisePointsArgs& args) {
  if (args.dimensions == 2)
    noise_points_in<Arch, 2>(args);
  else
    noise_points_in<Arch, 3>(args);
}

}  // namespace
}  // namespace cardume::simd
