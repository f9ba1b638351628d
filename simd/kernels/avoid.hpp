#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// Stepping aside ahead of collisions.
//
//        side          Two bodies that keep their velocities pass each other at `miss`, the way from the other to this
//         ^            one at the time that they are nearest. Where it is shorter than the room they need, this one
//   o --- | miss       accelerates to the side at which it passes already, by
//    \    |
//     \   |               2 (room - miss) / (time + reaction)^2
//      v  |
//         x            which, kept up until they would touch, makes up what is missing.
//
// So the push falls with the square of the time to the collision (I. Karamouzas, B. Skinner, S. Guy, "Universal power
// law governing pedestrian interactions", 2014), fades to nothing at the horizon by a polynomial instead of an
// exponential, and stays finite for those who graze or touch (S. Guy, I. Karamouzas, "Guide to anticipatory collision
// avoidance", in "Game AI Pro 2", 2015). Two who meet split it by how much each of them closes the gap: nobody steps
// aside for those who come from behind, and all of it falls to who meets somebody standing.
//
// `miss` and `side` of the one are exactly the opposite of the other's, so both see that they pass on the same hand.
// Straight ahead and a little to the left count as right: that settles who meets head-on.
//
// A body reckons with the velocity that it wants, not the one it has: where two columns have pressed each other to a
// standstill, velocities are 0 but everyone still knows whom to step aside for. That is what undoes jams.
//
// Most candidates are on nobody's course. So a first loop over them, one agent a lane as in the rules, only asks who
// is, and writes down pairs; a second one works on the pairs, one a lane. Each agent still adds its pairs in storage
// order.
namespace cardume::simd {
namespace {

/// Room that bodies want between their centres, as a multiple of the sum of their radii.
inline constexpr float kComfort = 1.4f;
/// Times what would just make up for the missing room: all other steering pulls back meanwhile.
inline constexpr float kEagerness = 1.5f;
/// Times 1 / response: how long a body takes to change its course. Without it those who are all but touching push each
/// other aside so hard that columns jam.
inline constexpr float kReaction = 1.5f;
/// How much a body also slows down: of what would bring the two to a halt as they touch.
inline constexpr float kBrake = 0.05f;
/// How much rather than at random those meet on the right who are told to have no bias.
inline constexpr float kTieBias = 1e-3f;
/// Ways whose level part, squared, is less than this share of the square of the upright one count as straight up: far
/// enough from it that stepping aside does not turn them level.
inline constexpr float kSteep2 = 0.25f;
/// Of bodies that nothing moves: everyone steps aside for them.
inline constexpr float kFixedPriority = 256;

/// `a` where it is positive, +0 elsewhere.
template <class Float>
Float positive(Float a) {
  return keep(Float(0.f) < a, a);
}

/// The unit vector to the right of a way. In space it is level; to the right of straight up is along x.
template <class Arch, int Dim>
Vector<Arch, Dim> right_of(const Vector<Arch, Dim>& way) {
  using Float = typename Lanes<Arch>::Float;
  Vector<Arch, Dim> right = zero_vector<Arch, Dim>();
  right.axis[0] = way.axis[1];
  right.axis[1] = Float(0.f) - way.axis[0];
  if constexpr (Dim == 3) {
    const auto steep = right.length2() < way.axis[2] * way.axis[2] * Float(kSteep2);
    right.axis[0] = select(steep, way.axis[2], right.axis[0]);
    right.axis[1] = select(steep, Float(0.f), right.axis[1]);
  }
  const Float inverse = inverse_square_root<Arch>(right.length2());
  for (int d = 0; d < 2; ++d) right.axis[d] = right.axis[d] * inverse;
  return right;
}

/// A body on its way.
template <class Arch, int Dim>
struct Walker {
  Vector<Arch, Dim> position, velocity;
  typename Lanes<Arch>::Float room;  ///< Its part of the room between two.
};

/// Two bodies on their ways, seen from one of them.
template <class Arch, int Dim>
struct Meeting {
  using Float = typename Lanes<Arch>::Float;

  Meeting(const Walker<Arch, Dim>& own, const Walker<Arch, Dim>& other) : room(own.room + other.room) {
    for (int d = 0; d < Dim; ++d) way.axis[d] = other.position.axis[d] - own.position.axis[d];
    for (int d = 0; d < Dim; ++d) closing.axis[d] = own.velocity.axis[d] - other.velocity.axis[d];
    distance2 = way.length2();
    speed2 = closing.length2();
    approach = dot(way, closing);
    gap2 = positive(distance2 - room * room);
  }

