#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// Separation, alignment and cohesion: one agent a lane.
//
//   grid row y+1   . . [ a b c d e f g h ] . .
//   grid row y     . . [ i j(K L M N)o p ] . .
//   grid row y-1   . . [ q r s t u v w x ] . .
//
// A batch (K L M N) is a run of agents of one grid row, in storage order. Whatever they can see lies in one run of
// agents in each of the 3 rows around (9 in space), from `reach` cells before the first to `reach` cells after the
// last.
//
// The candidates of those runs are taken one by one; each is broadcast to all lanes, and every lane adds it where it is
// near enough and +0 where it is not. A lane therefore adds its neighbours in storage order whatever the batch width,
// which makes all instruction sets agree bit for bit; there is no reduction over lanes and no remainder loop.
//
// Only the directions of the sums matter, so nothing is counted. The unit vectors of separation need an inverse square
// root, which takes more operations than all the rest: a candidate that is inside the separation radius of no lane
// (most are not) is left out of a second, short loop by appending to a list without branching.
namespace cardume::simd {
namespace {

/// Candidates looked at before the list of the near ones may have to be worked off.
inline constexpr std::uint32_t kBlock = 128;

/// What kinds of worlds save work, decided once a call.
template <bool kOneSpecies, bool kOneSight>
struct Traits {
  static constexpr bool one_species = kOneSpecies;  ///< Everyone is a mate.
  static constexpr bool one_sight = kOneSight;      ///< Alignment and cohesion look equally far.
};

/// The neighbourhood of one batch.
template <class Arch, int Dim, class Kind>
class Neighbourhood {
 public:
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  using Mask = typename Lanes<Arch>::Mask;

  Neighbourhood(const RulesArgs& args, std::uint32_t agent, const Steering<Arch, Dim>& steering)
      : args_(args),
        agent_(agent),
        separation2_(steering.of(args.table->rules.separation.radius2)),
        alignment2_(steering.of(args.table->rules.alignment.radius2)),
        cohesion2_(steering.of(args.table->rules.cohesion.radius2)) {
    if constexpr (!Kind::one_species) {
      std::int32_t species[Lanes<Arch>::kCount];
      for (std::uint32_t lane = 0; lane < Lanes<Arch>::kCount; ++lane) species[lane] = args.species[agent + lane];
      species_ = load(species, Arch{});
    }
  }

  /// Adds the candidates of a run, but no agent to itself.
  void add(Rows run) {
    const bool own = run.first < agent_ + Lanes<Arch>::kCount && agent_ < run.last;
    for (std::uint32_t first = run.first; first < run.last; first += kBlock) {
      const Rows block{first, first + kBlock < run.last ? first + kBlock : run.last};
      if (near_count_ > kBlock) push_away();
      own ? add_block<true>(block) : add_block<false>(block);
    }
  }

  /// Works off the list of those who may be too near.
  [[gnu::noinline]] void push_away() {
    const Candidates from(args_.motion, agent_);
    const Float separation2 = separation2_;
    Vector<Arch, Dim> sum = away_;
#pragma GCC unroll 2
    for (std::uint32_t i = 0; i < near_count_; ++i) {
      const Vector<Arch, Dim> way = from.way_to(near_[i]);
      const Float distance2 = way.length2();
      // Oneself and those on the very same spot are 0 away and push nowhere.
      const Float inverse = keep(distance2 < separation2, inverse_square_root<Arch>(distance2));
      for (int d = 0; d < Dim; ++d) sum.axis[d] = sum.axis[d] - way.axis[d] * inverse;
    }
    away_ = sum;
    near_count_ = 0;
  }

  const Vector<Arch, Dim>& away() const { return away_; }        ///< Sum of unit vectors from those too near.
  const Vector<Arch, Dim>& heading() const { return heading_; }  ///< Sum of the mates' velocities.
  const Vector<Arch, Dim>& centre() const { return centre_; }    ///< Sum of the ways to the mates.

 private:
  /// Where the candidates are, seen from the batch. Loops keep it, and their sums, in registers.
  struct Candidates {
    // Own positions are loaded anew: compilers copy vectors in halves, and reading halves back whole stalls.
    Candidates(const Motion& motion, std::uint32_t agent) : own(load_vector<Arch, Dim>(motion.position, agent)) {
      for (int d = 0; d < Dim; ++d) position[d] = motion.position[d];
      for (int d = 0; d < Dim; ++d) velocity[d] = motion.velocity[d];
    }
    Vector<Arch, Dim> way_to(std::uint32_t other) const {
      Vector<Arch, Dim> way;
      for (int d = 0; d < Dim; ++d) way.axis[d] = Float(position[d][other]) - own.axis[d];
      return way;
    }

    Vector<Arch, Dim> own;
    const float* position[Dim];
    const float* velocity[Dim];
  };

