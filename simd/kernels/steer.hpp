#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/random.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/kernels/turning.hpp"
#include "simd/lanes.hpp"

// What agents do by themselves. A rule is a function of one batch that adds what it wants to its steering; the list at
// the end has them in running order. Lanes whose profiles give a rule no weight add nothing.
namespace cardume::simd {
namespace {

/// One batch of agents, as rules see it.
template <class Arch, int Dim>
struct Individuals {
  using Float = typename Lanes<Arch>::Float;
  using Mask = typename Lanes<Arch>::Mask;

  Individuals(const SteerArgs& arguments, std::uint32_t first)
      : args(arguments),
        agent(first),
        columns(arguments.table->steer),
        position(load_vector<Arch, Dim>(arguments.motion.position, first)),
        steering(*arguments.table, arguments.profile + first, load_vector<Arch, Dim>(arguments.motion.velocity, first),
                 load_vector<Arch, Dim>(arguments.motion.acceleration, first)) {}

  Mask have_goal() const {
    float goal[Lanes<Arch>::kCount];
    for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) goal[lane] = args.goal[agent + lane];
    return differ(load(goal, Arch{}), Float(0.f));
  }

  Vector<Arch, Dim> way_to_goal() const {
    Vector<Arch, Dim> way;
    for (int d = 0; d < Dim; ++d)
      way.axis[d] = look_up(args.goal_place[d], args.goal + agent, Arch{}) - position.axis[d];
    return way;
  }

  Mask in_zone_like(Border border) const {
    float like[Lanes<Arch>::kCount];
    for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane)
      like[lane] = columns.zone.border[args.profile[agent + lane]] == border ? 1.f : 0.f;
    return differ(load(like, Arch{}), Float(0.f));
  }

  const SteerArgs& args;
  std::uint32_t agent;
  const SteerColumns& columns;
  Vector<Arch, Dim> position;
  Steering<Arch, Dim> steering;
};

/// A vector of that length the same way, (0, 0) for one without length.
template <class Arch, int Dim>
Vector<Arch, Dim> with_length(Vector<Arch, Dim> vector, typename Lanes<Arch>::Float length) {
  using Float = typename Lanes<Arch>::Float;
  const Float length2 = vector.length2(), scale = divide(length, square_root(length2));
  for (int d = 0; d < Dim; ++d) vector.axis[d] = keep(length2 > Float(kNoLength2), vector.axis[d] * scale);
  return vector;
}

/// Straight to the goal, and within its slow distance so much slower.
template <class Arch, int Dim>
void seek(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  const Float one(1.f), inverse_slow = batch.steering.of(batch.columns.inverse_slow);
  const Vector<Arch, Dim> way = batch.way_to_goal();
  const Float distance2 = way.length2(), share = square_root(distance2) * inverse_slow;
  const auto slows = inverse_slow > Float(0.f);
  const Float pace = select(both(slows, share < one), share, one);
  const auto wants = both(batch.have_goal(), either(slows, distance2 > Float(kNoLength2)));
  const Vector<Arch, Dim> wanted = with_length(way, batch.steering.full_speed() * pace);
  batch.steering.toward_velocity(wanted, wants, batch.columns.seek_weight);
}

/// Straight away from the goal, within the radius.
template <class Arch, int Dim>
void flee(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  Vector<Arch, Dim> away = batch.way_to_goal();
  const auto near = both(batch.have_goal(), away.length2() < batch.steering.of(batch.columns.flee.radius2));
  for (int d = 0; d < Dim; ++d) away.axis[d] = keep(near, Float(0.f) - away.axis[d]);
  batch.steering.toward(away, batch.columns.flee.weight);
}

/// Around the goal at the radius, and the more straight there the farther off it is.
template <class Arch, int Dim>
void orbit(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  const Float zero(0.f), one(1.f), inverse = batch.steering.of(batch.columns.inverse_orbit_radius);
  const Vector<Arch, Dim> way = batch.way_to_goal(), in = direction_of(way);
  Vector<Arch, Dim> around = zero_vector<Arch, Dim>();
  around.axis[0] = way.axis[1];
  around.axis[1] = zero - way.axis[0];
  around = direction_of(around);
  const Float beyond = square_root(way.length2()) - batch.steering.of(batch.columns.orbit_radius);
  const Float inward = from_zero_to_one(beyond * inverse), outward = from_zero_to_one((zero - beyond) * inverse);
  const Float onward = one - inward - outward;
  const auto wants = both(batch.have_goal(), zero < inverse);
  Vector<Arch, Dim> wanted;
  for (int d = 0; d < Dim; ++d) wanted.axis[d] = keep(wants, in.axis[d] * (inward - outward) + around.axis[d] * onward);
  batch.steering.toward(wanted, batch.columns.orbit_weight);
}

