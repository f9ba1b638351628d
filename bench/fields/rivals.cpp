#include <benchmark/benchmark.h>

#include <cardume/field.hpp>
#include <memory>
#include <string>

#include "bench/fields/grounds.hpp"
#include "bench/fields/plain_dijkstra.hpp"
#include "bench/suites.hpp"
#include "bench/support/timing.hpp"

// Fields against something, in turns on one thread, so that both meet the same moods of the machine.
namespace cardume::bench {
namespace {

void report(benchmark::State& state, const char* name, const Samples& samples, double per) {
  state.counters[std::string(name) + "_ms"] = samples.median() / 1e6;
  state.counters[std::string(name) + "_ns_a_cell"] = samples.median() / per;
}

/// How many times longer `one` takes than `other`.
void compare(benchmark::State& state, const Samples& one, const Samples& other, double scale = 1) {
  state.counters["ratio"] = one.median() / other.median() * scale;
  state.counters["ratio_min"] = one.min() / other.min() * scale;
}

void octile_against_dijkstra(benchmark::State& state, const GroundPtr& ground) {
  Samples octile, plain;
  for (auto _ : state) {
    IntegrationField field;
    std::vector<std::uint32_t> distance;
    octile.add(timed(thread_ns, [&] { field = *build_integration_field(ground->grid, {&ground->goal, 1}); }));
    plain.add(timed(thread_ns, [&] { distance = plain_dijkstra(ground->grid, ground->goal); }));
    if (field.distance != distance) return state.SkipWithError("the fields differ");
  }
  const auto cells = static_cast<double>(free_cells(ground->grid));
  report(state, "octile", octile, cells);
  report(state, "dijkstra", plain, cells);
  compare(state, plain, octile);
}

void maze_against_open(benchmark::State& state, Metric metric) {
  const auto edge = static_cast<std::uint32_t>(state.range(0));
  const GroundPtr maze = make_ground("maze", muddy_maze(edge)), open = make_ground("open", open_map(edge));
  Samples maze_ns, open_ns;
  const auto run = [&](const GroundPtr& ground, Samples& samples) {
    samples.add(timed(thread_ns, [&] {
      benchmark::DoNotOptimize(build_integration_field(ground->grid, {&ground->goal, 1}, metric));
    }));
  };
  for (auto _ : state) {
    run(maze, maze_ns);
    run(open, open_ns);
  }
  const auto maze_cells = static_cast<double>(free_cells(maze->grid));
  const auto open_cells = static_cast<double>(free_cells(open->grid));
  report(state, "maze", maze_ns, maze_cells);
  report(state, "open", open_ns, open_cells);
  compare(state, maze_ns, open_ns, open_cells / maze_cells);
}

void add_octile_against_dijkstra(const GroundPtr& ground) {
  benchmark::RegisterBenchmark(("BM_OctileAgainstDijkstra/" + ground->name).c_str(), octile_against_dijkstra, ground)
      ->Iterations(15)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_field_rivals() {
  for (std::uint32_t edge : {512u, 1024u}) {
    add_octile_against_dijkstra(make_ground("open" + std::to_string(edge), open_map(edge)));
    add_octile_against_dijkstra(make_ground("caves" + std::to_string(edge), caves_map(edge)));
    add_octile_against_dijkstra(make_ground("muddy_maze" + std::to_string(edge), muddy_maze(edge)));
  }
  for_each_real_map(add_octile_against_dijkstra);
  const auto add_maze = [](const char* name, Metric metric, std::int64_t edge) {
    benchmark::RegisterBenchmark(name, maze_against_open, metric)
        ->Arg(edge)
        ->Iterations(5)
        ->Unit(benchmark::kMillisecond);
  };
  add_maze("BM_MazeAgainstOpen/octile", Metric::kOctile, 4096);
  add_maze("BM_MazeAgainstOpen/chebyshev", Metric::kChebyshev, 4096);
  add_maze("BM_MazeAgainstOpen/eikonal", Metric::kEikonal, 1536);
}

}  // namespace cardume::bench
