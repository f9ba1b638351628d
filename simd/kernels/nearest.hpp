#pragma once
#include "simd/kernels.hpp"
#include "simd/kernels/sight.hpp"
#include "simd/lanes.hpp"

// The k nearest neighbours of each agent of a batch. Those whom anybody sees go to a list. Then the distance of one
// after the other sinks through a sorted column, one agent a lane, and takes the row of its agent along:
//
//   lane           0    1    2    3
//   nearest       .1   .4   .2   .1      <- .3 comes in: passes .1, changes places with .4, passes .2 and .1 ...
//   second        .5   .7   .3   .2      <- ... and so on, with what it has changed places with
//   third         .6    -   .8   .9
//
// Which of two that are equally far comes first is up to their slots. That happens so rarely that the column takes no
// care of it: batches with a tie, and those in crowds that no list holds, find out how far their k-th neighbour is and
// sort those who are no farther one by one.
namespace cardume::simd {
namespace {

/// Neighbours that an agent may ask for.
inline constexpr std::uint32_t kMostNearest = 16;

/// Stands for the distance to nobody, squared.
inline constexpr float kUnseen = 3.4e38f;

/// Neighbours by distance and slot, an agent at a time.
template <class Arch>
class SortedNeighbours {
 public:
  using Float = typename Lanes<Arch>::Float;

  /// Keeps no more than `most` of a lane.
  void insert(std::uint32_t lane, float distance2, std::uint32_t slot, std::uint32_t row, std::uint32_t most) {
    // Squares are not negative, so their bits are in order.
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(bits(distance2))} << 32 | slot;
    std::uint32_t at = count_[lane];
    if (at < most)
      ++count_[lane];
    else if (key > key_[--at][lane])
      return;
    for (; at > 0 && key < key_[at - 1][lane]; --at) {
      key_[at][lane] = key_[at - 1][lane];
      row_[at][lane] = row_[at - 1][lane];
    }
    key_[at][lane] = key;
    row_[at][lane] = static_cast<float>(row);
  }

  Float row(std::uint32_t rank) const { return load(row_[rank], Arch{}); }

 private:
  std::uint32_t count_[Lanes<Arch>::kCount] = {};
  std::uint64_t key_[kMostNearest][Lanes<Arch>::kCount];
  float row_[kMostNearest][Lanes<Arch>::kCount] = {};
};

template <class Arch, int Dim, class Kind>
class Nearest {
 public:
  using Float = typename Lanes<Arch>::Float;
  using Int = typename Lanes<Arch>::Int;
  using Mask = typename Lanes<Arch>::Mask;
  static constexpr std::uint32_t kLanes = Lanes<Arch>::kCount;

  Nearest(const RulesArgs& args, std::uint32_t agent, Sights<Arch>& sights, Float view2)
      : args_(args), agent_(agent), sights_(sights), view2_(view2) {
    float asks[kLanes];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      wanted_[lane] = args.table->rules.sense.nearest[args.profile[agent + lane]];
      asks[lane] = static_cast<float>(wanted_[lane]);
      if (wanted_[lane] > most_) most_ = wanted_[lane];
      if (wanted_[lane] == 0) all_ask_ = false;
    }
    asks_ = load(asks, Arch{});
    for (std::uint32_t at = 0; at < most_; ++at) ranked_[at] = Float(kUnseen), row_[at] = Float(0.f);
  }

  /// Does anybody, and does everybody, ask for the nearest only?
  bool any_asks() const { return most_ > 0; }
  bool all_ask() const { return all_ask_; }
  /// Who asks for more neighbours than that.
  Mask asks_beyond(std::uint32_t count) const { return Float(static_cast<float>(count)) < asks_; }

  /// Takes note of the candidates of a run whom anybody sees.
  void add(Rows run) {
    for (std::uint32_t first = run.first; first < run.last; first += kBlock) {
      if (seen_ + kBlock > kRoom) {
        overflowed_ = true;
        work_off();
      }
      note({first, first + kBlock < run.last ? first + kBlock : run.last});
    }
  }

  /// Calls `look_around()`, which adds all candidates, once or twice. Then the neighbours are known.
  template <class Look>
  void find(Look look_around) {
    look_around();
    rank();
    set_limits();
    if (!overflowed_ && !any_tie()) return;
    SortedNeighbours<Arch> sorted;
    sorted_ = &sorted;
    if (overflowed_) {
      seen_ = 0;
      look_around();
    }
    sort();
    for (std::uint32_t at = 0; at < most_; ++at) row_[at] = sorted.row(at);
  }

