#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <optional>

#include "bench/suites.hpp"
#include "bench/support/flock_scene.hpp"
#include "bench/support/timing.hpp"

namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 60;
constexpr int kTimedTicks = 120;

struct Runner {
  std::unique_ptr<Scheduler> scheduler;
  std::optional<World> world;
  Samples samples;
  TickReport last;

  explicit Runner(std::unique_ptr<Scheduler> how) : scheduler(std::move(how)) {}

  Error fill(const FlockScene& scene) {
    auto made = World::create(world_of(scene), *scheduler);
    if (!made) return made.error();
    world.emplace(std::move(*made));
    return world->spawn_all(agents_of(scene));
  }
  double tick() {
    return timed(wall_ns, [&] { last = world->tick(); });
  }
};

void scaling(benchmark::State& state) {
  const FlockScene scene = make_flock_scene(static_cast<std::uint32_t>(state.range(0)), Heading::kMiddle);
  Runner one(make_serial_scheduler()), two(make_tbb_scheduler(2));
  for (Runner* runner : {&one, &two}) {
    if (Error error = runner->fill(scene)) return state.SkipWithError(error.message.c_str());
    for (int i = 0; i < kWarmTicks; ++i) runner->tick();
  }
  for (auto _ : state) {
    one.samples.add(one.tick());
    const double ns = two.tick();
    two.samples.add(ns);
    state.SetIterationTime(ns * 1e-9);
  }
  if (one.last.state_hash != two.last.state_hash) state.SkipWithError("one and two threads disagree");
  const auto count = static_cast<double>(state.range(0));
  state.counters["threads"] = two.scheduler->worker_count();
  state.counters["one_ns_per_agent"] = one.samples.median() / count;
  state.counters["two_ns_per_agent"] = two.samples.median() / count;
  state.counters["speedup"] = one.samples.median() / two.samples.median();
  state.counters["speedup_min"] = one.samples.min() / two.samples.min();
}

}  // namespace

void register_scaling() {
  benchmark::RegisterBenchmark("BM_Scaling", scaling)
      ->Arg(10'000)
      ->Arg(100'000)
      ->Arg(1'000'000)
      ->Iterations(kTimedTicks)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
