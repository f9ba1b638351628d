#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/suites.hpp"
#include "bench/support/flock_scene.hpp"
#include "tools/scenario/random.hpp"

// What a query costs among 100,000 agents of the flock scene, who have 16 neighbours within 4: one at a time, and many
// at once on as many threads as there are.
namespace cardume::bench {
namespace {

constexpr std::uint32_t kAgents = 100'000, kQueries = 10'000;
constexpr std::uint64_t kSeed = 5;

struct Asked {
  std::unique_ptr<Scheduler> scheduler = make_tbb_scheduler();
  World world;
  std::vector<Vec3> places, ways;

  Asked() : world(make_world(*scheduler)) {
    const float size = world.desc().size.x;
    for (std::uint32_t i = 0; i < kQueries; ++i) {
      Draws draws(kSeed, 0, i);
      places.push_back({draws.unit() * size, draws.unit() * size, 0});
      ways.push_back({draws.signed_unit() * 100, draws.signed_unit() * 100, 0});
    }
  }

 private:
  static World make_world(Scheduler& scheduler) {
    const FlockScene scene = make_flock_scene(kAgents, Heading::kRandom);
    World made = std::move(*World::create(world_of(scene), scheduler));
    (void)made.spawn_all(agents_of(scene));
    for (int tick = 0; tick < 10; ++tick) made.tick();
    return made;
  }
};

const Asked& asked() {
  static const Asked one;
  return one;
}

AreaQuery area(const char* kind, std::size_t i) {
  const Vec3 at = asked().places[i];
  if (kind[0] == 'n') return nearest(at, 8);
  return kind[0] == 'c' ? in_cone(at, asked().ways[i], 8, 1.57f) : within(at, 4);
}

RayQuery ray(std::size_t i) {
  const Vec3 from = asked().places[i], way = asked().ways[i];
  return {.from = from, .to = {from.x + way.x, from.y + way.y, 0}, .radius = 0.1f};
}

void one_area(benchmark::State& state, const char* kind) {
  std::vector<AreaHit> hits;
  std::size_t i = 0;
  for (auto _ : state) {
    if (asked().world.find(area(kind, i), hits)) return state.SkipWithError("refused");
    i = (i + 1) % kQueries;
  }
}

void one_ray(benchmark::State& state) {
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(asked().world.cast(ray(i)));
    i = (i + 1) % kQueries;
  }
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * kQueries);
  state.counters["s_per_query"] =
      benchmark::Counter(kQueries, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void many_areas(benchmark::State& state, const char* kind) {
  std::vector<AreaQuery> queries;
  for (std::size_t i = 0; i < kQueries; ++i) queries.push_back(area(kind, i));
  AreaHits hits;
  for (auto _ : state)
    if (asked().world.find_all(queries, hits)) return state.SkipWithError("refused");
  report(state);
  state.counters["hits"] = static_cast<double>(hits.hits.size()) / kQueries;
}

void many_rays(benchmark::State& state) {
  std::vector<RayQuery> queries;
  for (std::size_t i = 0; i < kQueries; ++i) queries.push_back(ray(i));
  std::vector<RayHit> hits;
  for (auto _ : state)
    if (asked().world.cast_all(queries, hits)) return state.SkipWithError("refused");
  report(state);
}

/// What the first query after a tick adds.
void first_query(benchmark::State& state) {
  Asked own;
  for (auto _ : state) {
    state.PauseTiming();
    own.world.tick();
    state.ResumeTiming();
    benchmark::DoNotOptimize(own.world.count_in(within({1, 1, 0}, 1)));
  }
}

}  // namespace

void register_queries() {
  for (const char* kind : {"radius", "nearest8", "cone"}) {
    benchmark::RegisterBenchmark((std::string("BM_Query/") + kind).c_str(), one_area, kind);
    benchmark::RegisterBenchmark((std::string("BM_Queries/") + kind).c_str(), many_areas, kind)->UseRealTime();
  }
  benchmark::RegisterBenchmark("BM_Query/ray", one_ray);
  benchmark::RegisterBenchmark("BM_Queries/ray", many_rays)->UseRealTime();
  benchmark::RegisterBenchmark("BM_FirstQuery", first_query)->Iterations(50)->UseRealTime();
}

}  // namespace cardume::bench
