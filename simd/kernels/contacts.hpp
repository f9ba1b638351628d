#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"
#include "simd/kernels/edges.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// Pushing bodies apart: a few Jacobi iterations over positions (M. Müller et al., "Position based dynamics", 2007), one
// body a lane, its candidates one by one as in the rules.
//
// Before the first iteration the grid is searched once, and whoever may come to touch a body of a batch in any
// iteration is written down:
//
//   words   | 3  a b c | 1  d | 0 | search | 2  e f | ...
//             batch 0    1      2   3        4
//
// No iteration moves a body by more than kMostPush of its radius. So nobody who is left out can overlap later, and a
// batch that finds no room in the list is searched for anew in every iteration, with the same result: neither the room
// nor the width of batches shows in it.
namespace cardume::simd {
namespace {

/// In the list of a chunk: this batch has to be searched for.
inline constexpr std::uint32_t kSearch = ~0u;

/// Nearer than this share of the sum of their radii, two bodies are on the same spot: which way they are pushed apart
/// is drawn from their slots.
inline constexpr float kSameSpot = 1e-3f;

/// Every body moves at once, so each does only part of what would part it from one other. Full moves diverge where the
/// shares of a body's contacts come to more than 2, as in packed discs (6 halves) and balls (12 halves).
inline constexpr float kMostRelaxation = 0.9f;
inline constexpr float kRelaxation = 1.8f;

/// What kinds of worlds save work, decided once a call.
template <bool kEven>
struct BodyTraits {
  static constexpr bool even = kEven;  ///< All weigh the same, all collide, none has priority.
};

/// Writes the list of one chunk, batch by batch.
template <class Arch, int Dim>
class TouchWriter {
 public:
  using Float = typename Lanes<Arch>::Float;

  explicit TouchWriter(const ContactArgs& args) : args_(args) {}

  void write(std::uint32_t row, Rows batch) {
    const std::uint32_t header = end_++;
    agent_ = batch.first;
    fits_ = end_ <= args_.list.room;
    add_around(args_.grid, row, columns_of(args_.bucketed, args_.grid, batch), *this);
    if (!fits_) end_ = header + 1;
    if (header < args_.list.room) args_.list.words[header] = fits_ ? end_ - header - 1 : kSearch;
  }

  /// Adds those of a run that may come to touch a lane.
  void add(Rows run) {
    if (!fits_) return;
    fits_ = run.last - run.first <= args_.list.room - end_;
    if (!fits_) return;
    const bool own = run.first < agent_ + Lanes<Arch>::kCount && agent_ < run.last;
    own ? add_near<true>(run) : add_near<false>(run);
  }

 private:
  template <bool kOwn>
  [[gnu::noinline]] void add_near(Rows run) {
    const Vector<Arch, Dim> own = load_vector<Arch, Dim>(args_.position, agent_);
    const Float reach =
        load(args_.bodies.radius + agent_, Arch{}) * Float(args_.reach.factor) + Float(args_.reach.slack);
    const Float lane = to_float(lane_numbers(Arch{}));
    // The lane of the candidate, where it is of this batch.
    Float own_lane(static_cast<float>(static_cast<std::int32_t>(run.first - agent_)));
    const float* const radius = args_.bodies.radius;
    std::uint32_t* const words = args_.list.words;
    std::uint32_t end = end_;
    for (std::uint32_t other = run.first; other < run.last; ++other) {
      Vector<Arch, Dim> way;
      for (int d = 0; d < Dim; ++d) way.axis[d] = Float(args_.position[d][other]) - own.axis[d];
      const Float together = reach + Float(radius[other] * args_.reach.factor);
      auto near = way.length2() < together * together;
      if constexpr (kOwn) {
        near = both(near, differ(lane, own_lane));
        own_lane = own_lane + Float(1.f);
      }
      words[end] = other;
      end += static_cast<std::uint32_t>(any(near)) & (radius[other] > 0.f);
    }
    end_ = end;
  }

