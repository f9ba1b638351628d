#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// Random numbers by key, never in sequence: each depends on the agent's slot, a key (a tick, a period) and the seed
// alone, so lanes may draw them in any order and on any thread.
namespace cardume::simd {
namespace {

/// Well-mixed bits from a number (the finaliser of A. Appleby, "MurmurHash3", 2011).
template <class Arch>
typename Lanes<Arch>::Int mix_lanes(typename Lanes<Arch>::Int x) {
  using Int = typename Lanes<Arch>::Int;
  x = multiply(x ^ (shift_right(x, 16) & Int(0xFFFF)), Int(static_cast<std::int32_t>(0x85EBCA6Bu)));
  x = multiply(x ^ (shift_right(x, 13) & Int(0x7FFFF)), Int(static_cast<std::int32_t>(0xC2B2AE35u)));
  return x ^ (shift_right(x, 16) & Int(0xFFFF));
}

/// From 0 up to but not including 1, in steps of 2^-24.
template <class Arch>
typename Lanes<Arch>::Float unit_float(typename Lanes<Arch>::Int random) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  return to_float(shift_right(random, 8) & Int(0xFFFFFF)) * Float(0x1p-24f);
}

/// Another number as random as the first.
template <class Arch>
typename Lanes<Arch>::Int next_random(typename Lanes<Arch>::Int random) {
  using Int = typename Lanes<Arch>::Int;
  return mix_lanes<Arch>(random ^ Int(static_cast<std::int32_t>(0x9E3779B9u)));
}

/// The dice of a batch of agents.
template <class Arch>
class Dice {
 public:
  using Int = typename Lanes<Arch>::Int;

  Dice(const std::uint32_t* slot, std::uint32_t seed) {
    const Int who = load(reinterpret_cast<const std::int32_t*>(slot), Arch{}) ^ Int(static_cast<std::int32_t>(seed));
    who_ = multiply(mix_lanes<Arch>(who), Int(static_cast<std::int32_t>(0x9E3779B1u)));
  }

  /// Slot and key are each mixed by themselves first, and not alike: otherwise two agents would draw the same numbers
  /// at keys that differ by as much as they do, or that are each other's slots.
  Int draw(Int key) const { return mix_lanes<Arch>(who_ ^ mix_lanes<Arch>(key)); }

 private:
  Int who_;
};

/// Cosine and sine.
template <class Arch>
struct Circle {
  typename Lanes<Arch>::Float cosine, sine;
};

/// Of an angle from -pi to pi, to 1.5e-7: Taylor series around the nearest quarter turn.
template <class Arch>
Circle<Arch> circle(typename Lanes<Arch>::Float angle) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  const Float zero(0.f), one(1.f);
  const Int quarter = truncate(angle * Float(0.636619772f) + select(angle < zero, Float(-0.5f), Float(0.5f)));
  // A quarter turn in two parts, of which the first is exact when taken away.
  const Float x = angle - to_float(quarter) * Float(1.57079637f) - to_float(quarter) * Float(-4.37113883e-8f);
  const Float x2 = x * x;
  const Float rest = Float(-1.f / 5040) + x2 * Float(1.f / 362880);
  const Float sine = x + x * x2 * (Float(-1.f / 6) + x2 * (Float(1.f / 120) + x2 * rest));
  const Float cosine =
      one - x2 * Float(0.5f) + x2 * x2 * (Float(1.f / 24) + x2 * (Float(-1.f / 720) + x2 * Float(1.f / 40320)));
  const auto odd = equal(quarter & Int(1), Int(1));
  const auto sine_falls = equal(quarter & Int(2), Int(2));
  const auto cosine_falls = equal((quarter + Int(1)) & Int(2), Int(2));
  const Float along = select(odd, sine, cosine), across = select(odd, cosine, sine);
  return {select(cosine_falls, zero - along, along), select(sine_falls, zero - across, across)};
}

/// A direction from a random number, all of them alike. In space its height is as evenly spread as its angle
/// (Archimedes, "On the sphere and cylinder").
template <class Arch, int Dim>
Vector<Arch, Dim> random_direction(typename Lanes<Arch>::Int random) {
  using Float = typename Lanes<Arch>::Float;
  const Circle<Arch> around = circle<Arch>((unit_float<Arch>(random) - Float(0.5f)) * Float(6.28318531f));
  Vector<Arch, Dim> direction;
  Float level(1.f);
  if constexpr (Dim == 3) {
    const Float height = unit_float<Arch>(next_random<Arch>(random)) * Float(2.f) - Float(1.f);
    level = square_root(Float(1.f) - height * height);
    direction.axis[2] = height;
  }
  direction.axis[0] = around.cosine * level;
  direction.axis[1] = around.sine * level;
  return direction;
}

}  // namespace
}  // namespace cardume::simd
