#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cardume/world.hpp>
#include <string>

#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "tools/scenario/session.hpp"

namespace cardume::bench {
namespace {

constexpr const char* kScenarios[] = {"flock", "horde", "mixed", "school3d"};

/// How one benchmark runs a scenario.
struct TickCase {
  const char* scenario;
  const char* instruction_set;
  std::uint32_t threads;
  std::uint32_t agents;

  std::string name() const {
    return std::string("BM_Tick/") + scenario + "/" + instruction_set + "/threads:" + std::to_string(threads) + "/" +
           std::to_string(agents);
  }
  /// Ticks to measure: small crowds jitter more and cost less.
  std::int64_t ticks() const { return std::clamp(10'000'000u / agents, 30u, 1'000u); }
};

struct TickTimes {
  Samples total;
  std::array<Samples, kStageCount> stages;

  void add(const TickReport& report, double ns) {
    total.add(ns);
    for (std::uint32_t i = 0; i < kStageCount; ++i) stages[i].add(static_cast<double>(report.stage_ns[i]));
  }
  void report(benchmark::State& state, double agents) const {
    state.counters["ns_per_agent"] = total.median() / agents;
    state.counters["ns_per_agent_min"] = total.min() / agents;
    state.counters["p99_ms"] = total.quantile(0.99) * 1e-6;
    for (std::uint32_t i = 0; i < kStageCount; ++i)
      state.counters[to_string(static_cast<Stage>(i))] = stages[i].median() / agents;
  }
};

Result<Session> start(const TickCase& of, Scheduler& scheduler) {
  auto scenario = load_scenario(of.scenario, {"agents=" + std::to_string(of.agents)});
  if (!scenario) return scenario.error();
  return Session::create(*scenario, scheduler, {of.instruction_set});
}

void tick(benchmark::State& state, const TickCase& of) {
  constexpr int kWarmTicks = 30;
  const auto scheduler = of.threads == 1 ? make_serial_scheduler() : make_tbb_scheduler(of.threads);
  if (scheduler->worker_count() != of.threads) return state.SkipWithError("this machine has too few cores");
  auto session = start(of, *scheduler);
  if (!session) return state.SkipWithError(session.error().message.c_str());
  for (int i = 0; i < kWarmTicks; ++i) session->tick();
  TickTimes times;
  for (auto _ : state) {
    const TickReport report = session->tick();
    const auto ns = static_cast<double>(session->last_tick_ns());
    times.add(report, ns);
    state.SetIterationTime(ns * 1e-9);
  }
  times.report(state, session->world().count());
}

void register_case(const TickCase& of) {
  benchmark::RegisterBenchmark(of.name().c_str(), tick, of)
      ->Iterations(of.ticks())
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_tick() {
  for (const char* scenario : kScenarios) {
    for (const char* instruction_set : instruction_sets()) {
      for (std::uint32_t threads : {1u, 2u}) {
        for (std::uint32_t agents : {1'000u, 10'000u, 100'000u, 1'000'000u})
          register_case({scenario, instruction_set, threads, agents});
      }
    }
  }
}

}  // namespace cardume::bench