  /// Calls `function(rows, mask)` with the nearest neighbour of each lane, then the next ones. Lanes out of the mask
  /// have no more; their row is the agent itself.
  template <class Function>
  void for_each(Function function) const {
    const Float own = to_float(Int(static_cast<std::int32_t>(agent_)) + lane_numbers(Arch{}));
    for (std::uint32_t at = 0; at < most_; ++at) {
      const Mask there = found(at);
      std::int32_t rows[kLanes];
      save(rows, truncate(select(there, row_[at], own)));
      function(rows, there);
    }
  }

 private:
  static constexpr std::uint32_t kBlock = 64, kRoom = 4 * kBlock;

  [[gnu::noinline]] void note(Rows run) {
    sights_.meet(run);
    const Eyes<Arch, Dim, Kind> eyes(args_, agent_);
    const Float view2 = view2_, lane = to_float(lane_numbers(Arch{}));
    Float own_lane(static_cast<float>(static_cast<std::int32_t>(run.first - agent_)));
    std::uint32_t seen = seen_;
    for (std::uint32_t other = run.first; other < run.last; ++other) {
      const Vector<Arch, Dim> way = eyes.way_to(other);
      const Float distance2 = way.length2();
      Mask sees = both(distance2 < sights_.of(other).sight2, differ(lane, own_lane));
      if constexpr (Kind::looks) sees = both(sees, eyes.sees(way, distance2, view2));
      own_lane = own_lane + Float(1.f);
      save(distance2_[seen], select(sees, distance2, Float(kUnseen)));
      other_[seen] = other;
      seen += any(sees);
    }
    seen_ = seen;
  }

  void work_off() {
    sorted_ == nullptr ? rank() : sort();
    seen_ = 0;
  }

  /// Lets the distances of those noted sink to their ranks.
  [[gnu::noinline]] void rank() {
    const std::uint32_t most = most_;
    for (std::uint32_t i = 0; i < seen_; ++i) {
      Float sinking = load(distance2_[i], Arch{}), row(static_cast<float>(other_[i]));
      if (!any(sinking < ranked_[most - 1])) continue;
      for (std::uint32_t at = 0; at < most; ++at) {
        const Float there = ranked_[at], there_row = row_[at];
        const Mask nearer = sinking < there;
        ranked_[at] = least(there, sinking);
        row_[at] = select(nearer, row, there_row);
        sinking = greatest(there, sinking);
        row = select(nearer, there_row, row);
      }
    }
  }

  /// The lanes that have a neighbour of that rank.
  Mask found(std::uint32_t rank) const { return both(ranked_[rank] < Float(kUnseen), asks_beyond(rank)); }

  /// How far the last neighbour of each lane is.
  void set_limits() {
    for (std::uint32_t at = 0; at < most_; ++at) limit_ = select(found(at), ranked_[at], limit_);
  }

  /// Is anybody just as far as one of the neighbours?
  bool any_tie() const {
    Float neighbours(0.f), near_enough(0.f);
    bool tie = false;
    for (std::uint32_t at = 0; at < most_; ++at) {
      neighbours = neighbours + keep(found(at), Float(1.f));
      if (at > 0) tie = tie || any(both(found(at), none_of(differ(ranked_[at], ranked_[at - 1]))));
    }
    for (std::uint32_t i = 0; i < seen_; ++i)
      near_enough = near_enough + keep(none_of(limit_ < load(distance2_[i], Arch{})), Float(1.f));
    return tie || any(neighbours < near_enough);
  }

  /// Sorts those noted who are near enough.
  [[gnu::noinline]] void sort() {
    for (std::uint32_t i = 0; i < seen_; ++i) {
      std::uint32_t lanes = lane_bits(none_of(limit_ < load(distance2_[i], Arch{})));
      for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
        sorted_->insert(lane, distance2_[i][lane], args_.slot[other_[i]], other_[i], wanted_[lane]);
      }
    }
  }

  const RulesArgs& args_;
  std::uint32_t agent_;
  Sights<Arch>& sights_;
  Float view2_;
  std::uint32_t most_ = 0, seen_ = 0;
  bool all_ask_ = true, overflowed_ = false;
  std::uint32_t wanted_[kLanes];
  Float asks_{};  ///< The same.
  Float limit_ = Float(-1.f);
  SortedNeighbours<Arch>* sorted_ = nullptr;
  Float ranked_[kMostNearest], row_[kMostNearest];  ///< By rank: distances, squared, and rows.
  float distance2_[kRoom + 1][kLanes];              ///< Of those noted.
  std::uint32_t other_[kRoom + 1];
};

}  // namespace
}  // namespace cardume::simd
