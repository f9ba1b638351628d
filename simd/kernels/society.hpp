#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/around.hpp"
#include "simd/kernels/nearest.hpp"
#include "simd/kernels/rules.hpp"
#include "simd/kernels/sight.hpp"
#include "simd/kernels/steering.hpp"
#include "simd/kernels/torus.hpp"
#include "simd/lanes.hpp"

// Separation, alignment and cohesion for all whom the rules kernel is too plain for. It works the same way, one agent a
// lane and candidates one by one, but each counts by its species, as far as the agent sees it, and some agents see
// their nearest neighbours only.
namespace cardume::simd {
namespace {

/// What the neighbours of a batch add up to.
template <class Arch, int Dim>
struct Sums {
  using Float = typename Lanes<Arch>::Float;
  using Mask = typename Lanes<Arch>::Mask;

  void add(Float aligned, const Vector<Arch, Dim>& velocity, Float drawn, const Vector<Arch, Dim>& way) {
    for (int d = 0; d < Dim; ++d) heading.axis[d] = heading.axis[d] + aligned * velocity.axis[d];
    for (int d = 0; d < Dim; ++d) centre.axis[d] = centre.axis[d] + drawn * way.axis[d];
  }
  void add_speed(Mask drawn, const Vector<Arch, Dim>& velocity) {
    speed = speed + keep(drawn, square_root(velocity.length2()));
    mates = mates + keep(drawn, Float(1.f));
  }
  void add_push(Float push, const Vector<Arch, Dim>& way) {
    for (int d = 0; d < Dim; ++d) away.axis[d] = away.axis[d] - way.axis[d] * push;
  }
  /// In those lanes, what the other sums say.
  void take(Mask lanes, const Sums& other) {
    take(lanes, other.away, away);
    take(lanes, other.heading, heading);
    take(lanes, other.centre, centre);
    speed = select(lanes, other.speed, speed);
    mates = select(lanes, other.mates, mates);
  }

  Vector<Arch, Dim> away = zero_vector<Arch, Dim>();     ///< Pushes by those too near.
  Vector<Arch, Dim> heading = zero_vector<Arch, Dim>();  ///< Velocities.
  Vector<Arch, Dim> centre = zero_vector<Arch, Dim>();   ///< Ways there.
  Float speed = Float(0.f), mates = Float(0.f);          ///< The speeds of those within the cohesion radius.

 private:
  static void take(Mask lanes, const Vector<Arch, Dim>& from, Vector<Arch, Dim>& to) {
    for (int d = 0; d < Dim; ++d) to.axis[d] = select(lanes, from.axis[d], to.axis[d]);
  }
};

/// All neighbours of a batch.
template <class Arch, int Dim, class Kind>
class Everybody {
 public:
  using Float = typename Lanes<Arch>::Float;
  using Mask = typename Lanes<Arch>::Mask;

  Everybody(const RulesArgs& args, std::uint32_t agent, Sights<Arch>& sights, Float view2)
      : args_(args), agent_(agent), sights_(sights), view2_(view2) {}

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
    const Eyes<Arch, Dim, Kind> eyes(args_, agent_);
    const Repulsion<Arch> pushes(args_, agent_);
    Sums<Arch, Dim> sums = sums_;
    for (std::uint32_t i = 0; i < near_count_; ++i) {
      const Vector<Arch, Dim> way = eyes.way_to(near_[i]);
      const Float distance2 = way.length2();
      const Sight<Arch>& sight = sights_.of(near_[i]);
      Float push = pushes.by(distance2, sight.radius2[0], sight.fade, sight.weight[0]);
      if constexpr (Kind::looks) push = keep(eyes.sees(way, distance2, view2_), push);
      sums.add_push(push, way);
    }
    sums_ = sums;
    near_count_ = 0;
  }

  const Sums<Arch, Dim>& sums() const { return sums_; }

 private:
  /// Candidates looked at before the list of the near ones may have to be worked off.
  static constexpr std::uint32_t kBlock = 128;

