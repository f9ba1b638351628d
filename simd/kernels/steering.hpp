#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

// What all steering shares: turning a wanted direction into an acceleration.
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

template <class Arch, int Dim>
typename Lanes<Arch>::Float dot(const Vector<Arch, Dim>& a, const Vector<Arch, Dim>& b) {
  typename Lanes<Arch>::Float sum = a.axis[0] * b.axis[0];
  for (int d = 1; d < Dim; ++d) sum = sum + a.axis[d] * b.axis[d];
  return sum;
}

/// The square of what counts as no length at all: below it squares lose their digits.
inline constexpr float kNoLength2 = 1e-30f;

/// Clamps.
template <class Float>
Float from_zero_to_one(Float a) {
  return keep(a > Float(0.f), select(a < Float(1.f), a, Float(1.f)));
}

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
        max_speed_(wanted_speed()),
        response_(of(table.motion.response)),
        rule_limit_(of(table.motion.rule_limit)) {}

  /// A parameter of each lane's profile.
  Float of(const ProfileColumn& column) const {
    return table_.count == 1 ? Float(column[0]) : look_up(column, profile_, Arch{});
  }

  Float response() const { return response_; }
  Float full_speed() const { return max_speed_; }
  const Vector<Arch, Dim>& velocity() const { return velocity_; }

  /// Steers to full speed along the vector; a vector of length 0 wants nothing.
  void toward(const Vector<Arch, Dim>& wanted, const ProfileColumn& weight) {
    toward_at_speed(wanted, max_speed_, of(weight));
  }

  /// The same, with a share of the steering.
  void toward_by_share(const Vector<Arch, Dim>& wanted, Float share, const ProfileColumn& weight) {
    toward_at_speed(wanted, max_speed_, share * of(weight));
  }

  /// Steers to a share of full speed along the vector.
  void toward_at_pace(const Vector<Arch, Dim>& wanted, Float pace, const ProfileColumn& weight) {
    toward_at_speed(wanted, max_speed_ * pace, of(weight));
  }

  /// Steers to that velocity the lanes that want it.
  void toward_velocity(const Vector<Arch, Dim>& wanted, typename Lanes<Arch>::Mask wants, const ProfileColumn& weight) {
    Vector<Arch, Dim> rule;
    for (int d = 0; d < Dim; ++d) rule.axis[d] = keep(wants, (wanted.axis[d] - velocity_.axis[d]) * response_);
    add(rule, of(weight));
  }

  /// Steers back from the edge of the world, along each axis by how deep the agent is in the margin (0 to 1).
  void away_from_border(const Vector<Arch, Dim>& position, const float* size) {
    const Float margin = of(table_.border.margin), inverse = of(table_.border.inverse_margin);
    if (!any_in_margin(position, size, margin)) return;  // As are most; the rule would add +0 to everyone.
    Vector<Arch, Dim> push;
    for (int d = 0; d < Dim; ++d) {
      const Float low = (margin - position.axis[d]) * inverse;
      const Float high = (position.axis[d] - (Float(size[d]) - margin)) * inverse;
      push.axis[d] = from_zero_to_one(low) - from_zero_to_one(high);
    }
    along_axes(push, table_.border.weight);
  }

  /// Steers along each axis to a share of full speed (-1 to 1), as hard as the share is large.
  void along_axes(const Vector<Arch, Dim>& share, const ProfileColumn& weight) {
    Vector<Arch, Dim> rule;
    for (int d = 0; d < Dim; ++d) {
      const Float push = share.axis[d];
      const Float strength = select(push < Float(0.f), Float(0.f) - push, push);
      rule.axis[d] = (push * max_speed_ - strength * velocity_.axis[d]) * response_;
    }
    add(rule, of(weight));
  }

  /// Steers in a direction of length 1 to a share of full speed (0 to 1), as hard as the share is large, and not aside.
  void along_way(const Vector<Arch, Dim>& direction, Float share, const ProfileColumn& weight) {
    const Float along = (max_speed_ - dot(direction, velocity_)) * share * response_;
    Vector<Arch, Dim> rule;
    for (int d = 0; d < Dim; ++d) rule.axis[d] = direction.axis[d] * along;
    add(rule, of(weight));
  }

  const Vector<Arch, Dim>& acceleration() const { return acceleration_; }

 private:
  /// How fast those go who have nothing to slow down for.
  Float wanted_speed() const {
    const Float max_speed = of(table_.motion.max_speed);
    if (table_.motion.free) return max_speed;
    return select(of(table_.motion.keeps_speed) > Float(0.f), square_root(velocity_.length2()), max_speed);
  }

  static bool any_in_margin(const Vector<Arch, Dim>& position, const float* size, Float margin) {
    bool found = false;
    for (int d = 0; d < Dim; ++d)
      found |= any(either(position.axis[d] < margin, Float(size[d]) - margin < position.axis[d]));
    return found;
  }

  void toward_at_speed(const Vector<Arch, Dim>& wanted, Float speed, Float weight) {
    const Float length2 = wanted.length2();
    const Float to_speed = divide(speed, square_root(length2));
    Vector<Arch, Dim> rule;
    for (int d = 0; d < Dim; ++d) rule.axis[d] = (wanted.axis[d] * to_speed - velocity_.axis[d]) * response_;
    for (int d = 0; d < Dim; ++d) rule.axis[d] = keep(length2 > Float(kNoLength2), rule.axis[d]);
    add(rule, weight);
  }

  void add(Vector<Arch, Dim> rule, Float weight) {
    limit_length(rule, rule_limit_);
    for (int d = 0; d < Dim; ++d) acceleration_.axis[d] = acceleration_.axis[d] + rule.axis[d] * weight;
  }

  const ProfileTable& table_;
  const std::uint8_t* profile_;
  Vector<Arch, Dim> velocity_, acceleration_;
  Float max_speed_, response_, rule_limit_;
};

}  // namespace
}  // namespace cardume::simd
