#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cardume/world.hpp>
#include <string>

#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "bench/workloads/measure.hpp"

namespace cardume::bench {
namespace {

/// How one benchmark runs a workload.
struct WorkloadCase {
  const WorkloadKind* kind;
  std::string set;
  std::uint32_t threads, size;

  std::string name() const {
    return std::string("BM_Workload/") + kind->name + "/" + set + "/threads:" + std::to_string(threads) + "/" +
           std::to_string(size);
  }
};

struct StepTimes {
  Samples total;
  std::array<Samples, kStageCount> stages;

  void add(const TickReport* report, double ns) {
    total.add(ns);
    for (std::uint32_t i = 0; report != nullptr && i < kStageCount; ++i)
      stages[i].add(static_cast<double>(report->stage_ns[i]));
  }
  void report(benchmark::State& state, bool has_stages, double items) const {
    state.counters["ns_per_item"] = total.median() / items;
    state.counters["ns_per_item_min"] = total.min() / items;
    state.counters["p99_ms"] = total.quantile(0.99) * 1e-6;
    for (std::uint32_t i = 0; has_stages && i < kStageCount; ++i)
      state.counters[to_string(static_cast<Stage>(i))] = stages[i].median() / items;
  }
};

void run(benchmark::State& state, const WorkloadCase& of) {
  auto running = start_workload(of.kind->name, {of.size, of.threads, of.set});
  if (!running) return state.SkipWithError(running.error().message.c_str());
  Workload& work = *running->work;
  for (std::uint32_t i = 0; i < of.kind->warm_steps; ++i) work.step();
  StepTimes times;
  for (auto _ : state) {
    const auto ns = static_cast<double>(work.step().wall_ns);
    times.add(work.report(), ns);
    state.SetIterationTime(ns * 1e-9);
  }
  times.report(state, work.report() != nullptr, static_cast<double>(work.items()));
}

void register_case(const WorkloadCase& of) {
  benchmark::RegisterBenchmark(of.name().c_str(), run, of)
      ->Iterations(usual_steps(of.size))
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_workloads() {
  for (const WorkloadKind& kind : workloads())
    for (const char* set : instruction_sets())
      for (const std::uint32_t threads : {1u, 2u})
        for (const std::uint32_t size : kind.sizes) register_case({&kind, set, threads, size});
}

}  // namespace cardume::bench