  // A function of its own: inlined into everything around it, its loop runs out of registers.
  template <bool kOwn>
  [[gnu::noinline]] void add_block(Rows run) {
    sights_.meet(run);
    const Eyes<Arch, Dim, Kind> eyes(args_, agent_);
    const Float view2 = view2_, lane = to_float(lane_numbers(Arch{}));
    Sums<Arch, Dim> sums = sums_;
    // The lane of the candidate, where it is of this batch.
    Float own_lane(static_cast<float>(static_cast<std::int32_t>(run.first - agent_)));
    std::uint32_t near_count = near_count_;
    for (std::uint32_t other = run.first; other < run.last; ++other) {
      const Vector<Arch, Dim> way = eyes.way_to(other), velocity = eyes.velocity_of(other);
      const Float distance2 = way.length2();
      const Sight<Arch>& sight = sights_.of(other);
      Mask aligned = distance2 < sight.radius2[1], drawn = distance2 < sight.radius2[2];
      if constexpr (kOwn) {
        const Mask others = differ(lane, own_lane);
        aligned = both(aligned, others), drawn = both(drawn, others);
        own_lane = own_lane + Float(1.f);
      }
      if constexpr (Kind::looks) {
        const Mask sees = eyes.sees(way, distance2, view2);
        aligned = both(aligned, sees), drawn = both(drawn, sees);
      }
      near_[near_count] = other;
      near_count += any(distance2 < sight.radius2[0]);
      sums.add(keep(aligned, sight.weight[1]), velocity, keep(drawn, sight.weight[2]), way);
      if constexpr (Kind::looks)
        if (args_.speed != nullptr) sums.add_speed(drawn, velocity);
    }
    near_count_ = near_count;
    sums_ = sums;
  }