/// On as it goes, and aside by a random direction that changes smoothly into the next.
template <class Arch, int Dim>
void wander(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  const SteerArgs& args = batch.args;
  std::int32_t keys[Lanes<Arch>::kCount], next_keys[Lanes<Arch>::kCount];
  for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) {
    const std::uint32_t key = args.wander.key[args.profile[batch.agent + lane]];
    keys[lane] = static_cast<std::int32_t>(key);
    next_keys[lane] = static_cast<std::int32_t>(key + 1);
  }
  const Int key = load(keys, Arch{}), next_key = load(next_keys, Arch{});
  const Dice<Arch> dice(args.slot + batch.agent, args.seed);
  const Vector<Arch, Dim> from = random_direction<Arch, Dim>(dice.draw(key));
  const Vector<Arch, Dim> to = random_direction<Arch, Dim>(dice.draw(next_key));
  const Float share = look_up(args.wander.share, args.profile + batch.agent, Arch{});
  const Float eased = share * share * (Float(3.f) - share * Float(2.f));
  const Float spread = batch.steering.of(batch.columns.wander_spread);
  Vector<Arch, Dim> wanted = direction_of(batch.steering.velocity());
  for (int d = 0; d < Dim; ++d)
    wanted.axis[d] = wanted.axis[d] + (from.axis[d] + (to.axis[d] - from.axis[d]) * eased) * spread;
  batch.steering.toward(wanted, batch.columns.wander_weight);
}

/// A quarter of how fast velocities are taken up: who goes that many times his distance comes to rest without going too
/// far, as soon as can be (critical damping).
inline constexpr float kCalm = 0.25f;

/// Back to its place from beyond the radius, so that it comes to rest at the radius.
template <class Arch, int Dim>
void hold(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  const SteerColumns& columns = batch.columns;
  Steering<Arch, Dim>& steering = batch.steering;
  Vector<Arch, Dim> way;
  for (int d = 0; d < Dim; ++d) way.axis[d] = load(batch.args.home[d] + batch.agent, Arch{}) - batch.position.axis[d];
  const Float beyond = square_root(way.length2()) - square_root(steering.of(columns.hold.radius2));
  const auto wants = beyond > Float(0.f);
  const Float calm = beyond * steering.response() * steering.of(columns.hold.weight) * Float(kCalm);
  // What half the acceleration that it has can brake in time.
  const Float limit = steering.of(batch.args.table->motion.total_limit);
  const Float brakes = square_root(keep(wants, beyond * limit));
  const Float sure = select(calm < brakes, calm, brakes), full = steering.full_speed();
  steering.toward_velocity(with_length(way, select(sure < full, sure, full)), wants, columns.hold.weight);
}

/// Into its zone from the margin inside its edge, along each axis of a box.
template <class Arch, int Dim>
void stay_in_box(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  const ZoneColumns& zone = batch.columns.zone;
  const Float margin = batch.steering.of(zone.margin);
  const Float inverse = keep(batch.in_zone_like(Border::kBox), batch.steering.of(zone.inverse_margin));
  Vector<Arch, Dim> push;
  for (int d = 0; d < Dim; ++d) {
    const Float inner = batch.steering.of(zone.half[d]) - margin;
    const Float off = batch.position.axis[d] - batch.steering.of(zone.centre[d]);
    const Float low = from_zero_to_one((Float(0.f) - inner - off) * inverse);
    push.axis[d] = low - from_zero_to_one((off - inner) * inverse);
  }
  batch.steering.along_axes(push, zone.weight);
}

/// Into its zone, toward the middle of a ball.
template <class Arch, int Dim>
void stay_in_ball(Individuals<Arch, Dim>& batch) {
  using Float = typename Lanes<Arch>::Float;
  const ZoneColumns& zone = batch.columns.zone;
  const Float inner = batch.steering.of(zone.half[0]) - batch.steering.of(zone.margin);
  const Float inverse = keep(batch.in_zone_like(Border::kBall), batch.steering.of(zone.inverse_margin));
  Vector<Arch, Dim> inward;
  for (int d = 0; d < Dim; ++d) inward.axis[d] = batch.steering.of(zone.centre[d]) - batch.position.axis[d];
  const Float depth = from_zero_to_one((square_root(inward.length2()) - inner) * inverse);
  batch.steering.along_way(direction_of(inward), depth, zone.weight);
}

template <class Arch, int Dim>
void stay_in_zone(Individuals<Arch, Dim>& batch) {
  stay_in_box(batch);
  stay_in_ball(batch);
}

/// Adds to the acceleration of every agent what it wants by itself: the rules in running order.
template <class Arch, int Dim>
void steer(const SteerArgs& args) {
  const SteerUses& uses = args.table->steer.uses;
  for (std::uint32_t agent = args.agents.first; agent < args.agents.last; agent += Lanes<Arch>::kCount) {
    Individuals<Arch, Dim> batch(args, agent);
    if (uses.seek) seek(batch);
    if (uses.flee) flee(batch);
    if (uses.orbit) orbit(batch);
    if (uses.wander) wander(batch);
    if (uses.hold) hold(batch);
    if (uses.zone) stay_in_zone(batch);
    for (int d = 0; d < Dim; ++d) save(args.motion.acceleration[d] + agent, batch.steering.acceleration().axis[d]);
  }
}

}  // namespace
}  // namespace cardume::simd
