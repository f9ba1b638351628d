#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

// What rules and flow share: turning a wanted direction into an acceleration.
namespace cardume::simd {
namespace {

/// A vector a lane.
template <class Arch, int Dim>
struct Vector {
  using Float = typename Lanes<Arch>::Float;
  Float axis[Dim];

  Float length2() const {
    Float sum = axis[0] * axis[0];
    for (int d = 1; d < Dim; ++d) sum = sum + axis[d] * axis[d];
    return sum;
  }
};

template <class Arch, int Dim>
Vector<Arch, Dim> load_vector(const float* const* columns, std::uint32_t agent) {
  Vector<Arch, Dim> vector;
  for (int d = 0; d < Dim; ++d) vector.axis[d] = load(columns[d] + agent, Arch{});
  return vector;
}

template <class Arch, int Dim>
Vector<Arch, Dim> zero_vector() {
  Vector<Arch, Dim> vector;
  for (int d = 0; d < Dim; ++d) vector.axis[d] = typename Lanes<Arch>::Float(0.f);
  return vector;
}

/// The square of what counts as no length at all: below it squares lose their digits.
inline constexpr float kNoLength2 = 1e-30f;

/// Scales vectors that are longer than the limit down to it.
template <class Arch, int Dim>
void limit_length(Vector<Arch, Dim>& vector, typename Lanes<Arch>::Float limit) {
  using Float = typename Lanes<Arch>::Float;
  const Float length2 = vector.length2();
  const Float shrink = divide(limit, square_root(length2));
  const Float scale = select(length2 > limit * limit, shrink, Float(1.f));
  for (int d = 0; d < Dim; ++d) vector.axis[d] = vector.axis[d] * scale;
}

/// One batch of agents that steer: the parameters of their profiles, their velocity and the acceleration gathered so
/// far.
template <class Arch, int Dim>
class Steering {
 public:
  using Float = typename Lanes<Arch>::Float;

  Steering(const ProfileTable& table, const std::uint8_t* profile, Vector<Arch, Dim> velocity,
           Vector<Arch, Dim> acceleration)
      : table_(table),
        profile_(profile),
        velocity_(velocity),
        acceleration_(acceleration),
        max_speed_(of(table.motion.max_speed)),
        response_(of(table.motion.response)),
        rule_limit_(of(table.motion.rule_limit)) {}

  /// A parameter of each lane's profile.
  Float of(const ProfileColumn& column) const {
    return table_.count == 1 ? Float(column[0]) : look_up(column, profile_, Arch{});
  }

  Float response() const { return response_; }

  /// Steers to full speed along the vector; a vector of length 0 wants nothing.
  void toward(const Vector<Arch, Dim>& wanted, const ProfileColumn& weight) {
    toward_at_speed(wanted, max_speed_, weight);
  }

  /// Steers to a share of full speed along the vector.
  void toward_at_pace(const Vector<Arch, Dim>& wanted, Float pace, const ProfileColumn& weight) {
    toward_at_speed(wanted, max_speed_ * pace, weight);
  }

  /// Steers back from the edge of the world, along each axis by how deep the agent is in the margin (0 to 1).
  void away_from_border(const Vector<Arch, Dim>& position, const float* size) {
    const Float zero(0.f), one(1.f), margin = of(table_.border.margin), inverse = of(table_.border.inverse_margin);
    if (!any_in_margin(position, size, margin)) return;  // As are most; the rule would add +0 to everyone.
    Vector<Arch, Dim> rule;
    for (int d = 0; d < Dim; ++d) {
      const Float low = (margin - position.axis[d]) * inverse;
      const Float high = (position.axis[d] - (Float(size[d]) - margin)) * inverse;
      const Float push_up = keep(low > zero, select(low < one, low, one));
      const Float push_down = keep(high > zero, select(high < one, high, one));
      const Float push = push_up - push_down;
      const Float strength = select(push < zero, zero - push, push);
      rule.axis[d] = (push * max_speed_ - strength * velocity_.axis[d]) * response_;
    }
    add(rule, table_.border.weight);
  }

  const Vector<Arch, Dim>& acceleration() const { return acceleration_; }

 private:
  static bool any_in_margin(const Vector<Arch, Dim>& position, const float* size, Float margin) {
    bool found = false;
    for (int d = 0; d < Dim; ++d)
      found |= any(either(position.axis[d] < margin, Float(size[d]) - margin < position.axis[d]));
    return found;
  }

  void toward_at_speed(const Vector<Arch, Dim>& wanted, Float speed, const ProfileColumn& weight) {
    const Float length2 = wanted.length2();
    const Float to_speed = divide(speed, square_root(length2));
    Vector<Arch, Dim> rule;
    for (int d = 0; d < Dim; ++d) rule.axis[d] = (wanted.axis[d] * to_speed - velocity_.axis[d]) * response_;
    for (int d = 0; d < Dim; ++d) rule.axis[d] = keep(length2 > Float(kNoLength2), rule.axis[d]);
    add(rule, weight);
  }

  void add(Vector<Arch, Dim> rule, const ProfileColumn& weight) {
    limit_length(rule, rule_limit_);
    const Float factor = of(weight);
    for (int d = 0; d < Dim; ++d) acceleration_.axis[d] = acceleration_.axis[d] + rule.axis[d] * factor;
  }

  const ProfileTable& table_;
  const std::uint8_t* profile_;
  Vector<Arch, Dim> velocity_, acceleration_;
  Float max_speed_, response_, rule_limit_;
};

}  // namespace
}  // namespace cardume::simd
