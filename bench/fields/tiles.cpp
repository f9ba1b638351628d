#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/fields/grounds.hpp"
#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "core/fields/integration_field.hpp"
#include "core/fields/tile_graph.hpp"
#include "core/fields/tiled_route.hpp"

// The hierarchy of large maps, step by step, against the field of the whole map.
namespace cardume::bench {
namespace {

void tiles(benchmark::State& state, const GroundPtr& ground) {
  TileGraph graph;
  TiledRoute route;
  TileWork work;
  const double build = timed(thread_ns, [&] { graph.build(ground->grid); });
  const double first_plan = timed(thread_ns, [&] { route.plan(graph, ground->goal, work); });
  Samples plan, tile;
  std::vector<std::uint32_t> block(std::size_t{kBlockEdge} * kBlockEdge);
  std::uint32_t next = 0;
  for (auto _ : state) {
    plan.add(timed(thread_ns, [&] { route.plan(graph, ground->goal, work); }));
    for (int i = 0; i < 50; ++i, next = (next + 7) % graph.tile_count())
      tile.add(timed(thread_ns, [&] { route.build_tile(graph, next, work, block.data()); }));
  }
  IntegrationBuilder builder;
  IntegrationField field;
  Error error;
  const double flat = timed(thread_ns, [&] {
    error = builder.build(ground->grid, {&ground->goal, 1}, Metric::kOctile, field);
  });
  if (error) return state.SkipWithError(error.message.c_str());
  const auto cells = static_cast<double>(ground->grid.cost.size());
  state.counters["build_ms"] = build / 1e6;
  state.counters["first_plan_ms"] = first_plan / 1e6;
  state.counters["plan_ms"] = plan.median() / 1e6;
  state.counters["tile_us"] = tile.median() / 1e3;
  state.counters["tile_us_p99"] = tile.quantile(0.99) / 1e3;
  state.counters["flat_ms"] = flat / 1e6;
  state.counters["graph_bytes_a_cell"] = static_cast<double>(graph.memory_bytes()) / cells;
  state.counters["route_bytes_a_cell"] = static_cast<double>(route.memory_bytes()) / cells;
}

}  // namespace

void register_tiles() {
  const auto add = [](const GroundPtr& ground) {
    benchmark::RegisterBenchmark(("BM_Tiles/" + ground->name).c_str(), tiles, ground)
        ->Iterations(10)
        ->Unit(benchmark::kMillisecond);
  };
  add(make_ground("open2048", open_map(2048)));
  add(make_ground("caves2048", caves_map(2048)));
  for_each_real_map(add);
}

}  // namespace cardume::bench