  /// Will they be too near each other, sooner or later? Never true of anybody and itself.
  typename Lanes<Arch>::Mask on_course() const { return speed2 * gap2 < approach * approach; }

  Vector<Arch, Dim> way, closing;  ///< To the other one, and velocity toward it.
  Float room, distance2, speed2, approach, gap2;
};

/// How bodies take collisions to come.
template <class Arch>
struct Manner {
  typename Lanes<Arch>::Float inverse_horizon, right_bias, reaction, priority;
};

/// The acceleration to step aside with, for two who are on course to collide.
template <class Arch, int Dim>
Vector<Arch, Dim> step_aside(const Meeting<Arch, Dim>& meeting, const Manner<Arch>& manner,
                             typename Lanes<Arch>::Float share) {
  using Float = typename Lanes<Arch>::Float;
  const Float course2 = meeting.approach * meeting.approach - meeting.speed2 * meeting.gap2;
  const Float time = divide(meeting.gap2, meeting.approach + square_root(positive(course2)));
  const Float until_nearest = divide(meeting.approach, meeting.speed2);
  const Float bias = (manner.right_bias + Float(kTieBias)) * meeting.room;
  const Vector<Arch, Dim> right = right_of(meeting.closing);
  Vector<Arch, Dim> miss, side;
  for (int d = 0; d < Dim; ++d) miss.axis[d] = meeting.closing.axis[d] * until_nearest - meeting.way.axis[d];
  for (int d = 0; d < Dim; ++d) side.axis[d] = miss.axis[d] + right.axis[d] * bias;
  const Float inverse = inverse_square_root<Arch>(side.length2());
  for (int d = 0; d < Dim; ++d) side.axis[d] = side.axis[d] * inverse;

  const Float soon = time + manner.reaction, fade = Float(1.f) - time * manner.inverse_horizon;
  const Float urgency = divide(share * fade * fade, soon * soon);
  const Float push = (meeting.room - dot(miss, side)) * urgency * Float(2 * kEagerness);
  const Float brake = soon * urgency * Float(kBrake);
  const auto counts = both(Float(0.f) < fade, Float(kNoLength2) < meeting.speed2);
  for (int d = 0; d < Dim; ++d) side.axis[d] = keep(counts, side.axis[d] * push - meeting.closing.axis[d] * brake);
  return side;
}

/// Whom the agents of one batch are about to run into, and what they do about it.
template <class Arch, int Dim>
class Threats {
 public:
  using Float = typename Lanes<Arch>::Float;

  Threats(const AvoidArgs& args, Rows batch, const Steering<Arch, Dim>& steering, const Vector<Arch, Dim>& wanted)
      : args_(args), agent_(batch.first) {
    const AvoidanceColumns& avoidance = args.bodies.table->avoidance;
    const Float radius = load(args.bodies.radius + agent_, Arch{});
    const auto count = Float(static_cast<float>(batch.last - batch.first));
    const auto walks = both(to_float(lane_numbers(Arch{})) < count, Float(0.f) < radius);
    sight2_ = keep(walks, steering.of(avoidance.radius2));
    horizon_ = steering.of(avoidance.horizon);
    room_ = radius * Float(kComfort);
    for (int d = 0; d < Dim; ++d) save(wanted_[d], wanted.axis[d]);
    save(manner_[0], divide(Float(1.f), horizon_));
    save(manner_[1], steering.of(avoidance.right_bias));
    save(manner_[2], reaction_time(steering) * Float(kReaction));
    save(manner_[3], steering.of(args.bodies.table->body.priority));
    for (int d = 0; d < Dim; ++d) save(sum_[d], Float(0.f));
  }

  /// The seconds that a body takes to reach the velocity that it wants.
  static Float reaction_time(const Steering<Arch, Dim>& steering) {
    const Float one(1.f), response = steering.response();
    return divide(one, select(response < one, one, response));
  }

  /// Looks for whom among the candidates of a run a lane may run into.
  void add(Rows run) {
    for (std::uint32_t first = run.first; first < run.last; first += kBlock) {
      if (count_ + kBlock * kLanes > kRoom) step_aside_from_all();
      add_block({first, first + kBlock < run.last ? first + kBlock : run.last});
    }
  }