  const ContactArgs& args_;
  std::uint32_t agent_ = 0, end_ = 0;
  bool fits_ = true;
};

/// Writes down whom the bodies of a chunk may touch in any of the iterations of this tick.
template <class Arch, int Dim>
void find_contacts(const ContactArgs& args) {
  TouchWriter<Arch, Dim> writer(args);
  for_each_batch<Arch>(args.bucketed, args.grid, args.agents,
                       [&](std::uint32_t row, Rows batch) { writer.write(row, batch); });
}

/// The unit vector along which a body is pushed from another one on the same spot, which goes the opposite way.
template <int Dim>
Vector<ScalarArch, Dim> split_direction(std::uint32_t slot, std::uint32_t other_slot, std::uint32_t salt) {
  const bool first = slot < other_slot;
  std::uint32_t word = mix((first ? slot : other_slot) ^ mix((first ? other_slot : slot) ^ salt));
  Vector<ScalarArch, Dim> way;
  for (int d = 0; d < Dim; ++d, word = mix(word + 0x9E3779B9u))
    way.axis[d] = static_cast<float>(static_cast<std::int32_t>(word)) * 0x1p-31f;
  const float length2 = way.length2();
  const float scale = (first ? 1.f : -1.f) / square_root(length2);
  for (int d = 0; d < Dim; ++d) way.axis[d] = length2 > kNoLength2 ? way.axis[d] * scale : 0.f;
  return way;
}

/// What all those whom the bodies of a batch overlap do to them.
template <class Arch, int Dim, class Kind>
class Pushes {
 public:
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  using Mask = typename Lanes<Arch>::Mask;

  Pushes(const ContactArgs& args, std::uint32_t agent) : args_(args), agent_(agent) {
    if constexpr (!Kind::even) load_bodies();
  }

  /// A search goes through points as well, which touch nobody.
  [[gnu::noinline]] void add(Rows run) {
    const Own own(args_, agent_);
    Sums sums = sums_;
    for (std::uint32_t other = run.first; other < run.last; ++other)
      if (args_.bodies.radius[other] > 0.f) add_one<true>(own, other, sums);
    sums_ = sums;
  }

  [[gnu::noinline]] void add(const std::uint32_t* others, std::uint32_t count) {
    const Own own(args_, agent_);
    Sums sums = sums_;
    for (std::uint32_t i = 0; i < count; ++i) add_one<Lanes<Arch>::kCount == 1>(own, others[i], sums);
    sums_ = sums;
  }

  /// Those whom nothing moves feel pressure as well.
  bool any_push() const { return any(either(Float(0.f) < sums_.share, Float(0.f) < sums_.depth)); }

  /// By how much to move.
  Vector<Arch, Dim> move() const {
    const Float relaxation = divide(Float(kRelaxation), sums_.share);
    const Float scale = select(relaxation < Float(kMostRelaxation), relaxation, Float(kMostRelaxation));
    Vector<Arch, Dim> move = sums_.push;
    for (int d = 0; d < Dim; ++d) move.axis[d] = move.axis[d] * scale;
    limit_length(move, load(args_.bodies.radius + agent_, Arch{}) * Float(kMostPush));
    return move;
  }

  /// Sum of the overlaps over the radius.
  Float pressure() const {
    const Float zero(0.f), radius = load(args_.bodies.radius + agent_, Arch{});
    return keep(both(zero < radius, zero < sums_.depth), divide(sums_.depth, radius));
  }

 private:
  struct Own {
    Own(const ContactArgs& args, std::uint32_t agent)
        : position(load_vector<Arch, Dim>(args.position, agent)),
          radius(load(args.bodies.radius + agent, Arch{})),
          lane(to_float(lane_numbers(Arch{}))) {}
    Vector<Arch, Dim> position;
    Float radius, lane;
  };

  struct Sums {
    Vector<Arch, Dim> push = zero_vector<Arch, Dim>();
    Float share = Float(0.f);  ///< Of the pushes that the body takes.
    Float depth = Float(0.f);
  };

  void load_bodies() {
    const Bodies& bodies = args_.bodies;
    std::int32_t layers[Lanes<Arch>::kCount], collides[Lanes<Arch>::kCount];
    for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) {
      layers[lane] = bodies.table->body.layers[bodies.profile[agent_ + lane]];
      collides[lane] = bodies.table->body.collides[bodies.profile[agent_ + lane]];
    }
    layers_ = load(layers, Arch{});
    collides_ = load(collides, Arch{});
    priority_ = look_up(bodies.table->body.priority, bodies.profile + agent_, Arch{});
    yielding_ = look_up(bodies.table->body.yielding, bodies.profile + agent_, Arch{});
    const Float inverse_mass = weights();
    weight_ = keep(Float(0.f) < inverse_mass, inverse_mass);
  }