  const RulesArgs& args_;
  std::uint32_t agent_;
  Sights<Arch>& sights_;
  Float view2_;
  Sums<Arch, Dim> sums_;
  std::uint32_t near_count_ = 0;
  std::uint32_t near_[2 * kBlock + 1];
};

template <class Arch, int Dim>
Vector<Arch, Dim> gather(const float* const* columns, const std::int32_t* rows) {
  Vector<Arch, Dim> vector;
  for (int d = 0; d < Dim; ++d) vector.axis[d] = look_up(columns[d], rows, Arch{});
  return vector;
}

/// What the nearest neighbours add up to, the nearest first.
template <class Arch, int Dim, class Kind>
Sums<Arch, Dim> sums_of(const RulesArgs& args, std::uint32_t agent, const Nearest<Arch, Dim, Kind>& nearest) {
  using Float = typename Lanes<Arch>::Float;
  const PairColumns* pairs = args.table->rules.pairs;
  const bool one_pair = args.table->count == 1 && args.table->rules.species == 1;
  const Eyes<Arch, Dim, Kind> eyes(args, agent);
  const Repulsion<Arch> pushes(args, agent);
  Sums<Arch, Dim> sums;
  nearest.for_each([&](const std::int32_t* rows, typename Lanes<Arch>::Mask there) {
    std::uint32_t pair[Lanes<Arch>::kCount];
    for (std::uint32_t lane = 0; !one_pair && lane < Lanes<Arch>::kCount; ++lane)
      pair[lane] = args.species[rows[lane]] * args.table->count + args.profile[agent + lane];
    const auto of_pairs = [&](const float* column) {
      return one_pair ? Float(column[0]) : look_up(column, pair, Arch{});
    };
    const auto radius2 = [&](int rule) { return keep(there, of_pairs(pairs[rule].radius2)); };
    const auto weight = [&](int rule) { return of_pairs(pairs[rule].weight); };
    const Vector<Arch, Dim> way = eyes.way_to(gather<Arch, Dim>(args.motion.position, rows));
    const Vector<Arch, Dim> velocity = gather<Arch, Dim>(args.motion.velocity, rows);
    const auto distance2 = way.length2(), near2 = radius2(0);
    const auto drawn = distance2 < radius2(2);
    sums.add_push(pushes.by(distance2, near2, pushes.fade(near2), weight(0)), way);
    sums.add(keep(distance2 < radius2(1), weight(1)), velocity, keep(drawn, weight(2)), way);
    if (args.speed != nullptr) sums.add_speed(drawn, velocity);
  });
  return sums;
}

/// What those add up to whom the agents of a batch see; `asks` where some agents see their nearest neighbours only.
template <class Arch, int Dim, class Kind>
Sums<Arch, Dim> look_around(const RulesArgs& args, bool asks, std::uint32_t row, Rows batch) {
  using Float = typename Lanes<Arch>::Float;
  Float view2(0.f);
  if constexpr (Kind::looks)
    view2 = Eyes<Arch, Dim, Kind>(args, batch.first)
                .view2(look_up(args.table->rules.sense.view, args.profile + batch.first, Arch{}));
  const auto add_candidates = [&](auto& to) {
    const Columns columns = columns_of(args.motion.position, args.grid, batch);
    if constexpr (Kind::wrapped)
      add_around_torus(args.grid, row, columns, to);
    else
      add_around(args.grid, row, columns, to);
  };
  Sights<Arch> sights(args, batch.first);
  Everybody<Arch, Dim, Kind> everybody(args, batch.first, sights, view2);
  const auto add_everybody = [&] {
    add_candidates(everybody);
    everybody.push_away();
  };
  if (!asks) {
    add_everybody();
    return everybody.sums();
  }
  Nearest<Arch, Dim, Kind> nearest(args, batch.first, sights, view2);
  if (!nearest.all_ask()) add_everybody();
  if (!nearest.any_asks()) return everybody.sums();
  nearest.find([&] { add_candidates(nearest); });
  Sums<Arch, Dim> sums = everybody.sums();
  sums.take(nearest.asks_beyond(0), sums_of(args, batch.first, nearest));
  return sums;
}

/// Notes the mean speed of the agents and those who draw them, where they share it, and their own elsewhere.
template <class Arch, int Dim>
void share_speed(const RulesArgs& args, Rows batch, const Looking<Arch>& looking, const Sums<Arch, Dim>& sums) {
  using Float = typename Lanes<Arch>::Float;
  const auto own = square_root(load_vector<Arch, Dim>(args.motion.velocity, batch.first).length2());
  const auto shares = look_up(args.table->rules.sense.shares_speed, args.profile + batch.first, Arch{});
  const Vector<Arch, 2> others = looking.seen(Vector<Arch, 2>{{sums.speed, sums.mates}});
  const Float mean = divide(own + others.axis[0], Float(1.f) + others.axis[1]);
  const Vector<Arch, 1> speed{{select(both(Float(0.f) < shares, Float(0.f) < others.axis[1]), mean, own)}};
  save_first(&args.speed, batch.first, batch.last - batch.first, speed);
}

template <class Arch, int Dim, class Kind>
void society_batch(const RulesArgs& args, bool asks, std::uint32_t row, Rows batch) {
  const RuleTable& rules = args.table->rules;
  const Vector<Arch, Dim> velocity = load_vector<Arch, Dim>(args.motion.velocity, batch.first);
  Steering<Arch, Dim> steering(*args.table, args.profile + batch.first, velocity, zero_vector<Arch, Dim>());
  const Looking<Arch> looking(args.looks, batch);
  Sums<Arch, Dim> sums;
  if (looking.any_lane() && !rules.blind) sums = look_around<Arch, Dim, Kind>(args, asks, row, batch);
  const auto inertia = steering.of(rules.sense.inertia);
  for (int d = 0; d < Dim; ++d) sums.heading.axis[d] = sums.heading.axis[d] + inertia * velocity.axis[d];
  const auto share = Repulsion<Arch>(args, batch.first).share(sums.away);
  steering.toward_by_share(looking.seen(sums.away), share, rules.separation.weight);
  steering.toward(looking.seen(sums.heading), rules.alignment.weight);
  steering.toward(looking.seen(sums.centre), rules.cohesion.weight);
  steering.away_from_border(load_vector<Arch, Dim>(args.motion.position, batch.first), args.size);
  save_first(args.motion.acceleration, batch.first, batch.last - batch.first, steering.acceleration());
  if (args.speed != nullptr) share_speed(args, batch, looking, sums);
}

template <class Arch, int Dim, class Kind>
void society_of_kind(const RulesArgs& args) {
  bool asks = false;
  for (std::uint32_t i = 0; i < args.table->count; ++i) asks = asks || args.table->rules.sense.nearest[i] > 0;
  for_each_batch<Arch>(args.motion.position, args.grid, args.agents,
                       [&](std::uint32_t row, Rows batch) { society_batch<Arch, Dim, Kind>(args, asks, row, batch); });
}

inline bool anybody_looks(const RulesArgs& args) {
  bool looks = args.speed != nullptr;
  for (std::uint32_t i = 0; i < args.table->count; ++i) looks = looks || args.table->rules.sense.view[i] > -1.f;
  return looks;
}

/// Sets the acceleration of every agent to what the flocking rules and the soft border want.
template <class Arch, int Dim>
void society(const RulesArgs& args) {
  const bool looks = anybody_looks(args);
  if (args.wrapped && looks) return society_of_kind<Arch, Dim, SocietyTraits<true, true>>(args);
  if (args.wrapped) return society_of_kind<Arch, Dim, SocietyTraits<true, false>>(args);
  if (looks) return society_of_kind<Arch, Dim, SocietyTraits<false, true>>(args);
  return society_of_kind<Arch, Dim, SocietyTraits<false, false>>(args);
}

}  // namespace
}  // namespace cardume::simd
