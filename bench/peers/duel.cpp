#include "bench/peers/duel.hpp"

#include <algorithm>

#include "tools/perf/statistics.hpp"
#include "tools/scenario/clock.hpp"

namespace cardume::bench {
namespace {

/// Steps that one side takes before it is the other's turn: in a game nobody finds another crowd's memory in the caches
/// at every tick.
constexpr int kTurn = 10;

/// Nanoseconds of the thread for each item.
double step_of(Contender& one) {
  const std::uint64_t begin = thread_ns();
  one.step();
  return static_cast<double>(thread_ns() - begin) / one.items();
}

double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

}  // namespace

Result<perf::PeerResult> run_duel(const Peer& peer, const DuelSetup& setup) {
  const auto duel = peer.make(setup);
  if (!duel) return duel.error();
  for (int i = 0; i < peer.warm_steps; ++i) {
    duel->cardume->step();
    duel->peer->step();
  }
  std::vector<double> own, theirs;
  for (int left = peer.timed_steps; left > 0; left -= kTurn) {
    for (int i = 0; i < std::min(left, kTurn); ++i) own.push_back(step_of(*duel->cardume));
    for (int i = 0; i < std::min(left, kTurn); ++i) theirs.push_back(step_of(*duel->peer));
  }
  perf::PeerResult result{peer.name, setup.size, setup.instruction_set};
  result.ns = perf::median(own);
  result.peer_ns = perf::median(theirs);
  result.min_ns = least(own);
  result.min_peer_ns = least(theirs);
  result.neighbours = duel->cardume->neighbours();
  result.peer_neighbours = duel->peer->neighbours();
  return result;
}

}  // namespace cardume::bench