  Float weights() const {
    const float* const inverse_mass = args_.bodies.inverse_mass;
    return inverse_mass == nullptr ? Float(1.f) : load(inverse_mass + agent_, Arch{});
  }

  float weight_of(std::uint32_t other) const {
    const float* const inverse_mass = args_.bodies.inverse_mass;
    if (inverse_mass == nullptr) return 1.f;
    return inverse_mass[other] > 0.f ? inverse_mass[other] : 0.f;
  }

  // Most of those searched overlap no lane, so asking pays. Of those listed about half do, which no processor foresees:
  // a batch is faster without the question.
  template <bool kAsk>
  void add_one(const Own& own, std::uint32_t other, Sums& sums) const {
    Vector<Arch, Dim> way;
    for (int d = 0; d < Dim; ++d) way.axis[d] = own.position.axis[d] - Float(args_.position[d][other]);
    const Float distance2 = way.length2();
    const Float together = own.radius + Float(args_.bodies.radius[other]), together2 = together * together;
    // The lane of the candidate, where it is of this batch.
    const Float its_lane(static_cast<float>(static_cast<std::int32_t>(other - agent_)));
    Mask overlap = both(distance2 < together2, differ(own.lane, its_lane));
    if (kAsk && !any(overlap)) return;
    if constexpr (!Kind::even) overlap = both(overlap, collides_with(other));
    if (args_.reach.sight2 < __builtin_inff()) overlap = both(overlap, was_in_sight(other));
    Float scale = inverse_square_root<Arch>(distance2), depth = together - distance2 * scale;
    const Mask same_spot = both(overlap, distance2 < together2 * Float(kSameSpot * kSameSpot));
    if (any(same_spot)) {
      const Vector<Arch, Dim> split = split_from(other);
      for (int d = 0; d < Dim; ++d) way.axis[d] = select(same_spot, split.axis[d], way.axis[d]);
      scale = select(same_spot, Float(1.f), scale);
      depth = select(same_spot, together, depth);
    }
    Float share(0.5f);
    if constexpr (!Kind::even) share = share_against(other);
    scale = keep(overlap, share * depth * scale);
    for (int d = 0; d < Dim; ++d) sums.push.axis[d] = sums.push.axis[d] + way.axis[d] * scale;
    sums.share = sums.share + keep(overlap, share);
    sums.depth = sums.depth + keep(overlap, depth);
  }

  [[gnu::noinline]] Vector<Arch, Dim> split_from(std::uint32_t other) const {
    const std::uint32_t* const slot = args_.bodies.slot;
    float axis[Dim][Lanes<Arch>::kCount];
    for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) {
      const auto way = split_direction<Dim>(slot[agent_ + lane], slot[other], args_.grid.salt);
      for (int d = 0; d < Dim; ++d) axis[d][lane] = way.axis[d];
    }
    Vector<Arch, Dim> split;
    for (int d = 0; d < Dim; ++d) split.axis[d] = load(axis[d], Arch{});
    return split;
  }

  Mask collides_with(std::uint32_t other) const {
    const BodyColumns& body = args_.bodies.table->body;
    const std::uint8_t species = args_.bodies.profile[other];
    const Int none(0);
    return both(none_of(equal(collides_ & Int(body.layers[species]), none)),
                none_of(equal(layers_ & Int(body.collides[species]), none)));
  }

  /// Part of the push that moves the lanes and not the other one; 0 where neither can be moved.
  Float share_against(std::uint32_t other) const {
    const BodyColumns& body = args_.bodies.table->body;
    const Float zero(0.f);
    Float mine = weight_, theirs(weight_of(other));
    if (!body.one_priority) {
      const std::uint8_t species = args_.bodies.profile[other];
      const Float priority(body.priority[species]);
      // Nobody resists one that cannot be moved.
      const Float resisting = select(zero < theirs, mine * yielding_, mine);
      const Float resisted = select(zero < mine, theirs * Float(body.yielding[species]), theirs);
      mine = select(priority < priority_, resisting, mine);
      theirs = select(priority_ < priority, resisted, theirs);
    }
    const Float sum = mine + theirs;
    return keep(zero < sum, divide(mine, sum));
  }

  Mask was_in_sight(std::uint32_t other) const {
    Vector<Arch, Dim> way = load_vector<Arch, Dim>(args_.bucketed, agent_);
    for (int d = 0; d < Dim; ++d) way.axis[d] = way.axis[d] - Float(args_.bucketed[d][other]);
    return way.length2() < Float(args_.reach.sight2);
  }

