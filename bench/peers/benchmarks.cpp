#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <string>

#include "bench/peers/duel.hpp"
#include "bench/suites.hpp"

namespace cardume::bench {
namespace {

void duel(benchmark::State& state, const Peer* peer, const std::string& set) {
  for (auto _ : state) {
    const auto result = run_duel(*peer, {static_cast<std::uint32_t>(state.range(0)), set});
    if (!result) return state.SkipWithError(result.error().message.c_str());
    state.counters["ns"] = result->ns;
    state.counters["peer_ns"] = result->peer_ns;
    state.counters["ns_min"] = result->min_ns;
    state.counters["peer_ns_min"] = result->min_peer_ns;
    state.counters["ratio"] = result->ratio();
    state.counters["ratio_min"] = result->min_ratio();
    state.counters["neighbours"] = result->neighbours;
    state.counters["peer_neighbours"] = result->peer_neighbours;
  }
}

}  // namespace

void register_peers() {
  for (const Peer& peer : peers())
    for (const char* set : instruction_sets())
      for (const std::uint32_t size : peer.sizes)
        benchmark::RegisterBenchmark((std::string("BM_Against/") + peer.name + "/" + set).c_str(), duel, &peer,
                                     std::string(set))
            ->Arg(size)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
