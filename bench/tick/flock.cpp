#include <benchmark/benchmark.h>

#include <algorithm>
#include <cardume/world.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/baselines/naive.hpp"
#include "bench/baselines/scalar_grid.hpp"
#include "bench/suites.hpp"
#include "bench/support/flock_scene.hpp"
#include "bench/support/timing.hpp"

namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 60;
constexpr int kTimedTicks = 120;

/// A world of the engine, and the ids of its agents in the order of the scene.
struct Flock {
  std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  std::optional<World> world;
  std::vector<AgentId> ids;
};

Error fill(Flock& flock, const FlockScene& scene, const char* instruction_set) {
  WorldDesc desc = world_of(scene);
  desc.instruction_set = instruction_set;
  auto world = World::create(desc, *flock.scheduler);
  if (!world) return world.error();
  flock.ids.resize(scene.boids.size());
  if (Error error = world->spawn_all(agents_of(scene), flock.ids)) return error;
  flock.world.emplace(std::move(*world));
  return {};
}

/// Where everybody is, in the order of the scene.
std::vector<Vec2> places(const Flock& flock) {
  std::vector<Vec2> result;
  for (AgentId id : flock.ids) {
    const std::uint32_t row = flock.world->row_of(id).value();
    result.push_back({flock.world->positions(0)[row], flock.world->positions(1)[row]});
  }
  return result;
}

std::vector<Vec2> places(const ScalarGridFlock& flock) {
  std::vector<Vec2> result(flock.boids().size());
  for (const Boid& boid : flock.boids()) result[boid.id] = {boid.x, boid.y};
  return result;
}

double mean_distance(const std::vector<Vec2>& some, const std::vector<Vec2>& others) {
  double sum = 0;
  for (std::size_t i = 0; i < some.size(); ++i) sum += std::hypot(some[i].x - others[i].x, some[i].y - others[i].y);
  return sum / static_cast<double>(some.size());
}

/// The baseline in both builds; the faster one is the yardstick.
struct Yardstick {
  ScalarGridFlock plain, v3;
  bool has_v3;
  Samples plain_ns, v3_ns;

  explicit Yardstick(const FlockScene& scene)
      : plain(scene.boids, scene.rules, scalar_grid_tick()),
        v3(scene.boids, scene.rules, scalar_grid_tick_v3()),
        has_v3(scalar_grid_tick_v3() != nullptr) {}

  void tick(bool keep) {
    const double plain_time = timed(thread_ns, [&] { plain.tick(); });
    const double v3_time = has_v3 ? timed(thread_ns, [&] { v3.tick(); }) : 0;
    if (!keep) return;
    plain_ns.add(plain_time);
    if (has_v3) v3_ns.add(v3_time);
  }
  double median() const { return has_v3 ? std::min(plain_ns.median(), v3_ns.median()) : plain_ns.median(); }
  double min() const { return has_v3 ? std::min(plain_ns.min(), v3_ns.min()) : plain_ns.min(); }
};

void report(benchmark::State& state, const Flock& flock, const Samples& engine, const Yardstick& yardstick) {
  const auto count = static_cast<double>(flock.ids.size());
  const auto ours = places(flock), theirs = places(yardstick.plain);
  const float sight = flock.world->desc().species[0].alignment.radius;
  state.counters["ns_per_agent"] = engine.median() / count;
  state.counters["ns_per_agent_min"] = engine.min() / count;
  state.counters["grid_ns"] = yardstick.plain_ns.median() / count;
  state.counters["grid_ns_min"] = yardstick.plain_ns.min() / count;
  state.counters["grid_v3_ns"] = yardstick.v3_ns.median() / count;
  state.counters["grid_v3_ns_min"] = yardstick.v3_ns.min() / count;
  state.counters["speedup"] = yardstick.median() / engine.median();
  state.counters["speedup_min"] = yardstick.min() / engine.min();
  state.counters["neighbours"] = mean_neighbours(ours, sight);
  state.counters["grid_neighbours"] = mean_neighbours(theirs, sight);
  state.counters["end_difference"] = mean_distance(ours, theirs);
}

void flock_against_scalar_grid(benchmark::State& state, const char* instruction_set, Heading heading) {
  const FlockScene scene = make_flock_scene(static_cast<std::uint32_t>(state.range(0)), heading);
  Flock flock;
  if (Error error = fill(flock, scene, instruction_set)) return state.SkipWithError(error.message.c_str());
  Yardstick yardstick(scene);
  Samples engine;
  for (int i = 0; i < kWarmTicks; ++i) {
    flock.world->tick();
    yardstick.tick(false);
  }
  state.counters["difference"] = mean_distance(places(flock), places(yardstick.plain));
  for (auto _ : state) {
    const double ns = timed(thread_ns, [&] { flock.world->tick(); });
    yardstick.tick(true);
    engine.add(ns);
    state.SetIterationTime(ns * 1e-9);
  }
  report(state, flock, engine, yardstick);
}

void naive_tick(benchmark::State& state) {
  FlockScene scene = make_flock_scene(static_cast<std::uint32_t>(state.range(0)), Heading::kMiddle);
  NaiveFlock flock(std::move(scene.boids), scene.rules);
  Samples samples;
  for (auto _ : state) {
    const double ns = timed(thread_ns, [&] { flock.tick(); });
    samples.add(ns);
    state.SetIterationTime(ns * 1e-9);
  }
  state.counters["ns_per_agent"] = samples.median() / static_cast<double>(state.range(0));
}

void register_flock_of(const char* instruction_set, Heading heading) {
  const std::string name = std::string("BM_FlockAgainstScalarGrid/") + instruction_set + "/" + to_string(heading);
  benchmark::RegisterBenchmark(name.c_str(), flock_against_scalar_grid, instruction_set, heading)
      ->Arg(1'000)
      ->Arg(10'000)
      ->Arg(100'000)
      ->Iterations(kTimedTicks)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_flock() {
  for (const char* instruction_set : instruction_sets()) {
    for (Heading heading : {Heading::kMiddle, Heading::kRandom}) register_flock_of(instruction_set, heading);
  }
  benchmark::RegisterBenchmark("BM_NaiveTick", naive_tick)
      ->Arg(1'000)
      ->Arg(10'000)
      ->Iterations(5)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