  // A function of its own: inlined into everything around it, its loop runs out of registers.
  template <bool kOwn>
  [[gnu::noinline]] void add_block(Rows run) {
    const Candidates from(args_.motion, agent_);
    const Float separation2 = separation2_, alignment2 = alignment2_, cohesion2 = cohesion2_;
    const Float lane = to_float(lane_numbers(Arch{}));
    Vector<Arch, Dim> heading = heading_, centre = centre_;
    // The lane of the candidate, where it is of this batch.
    Float own_lane(static_cast<float>(static_cast<std::int32_t>(run.first - agent_)));
    std::uint32_t near_count = near_count_;
    for (std::uint32_t other = run.first; other < run.last; ++other) {
      const Vector<Arch, Dim> way = from.way_to(other);
      const Float distance2 = way.length2();
      near_[near_count] = other;
      near_count += any(distance2 < separation2);
      Mask aligned = distance2 < alignment2;
      if constexpr (!Kind::one_species) aligned = both(aligned, mate(other));
      if constexpr (kOwn) {
        aligned = both(aligned, differ(lane, own_lane));
        own_lane = own_lane + Float(1.f);
      }
      Mask drawn = aligned;
      if constexpr (!Kind::one_sight) drawn = distance2 < cohesion2;
      if constexpr (!Kind::one_sight && !Kind::one_species) drawn = both(drawn, mate(other));
      const auto to_heading = mask_for_sums(aligned), to_centre = mask_for_sums(drawn);
      for (int d = 0; d < Dim; ++d) {
        heading.axis[d] = add_kept(heading.axis[d], to_heading, Float(from.velocity[d][other]));
        centre.axis[d] = add_kept(centre.axis[d], to_centre, way.axis[d]);
      }
    }
    near_count_ = near_count;
    heading_ = heading;
    centre_ = centre;
  }

  Mask mate(std::uint32_t other) const { return equal(species_, Int(args_.species[other])); }

  const RulesArgs& args_;
  std::uint32_t agent_;
  Float separation2_, alignment2_, cohesion2_;
  Int species_{};
  Vector<Arch, Dim> away_ = zero_vector<Arch, Dim>();
  Vector<Arch, Dim> heading_ = zero_vector<Arch, Dim>();
  Vector<Arch, Dim> centre_ = zero_vector<Arch, Dim>();
  std::uint32_t near_count_ = 0;
  std::uint32_t near_[2 * kBlock + 1];
};

/// Whose turn in a batch it is to look around.
template <class Arch>
class Looking {
 public:
  Looking(const std::uint8_t* looks, Rows batch) : all_(looks == nullptr) {
    if (all_) return;
    float turns[Lanes<Arch>::kCount] = {};
    for (std::uint32_t agent = batch.first; agent < batch.last; ++agent) turns[agent - batch.first] = looks[agent];
    mine_ = differ(load(turns, Arch{}), typename Lanes<Arch>::Float(0.f));
  }

  bool any_lane() const { return all_ || any(mine_); }

  /// What those see whose turn it is; nothing for the others.
  template <int Dim>
  Vector<Arch, Dim> seen(Vector<Arch, Dim> sum) const {
    if (all_) return sum;
    for (int d = 0; d < Dim; ++d) sum.axis[d] = keep(mine_, sum.axis[d]);
    return sum;
  }

 private:
  bool all_;
  typename Lanes<Arch>::Mask mine_{};
};

template <class Arch, int Dim, class Kind>
void rules_batch(const RulesArgs& args, std::uint32_t row, Rows batch) {
  Steering<Arch, Dim> steering(*args.table, args.profile + batch.first,
                               load_vector<Arch, Dim>(args.motion.velocity, batch.first), zero_vector<Arch, Dim>());
  Neighbourhood<Arch, Dim, Kind> neighbours(args, batch.first, steering);
  const Looking<Arch> looking(args.looks, batch);
  if (looking.any_lane() && !args.table->rules.blind)
    add_around(args.grid, row, columns_of(args.motion.position, args.grid, batch), neighbours);
  neighbours.push_away();
  steering.toward(looking.seen(neighbours.away()), args.table->rules.separation.weight);
  steering.toward(looking.seen(neighbours.heading()), args.table->rules.alignment.weight);
  steering.toward(looking.seen(neighbours.centre()), args.table->rules.cohesion.weight);
  steering.away_from_border(load_vector<Arch, Dim>(args.motion.position, batch.first), args.size);
  save_first(args.motion.acceleration, batch.first, batch.last - batch.first, steering.acceleration());
}

template <class Arch, int Dim, class Kind>
void rules_of_kind(const RulesArgs& args) {
  for_each_batch<Arch>(args.motion.position, args.grid, args.agents,
                       [&](std::uint32_t row, Rows batch) { rules_batch<Arch, Dim, Kind>(args, row, batch); });
}

/// Sets the acceleration of every agent to what the flocking rules and the soft border want.
template <class Arch, int Dim>
void rules(const RulesArgs& args) {
  const bool one_species = args.table->rules.species == 1;
  if (one_species && args.table->rules.one_sight) return rules_of_kind<Arch, Dim, Traits<true, true>>(args);
  if (one_species) return rules_of_kind<Arch, Dim, Traits<true, false>>(args);
  if (args.table->rules.one_sight) return rules_of_kind<Arch, Dim, Traits<false, true>>(args);
  return rules_of_kind<Arch, Dim, Traits<false, false>>(args);
}

}  // namespace
}  // namespace cardume::simd