  const ContactArgs& args_;
  std::uint32_t agent_;
  Int layers_{}, collides_{};
  Float priority_ = Float(0.f), yielding_ = Float(1.f), weight_ = Float(1.f);
  Sums sums_{};
};

/// Takes away the speed at which bodies went on into those who have pushed them back. Nobody speeds up from a push.
template <class Arch, int Dim>
void slow_down(const ContactArgs& args, Rows batch, const Vector<Arch, Dim>& pushed) {
  using Float = typename Lanes<Arch>::Float;
  const std::uint32_t count = batch.last - batch.first;
  Vector<Arch, Dim> velocity = load_first<Arch, Dim>(args.velocity, batch.first, count);
  const Vector<Arch, Dim> from = load_vector<Arch, Dim>(args.bucketed, batch.first);
  Vector<Arch, Dim> push;
  Float against(0.f);
  for (int d = 0; d < Dim; ++d) {
    const Float step = velocity.axis[d] * Float(args.dt);
    push.axis[d] =
        pushed.axis[d] - landing<Arch>(from.axis[d], step, pushed.axis[d], args.world.edge, args.world.size[d]);
    against = against - push.axis[d] * velocity.axis[d];
  }
  const Float length2 = push.length2(), most(1.f / args.dt);
  const Float back = divide(against, length2);
  const Float scale = select(back < most, back, most);
  const auto slowed = both(Float(0.f) < against, Float(kNoLength2) < length2);
  for (int d = 0; d < Dim; ++d) velocity.axis[d] = velocity.axis[d] + keep(slowed, push.axis[d] * scale);
  save_first(args.velocity, batch.first, count, velocity);
}

/// Moves a batch, but not beyond the edges of the world.
template <class Arch, int Dim>
Vector<Arch, Dim> moved(const ContactArgs& args, std::uint32_t agent, const Vector<Arch, Dim>& move) {
  Vector<Arch, Dim> to = load_vector<Arch, Dim>(args.position, agent);
  for (int d = 0; d < Dim; ++d) {
    const Bounds<Arch> bounds(args.world.edge, args.world.size[d]);
    to.axis[d] = bounds.nearest(to.axis[d] + move.axis[d]);
  }
  return to;
}

/// One iteration over the bodies of one batch, with the pushes that they take.
template <class Arch, int Dim, class Kind>
void push_batch(const ContactArgs& args, Rows batch, const Pushes<Arch, Dim, Kind>& pushes) {
  const std::uint32_t count = batch.last - batch.first;
  const bool pushed = pushes.any_push();
  const Vector<Arch, Dim> to =
      pushed ? moved(args, batch.first, pushes.move()) : load_vector<Arch, Dim>(args.position, batch.first);
  save_first(args.pushed, batch.first, count, to);
  if (args.pressure != nullptr) {
    const Vector<Arch, 1> pressure{{pushed ? pushes.pressure() : typename Lanes<Arch>::Float(0.f)}};
    save_first(&args.pressure, batch.first, count, pressure);
  }
  if (args.velocity[0] != nullptr) slow_down(args, batch, to);
}

template <class Arch, int Dim, class Kind>
void push_kind_apart(const ContactArgs& args) {
  std::uint32_t at = 0;
  for_each_batch<Arch>(args.bucketed, args.grid, args.agents, [&](std::uint32_t row, Rows batch) {
    const std::uint32_t listed = at < args.list.room ? args.list.words[at] : kSearch;
    ++at;
    Pushes<Arch, Dim, Kind> pushes(args, batch.first);
    if (listed == kSearch) {
      add_around(args.grid, row, columns_of(args.bucketed, args.grid, batch), pushes);
    } else {
      pushes.add(args.list.words + at, listed);
      at += listed;
    }
    push_batch(args, batch, pushes);
  });
}

/// Moves every body of a chunk by what those whom it overlaps do to it, once.
template <class Arch, int Dim>
void push_apart(const ContactArgs& args) {
  const BodyColumns& body = args.bodies.table->body;
  if (args.bodies.inverse_mass == nullptr && body.all_collide && body.one_priority)
    return push_kind_apart<Arch, Dim, BodyTraits<true>>(args);
  push_kind_apart<Arch, Dim, BodyTraits<false>>(args);
}

}  // namespace
}  // namespace cardume::simd
