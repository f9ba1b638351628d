#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/lanes.hpp"

// How the agents of a batch see others: along which way, whether at all, and how much each counts for their rules.
namespace cardume::simd {
namespace {

/// What kinds of worlds save work, decided once a call.
template <bool kWrapped, bool kLooks>
struct SocietyTraits {
  static constexpr bool wrapped = kWrapped;  ///< The world is a torus.
  static constexpr bool looks = kLooks;      ///< Somebody's field of view is limited, or speeds are shared.
};

/// How hard each agent of a batch is pushed away, by distance.
template <class Arch>
struct Repulsion {
  using Float = typename Lanes<Arch>::Float;

  Repulsion(const RulesArgs& args, std::uint32_t agent) {
    const SenseColumns& sense = args.table->rules.sense;
    float inverse[Lanes<Arch>::kCount], linear[Lanes<Arch>::kCount];
    const std::uint32_t lanes = args.table->count == 1 ? 1 : Lanes<Arch>::kCount;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const Falloff falloff = sense.falloff[args.profile[agent + lane]];
      inverse[lane] = falloff == Falloff::kInverse ? 1.f : 0.f;
      linear[lane] = falloff == Falloff::kLinear ? 1.f : 0.f;
    }
    steep = lanes == 1 ? Float(inverse[0]) : load(inverse, Arch{});
    grows = Float(0.f) < (lanes == 1 ? Float(linear[0]) : load(linear, Arch{}));
  }

  /// What is taken off every push so that it ends at the radius.
  Float fade(Float radius2) const {
    if (!any(grows)) return Float(0.f);
    return keep(both(grows, Float(0.f) < radius2), divide(Float(1.f), square_root(radius2)));
  }

  /// The push by somebody so far away, over that distance. Those on the very same spot push nowhere.
  Float by(Float distance2, Float radius2, Float fade, Float weight) const {
    const Float inverse = inverse_square_root<Arch>(distance2);
    const Float push = inverse * (Float(1.f) - steep + steep * inverse) - fade;
    return keep(both(distance2 < radius2, Float(kNoLength2) < distance2), push * weight);
  }

  /// The share of separation's steering that pushes of this sum ask for.
  template <int Dim>
  Float share(const Vector<Arch, Dim>& sum) const {
    const Float length = square_root(sum.length2());
    return select(both(grows, length < Float(1.f)), length, Float(1.f));
  }

  Float steep{};                       ///< 1 where the nearer push harder, else 0.
  typename Lanes<Arch>::Mask grows{};  ///< Where the steering does with the sum.
};

/// How the agents of one species count for those of a batch: by rule, separation first.
template <class Arch>
struct Sight {
  typename Lanes<Arch>::Float radius2[3], weight[3];
  typename Lanes<Arch>::Float sight2;  ///< The largest of the three.
  typename Lanes<Arch>::Float fade;    ///< Of Repulsion.
};

/// The sights of a batch, each looked up when somebody of that species is a candidate.
template <class Arch>
class Sights {
 public:
  using Float = typename Lanes<Arch>::Float;

  Sights(const RulesArgs& args, std::uint32_t agent) : args_(args), agent_(agent), profiles_(args.table->count) {}

  /// To be called for candidates before their sights are asked for.
  void meet(Rows run) {
    std::uint64_t met = args_.table->rules.species == 1;
    if (met == 0)
      for (std::uint32_t other = run.first; other < run.last; ++other) met |= std::uint64_t{1} << args_.species[other];
    for (met &= ~known_; met != 0; met &= met - 1) look_at(static_cast<std::uint32_t>(__builtin_ctzll(met)));
  }

  const Sight<Arch>& of(std::uint32_t other) const { return sights_[args_.species[other]]; }

 private:
  static constexpr std::uint32_t kMostSpecies = 64;

