#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/random.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// How headings and speeds follow where they are not free: turns of at most so much a tick, speeds that steering leaves
// alone, and noise.
namespace cardume::simd {
namespace {

/// Below it, what a vector of length 1 has across another is all rounding: the two lie on one line.
inline constexpr float kOnOneLine2 = 1e-12f;

/// Directions of length 1; 0 where a vector has none.
template <class Arch, int Dim>
Vector<Arch, Dim> direction_of(Vector<Arch, Dim> vector) {
  using Float = typename Lanes<Arch>::Float;
  const Float length2 = vector.length2(), length = square_root(length2);
  for (int d = 0; d < Dim; ++d) vector.axis[d] = keep(length2 > Float(kNoLength2), divide(vector.axis[d], length));
  return vector;
}

template <class Arch, int Dim>
Vector<Arch, Dim> chosen(typename Lanes<Arch>::Mask mask, const Vector<Arch, Dim>& a, const Vector<Arch, Dim>& b) {
  Vector<Arch, Dim> one;
  for (int d = 0; d < Dim; ++d) one.axis[d] = select(mask, a.axis[d], b.axis[d]);
  return one;
}

/// What a vector has across a direction.
template <class Arch, int Dim>
Vector<Arch, Dim> across(const Vector<Arch, Dim>& direction, Vector<Arch, Dim> vector) {
  const typename Lanes<Arch>::Float along = dot(direction, vector);
  for (int d = 0; d < Dim; ++d) vector.axis[d] = vector.axis[d] - direction.axis[d] * along;
  return vector;
}

/// A direction across another one: in the plane to its left, in space always the same.
template <class Arch, int Dim>
Vector<Arch, Dim> side_of(const Vector<Arch, Dim>& direction) {
  using Float = typename Lanes<Arch>::Float;
  Vector<Arch, Dim> side = zero_vector<Arch, Dim>();
  if constexpr (Dim == 2) {
    side.axis[0] = Float(0.f) - direction.axis[1];
    side.axis[1] = direction.axis[0];
    return side;
  } else {
    const auto level = direction.axis[2] * direction.axis[2] < Float(0.5f);
    side.axis[2] = keep(level, Float(1.f));
    side.axis[0] = keep(none_of(level), Float(1.f));
    return direction_of(across(direction, side));
  }
}

template <class Arch, int Dim>
Vector<Arch, Dim> turned(const Vector<Arch, Dim>& heading, const Vector<Arch, Dim>& side, const Circle<Arch>& by) {
  Vector<Arch, Dim> sum;
  for (int d = 0; d < Dim; ++d) sum.axis[d] = heading.axis[d] * by.cosine + side.axis[d] * by.sine;
  return sum;
}

/// From one heading toward another by at most the turn of a tick, along the great circle through both (K. Shoemake,
/// "Animating rotation with quaternion curves", 1985). Who stands turns freely.
template <class Arch, int Dim>
Vector<Arch, Dim> turned_toward(const Vector<Arch, Dim>& from, const Vector<Arch, Dim>& to, const Circle<Arch>& most) {
  using Float = typename Lanes<Arch>::Float;
  const Float zero(0.f), along = dot(from, to);
  // Twice, for where little is left over the first result is half rounding.
  const Vector<Arch, Dim> aside = across(from, across(from, to));
  const Float aside2 = aside.length2();
  // Cosines tell small angles badly, and sines large ones.
  const auto beyond_sine = either(along < zero, most.sine * most.sine < aside2);
  const auto acute = most.cosine > zero;
  const auto beyond = either(both(acute, beyond_sine), both(none_of(acute), along < most.cosine));
  const Vector<Arch, Dim> side = chosen(aside2 > Float(kOnOneLine2), direction_of(aside), side_of<Arch, Dim>(from));
  return chosen(both(beyond, from.length2() > zero), turned(from, side, most), to);
}

/// Turned at random: in the plane by up to half the noise to either side, in space by up to half of it, any way.
template <class Arch, int Dim>
Vector<Arch, Dim> shaken(const Vector<Arch, Dim>& heading, typename Lanes<Arch>::Float noise,
                         typename Lanes<Arch>::Int random) {
  using Float = typename Lanes<Arch>::Float;
  const Float share = unit_float<Arch>(random);
  Vector<Arch, Dim> side = side_of(heading);
  Float angle = (share - Float(0.5f)) * noise;
  if constexpr (Dim == 3) {
    const Vector<Arch, 2> way = random_direction<Arch, 2>(next_random<Arch>(random));
    Vector<Arch, 3> other;
    for (int d = 0; d < 3; ++d) {
      const int next = (d + 1) % 3, last = (d + 2) % 3;
      other.axis[d] = heading.axis[next] * side.axis[last] - heading.axis[last] * side.axis[next];
    }
    side = turned(side, other, Circle<Arch>{way.axis[0], way.axis[1]});
    angle = share * noise * Float(0.5f);
  }
  return chosen(noise > Float(0.f), turned(heading, side, circle<Arch>(angle)), heading);
}

/// The speeds that agents take up whatever they are steered to, and the others' own.
template <class Arch, int Dim>
typename Lanes<Arch>::Float speed_of(const IntegrateArgs& args, std::uint32_t agent,
                                     const Steering<Arch, Dim>& steering, const Vector<Arch, Dim>& velocity) {
  using Float = typename Lanes<Arch>::Float;
  const Float zero(0.f), own = square_root(steering.velocity().length2());
  const Float free = square_root(velocity.length2());
  const Float speed = select(steering.of(args.table->motion.keeps_speed) > zero, own, free);
  if (args.turning.speed == nullptr) return speed;
  const Float shared = load(args.turning.speed + agent, Arch{});
  return select(steering.of(args.table->rules.sense.shares_speed) > zero, shared, speed);
}

/// What becomes of the velocity that agents are steered to, by how their profiles turn and keep their speed. Those
/// whose profiles leave both free keep it.
template <class Arch, int Dim>
Vector<Arch, Dim> bent(const IntegrateArgs& args, std::uint32_t agent, const Steering<Arch, Dim>& steering,
                       const Vector<Arch, Dim>& velocity) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  const MotionColumns& motion = args.table->motion;
  const Float zero(0.f), noise = steering.of(motion.noise);
  const Circle<Arch> most{steering.of(motion.turn_cosine), steering.of(motion.turn_sine)};
  const auto limited = most.cosine > Float(-1.5f);
  const auto keeps = steering.of(motion.keeps_speed) > zero;
  const Vector<Arch, Dim> from = direction_of(steering.velocity());
  // Who is steered to a halt and does not keep it goes on straight.
  const Vector<Arch, Dim> to = chosen(velocity.length2() > Float(kNoLength2), direction_of(velocity), from);
  Vector<Arch, Dim> heading = chosen(limited, turned_toward(from, to, most), to);
  if (any(noise > zero)) {
    const Dice<Arch> dice(args.turning.slot + agent, 0);
    heading = shaken(heading, noise, dice.draw(Int(static_cast<std::int32_t>(args.turning.seed))));
  }
  const Float length2 = heading.length2();
  const Float scale = divide(speed_of(args, agent, steering, velocity), square_root(length2));
  for (int d = 0; d < Dim; ++d) heading.axis[d] = keep(length2 > Float(kNoLength2), heading.axis[d] * scale);
  return chosen(either(limited, either(keeps, noise > zero)), heading, velocity);
}

}  // namespace
}  // namespace cardume::simd