  /// Works off the pairs.
  [[gnu::noinline]] void step_aside_from_all() {
    for (std::uint32_t first = 0; first < count_; first += kLanes) {
      const std::uint32_t left = count_ - first, count = left < kLanes ? left : kLanes;
      // A last batch that is not full repeats a pair, for nothing.
      for (std::uint32_t i = count; i < kLanes; ++i) {
        lane_[first + i] = lane_[first];
        other_[first + i] = other_[first];
      }
      step_aside_from(lane_ + first, other_ + first, count);
    }
    count_ = 0;
  }

  Vector<Arch, Dim> sum() const {
    Vector<Arch, Dim> sum;
    for (int d = 0; d < Dim; ++d) sum.axis[d] = load(sum_[d], Arch{});
    return sum;
  }

 private:
  static constexpr std::uint32_t kLanes = Lanes<Arch>::kCount;
  static constexpr std::uint32_t kBlock = 32;   ///< Candidates before the pairs may have to be worked off.
  static constexpr std::uint32_t kRoom = 1024;  ///< Pairs.

  using Floats = float[kLanes];

  // A function of its own: inlined into everything around it, its loop runs out of registers.
  [[gnu::noinline]] void add_block(Rows run) {
    Walker<Arch, Dim> own{load_vector<Arch, Dim>(args_.motion.position, agent_), {}, room_};
    for (int d = 0; d < Dim; ++d) own.velocity.axis[d] = load(wanted_[d], Arch{});
    const Float sight2 = sight2_, twice_horizon = horizon_ + horizon_;
    std::uint32_t hits = 0, hit[kBlock], lanes[kBlock];
    for (std::uint32_t other = run.first; other < run.last; ++other) {
      Walker<Arch, Dim> candidate;
      for (int d = 0; d < Dim; ++d) candidate.position.axis[d] = Float(args_.motion.position[d][other]);
      for (int d = 0; d < Dim; ++d) candidate.velocity.axis[d] = Float(args_.motion.velocity[d][other]);
      candidate.room = Float(args_.bodies.radius[other] * kComfort);
      const Meeting<Arch, Dim> meeting(own, candidate);
      // The time to the collision is at least gap2 / (2 approach).
      const auto soon = meeting.gap2 < meeting.approach * twice_horizon;
      const auto threat = both(both(meeting.distance2 < sight2, soon), meeting.on_course());
      hit[hits] = other;
      lanes[hits] = lane_bits(threat);
      hits += lanes[hits] != 0;
    }
    add_pairs(hit, lanes, hits);
  }

  /// Writes down who of the batch may run into each of those hit, in their order.
  void add_pairs(const std::uint32_t* hit, const std::uint32_t* lanes, std::uint32_t hits) {
    const ProfileTable& table = *args_.bodies.table;
    const std::uint8_t* const species = args_.bodies.profile;
    std::uint32_t count = count_;
    for (std::uint32_t i = 0; i < hits; ++i) {
      const std::int32_t layers = args_.bodies.radius[hit[i]] > 0 ? table.body.layers[species[hit[i]]] : 0;
      const bool rests = args_.duty[hit[i]] == kHoldsPost;
      for (std::uint32_t left = lanes[i]; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(left));
        lane_[count] = lane;
        other_[count] = hit[i];
        const bool joins = rests && args_.goal[hit[i]] == args_.goal[agent_ + lane];
        count += !joins && (table.avoidance.layers[species[agent_ + lane]] & layers) != 0;
      }
    }
    count_ = count;
  }

  void step_aside_from(const std::uint32_t* lane, const std::uint32_t* other, std::uint32_t count) {
    Walker<Arch, Dim> own, met;
    for (int d = 0; d < Dim; ++d) {
      own.position.axis[d] = look_up(args_.motion.position[d] + agent_, lane, Arch{});
      own.velocity.axis[d] = look_up(wanted_[d], lane, Arch{});
      met.position.axis[d] = look_up(args_.motion.position[d], other, Arch{});
      met.velocity.axis[d] = look_up(args_.motion.velocity[d], other, Arch{});
    }
    own.room = look_up(args_.bodies.radius + agent_, lane, Arch{}) * Float(kComfort);
    met.room = look_up(args_.bodies.radius, other, Arch{}) * Float(kComfort);
    const Meeting<Arch, Dim> meeting(own, met);
    const Manner<Arch> manner = manner_of(lane);
    const Vector<Arch, Dim> push = step_aside(meeting, manner, share(meeting, own, met, manner, other));
    Floats pushes[Dim];
    for (int d = 0; d < Dim; ++d) save(pushes[d], push.axis[d]);
    for (std::uint32_t i = 0; i < count; ++i)
      for (int d = 0; d < Dim; ++d) sum_[d][lane[i]] += pushes[d][i];
  }