  [[gnu::noinline]] void look_at(std::uint32_t species) {
    const RuleTable& rules = args_.table->rules;
    Sight<Arch>& sight = sights_[species];
    for (int r = 0; r < 3; ++r) {
      sight.radius2[r] = toward(rules.pairs[r].radius2, species);
      sight.weight[r] = toward(rules.pairs[r].weight, species);
    }
    sight.sight2 = toward(rules.sight2, species);
    sight.fade = Repulsion<Arch>(args_, agent_).fade(sight.radius2[0]);
    known_ |= std::uint64_t{1} << species;
  }

  Float toward(const float* column, std::uint32_t species) const {
    const float* row = column + species * profiles_;
    return profiles_ == 1 ? Float(row[0]) : look_up(row, args_.profile + agent_, Arch{});
  }

  const RulesArgs& args_;
  std::uint32_t agent_, profiles_;
  std::uint64_t known_ = 0;
  Sight<Arch> sights_[kMostSpecies];
};

/// Where others are, seen from a batch. Made anew for each loop, which keeps it in registers: compilers copy vectors in
/// halves, and reading halves back whole stalls.
template <class Arch, int Dim, class Kind>
struct Eyes {
  using Float = typename Lanes<Arch>::Float;
  using Mask = typename Lanes<Arch>::Mask;

  Eyes(const RulesArgs& args, std::uint32_t agent) : own(load_vector<Arch, Dim>(args.motion.position, agent)) {
    for (int d = 0; d < Dim; ++d) position[d] = args.motion.position[d];
    for (int d = 0; d < Dim; ++d) velocity[d] = args.motion.velocity[d];
    if constexpr (Kind::looks) heading = load_vector<Arch, Dim>(args.motion.velocity, agent);
    if constexpr (Kind::wrapped)
      for (int d = 0; d < Dim; ++d) size[d] = args.size[d];
  }

  Vector<Arch, Dim> way_to(const Vector<Arch, Dim>& place) const {
    Vector<Arch, Dim> way;
    for (int d = 0; d < Dim; ++d) way.axis[d] = place.axis[d] - own.axis[d];
    if constexpr (Kind::wrapped)
      for (int d = 0; d < Dim; ++d) way.axis[d] = the_short_way(way.axis[d], Float(size[d]));
    return way;
  }

  Vector<Arch, Dim> way_to(std::uint32_t other) const { return way_to(spread(position, other)); }
  Vector<Arch, Dim> velocity_of(std::uint32_t other) const { return spread(velocity, other); }

  /// Within the angle whose view2() is given. The angle's cosine is compared with what it should be, both with their
  /// signs and squared: that takes no root.
  Mask sees(const Vector<Arch, Dim>& way, Float distance2, Float view2) const {
    Float ahead = way.axis[0] * heading.axis[0];
    for (int d = 1; d < Dim; ++d) ahead = ahead + way.axis[d] * heading.axis[d];
    return none_of(ahead * magnitude(ahead) < view2 * distance2);
  }

  /// What `sees` compares with, for agents with that cosine of half their field of view. Those who see all around, and
  /// those who stand and have no heading, get less than any angle makes.
  Float view2(Float cosine) const {
    const Float speed2 = heading.length2();
    const Mask all_around = either(none_of(Float(-1.f) < cosine), none_of(Float(kNoLength2) < speed2));
    return select(all_around, Float(-1.f) - Float(4.f) * speed2, cosine * magnitude(cosine) * speed2);
  }

  Vector<Arch, Dim> own, heading;
  const float* position[Dim];
  const float* velocity[Dim];
  float size[Dim];

 private:
  static Vector<Arch, Dim> spread(const float* const* columns, std::uint32_t other) {
    Vector<Arch, Dim> vector;
    for (int d = 0; d < Dim; ++d) vector.axis[d] = Float(columns[d][other]);
    return vector;
  }
  static Float the_short_way(Float way, Float size) {
    const Float half = size * Float(0.5f);
    return way - keep(half < way, size) + keep(way < Float(0.f) - half, size);
  }
  static Float magnitude(Float x) { return select(x < Float(0.f), Float(0.f) - x, x); }
};

}  // namespace
}  // namespace cardume::simd
