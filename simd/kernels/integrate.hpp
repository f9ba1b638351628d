#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/edges.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/kernels/turning.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

/// Brings speeds into [min_speed, max_speed]. Those who stand still have no heading to speed up along.
template <class Arch, int Dim>
void clamp_speed(Vector<Arch, Dim>& velocity, const Steering<Arch, Dim>& steering, const MotionColumns& motion) {
  using Float = typename Lanes<Arch>::Float;
  const Float speed2 = velocity.length2();
  const Float max_speed = steering.of(motion.max_speed), min_speed = steering.of(motion.min_speed);
  const Float speed = square_root(speed2);
  const Float allowed = select(speed > max_speed, max_speed, select(speed < min_speed, min_speed, speed));
  const Float scale = divide(allowed, speed);  // Exactly 1 where nothing is to be done.
  for (int d = 0; d < Dim; ++d) velocity.axis[d] = keep(speed2 > Float(kNoLength2), velocity.axis[d] * scale);
}

/// Turns accelerations into velocities and velocities into positions.
template <class Arch, int Dim>
void integrate(const IntegrateArgs& args) {
  using Float = typename Lanes<Arch>::Float;
  const Float dt(args.dt);
  for (std::uint32_t agent = args.agents.first; agent < args.agents.last; agent += Lanes<Arch>::kCount) {
    const Vector<Arch, Dim> position = load_vector<Arch, Dim>(args.position, agent);
    Vector<Arch, Dim> velocity = load_vector<Arch, Dim>(args.velocity, agent);
    Vector<Arch, Dim> acceleration = load_vector<Arch, Dim>(args.acceleration, agent);
    const Steering<Arch, Dim> steering(*args.table, args.profile + agent, velocity, acceleration);
    limit_length(acceleration, steering.of(args.table->motion.total_limit));
    for (int d = 0; d < Dim; ++d) velocity.axis[d] = velocity.axis[d] + acceleration.axis[d] * dt;
    if (!args.table->motion.free) velocity = bent(args, agent, steering, velocity);
    clamp_speed(velocity, steering, args.table->motion);
    if (args.inverse_mass != nullptr) {
      const auto free = Float(0.f) < load(args.inverse_mass + agent, Arch{});
      for (int d = 0; d < Dim; ++d) velocity.axis[d] = keep(free, velocity.axis[d]);
    }
    for (int d = 0; d < Dim; ++d) {
      if (args.previous[d] != nullptr) save(args.previous[d] + agent, position.axis[d]);
      const Course<Arch> moved{position.axis[d] + velocity.axis[d] * dt, velocity.axis[d]};
      const Course<Arch> course = at_edge(moved, args.edge, args.size[d]);
      save(args.position[d] + agent, course.position);
      save(args.velocity[d] + agent, course.velocity);
    }
  }
}

}  // namespace
}  // namespace cardume::simd