  Manner<Arch> manner_of(const std::uint32_t* lane) const {
    if (args_.bodies.table->count == 1)
      return {Float(manner_[0][0]), Float(manner_[1][0]), Float(manner_[2][0]), Float(manner_[3][0])};
    return {look_up(manner_[0], lane, Arch{}), look_up(manner_[1], lane, Arch{}), look_up(manner_[2], lane, Arch{}),
            look_up(manner_[3], lane, Arch{})};
  }

  /// How much of the way aside falls to this one: nothing to all of it, twice a half.
  Float share(const Meeting<Arch, Dim>& meeting, const Walker<Arch, Dim>& own, const Walker<Arch, Dim>& met,
              const Manner<Arch>& manner, const std::uint32_t* other) const {
    const Float zero(0.f);
    const Float mine = positive(dot(meeting.way, own.velocity));
    const Float theirs = positive(zero - dot(meeting.way, met.velocity));
    const Float closing = mine + theirs;  // 0 for those who walk side by side, as far as roundings tell.
    const Float fair = keep(zero < closing, divide(mine + mine, closing));
    if (args_.bodies.table->body.one_priority) return fair;
    Floats values;
    for (std::uint32_t i = 0; i < kLanes; ++i) values[i] = priority_of(other[i]);
    const Float priority = load(values, Arch{});
    return select(manner.priority < priority, Float(2.f), keep(none_of(priority < manner.priority), fair));
  }

  float priority_of(std::uint32_t other) const {
    const bool free = args_.bodies.inverse_mass[other] > 0;
    return free ? args_.bodies.table->body.priority[args_.bodies.profile[other]] : kFixedPriority;
  }

  const AvoidArgs& args_;
  std::uint32_t agent_;
  Float sight2_, horizon_, room_;
  Floats wanted_[Dim], manner_[4], sum_[Dim];
  std::uint32_t count_ = 0;
  std::uint32_t lane_[kRoom + kLanes], other_[kRoom + kLanes];  ///< Pairs.
};

template <class Arch, int Dim>
void avoid_batch(const AvoidArgs& args, std::uint32_t row, Rows batch) {
  using Float = typename Lanes<Arch>::Float;
  const ProfileTable& table = *args.bodies.table;
  const std::uint32_t count = batch.last - batch.first;
  const Vector<Arch, Dim> velocity = load_vector<Arch, Dim>(args.motion.velocity, batch.first);
  Vector<Arch, Dim> acceleration = load_first<Arch, Dim>(args.motion.acceleration, batch.first, count);
  const Steering<Arch, Dim> steering(table, args.bodies.profile + batch.first, velocity, acceleration);
  const Float reaction_time = Threats<Arch, Dim>::reaction_time(steering);
  Vector<Arch, Dim> wanted;
  for (int d = 0; d < Dim; ++d) wanted.axis[d] = velocity.axis[d] + acceleration.axis[d] * reaction_time;
  limit_length(wanted, steering.of(table.motion.max_speed));

  Threats<Arch, Dim> threats(args, batch, steering, wanted);
  add_around(args.grid, row, columns_of(args.motion.position, args.grid, batch), threats);
  threats.step_aside_from_all();
  Vector<Arch, Dim> aside = threats.sum();
  limit_length(aside, steering.of(table.motion.rule_limit));
  limit_length(aside, steering.of(table.motion.total_limit));
  const Float weight = steering.of(table.avoidance.weight);
  for (int d = 0; d < Dim; ++d) acceleration.axis[d] = acceleration.axis[d] + aside.axis[d] * weight;
  save_first(args.motion.acceleration, batch.first, count, acceleration);
}

/// Adds to the acceleration of every agent what stepping aside from collisions to come wants.
template <class Arch, int Dim>
void avoid(const AvoidArgs& args) {
  for_each_batch<Arch>(args.motion.position, args.grid, args.agents,
                       [&](std::uint32_t row, Rows batch) { avoid_batch<Arch, Dim>(args, row, batch); });
}

}  // namespace
}  // namespace cardume::simd
