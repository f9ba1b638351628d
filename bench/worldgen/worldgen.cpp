#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <string>
#include <variant>

#include "bench/baselines/plain_caves.hpp"
#include "bench/baselines/plain_wfc.hpp"
#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "core/worldgen/caves.hpp"

// Generators of worlds: each by itself, and against others in turns, all on one thread.
namespace cardume::bench {
namespace {

constexpr std::uint32_t kEdge = 1024;
constexpr SampleBox kBox{0, 0, 0, kEdge, kEdge, 1};
constexpr double kPoints = double{kEdge} * kEdge;

void report_rate(benchmark::State& state, const char* name, const Samples& samples, double points) {
  state.counters[std::string(name) + "_Mpoints_s"] = points / samples.median() * 1e3;
  state.counters[std::string(name) + "_best"] = points / samples.min() * 1e3;
}

void compare(benchmark::State& state, const Samples& slow, double slow_points, const Samples& fast, double points) {
  state.counters["ratio"] = slow.median() / slow_points / (fast.median() / points);
  state.counters["ratio_min"] = slow.min() / slow_points / (fast.min() / points);
}

void noise_alone(benchmark::State& state, const NoiseDesc& desc) {
  const SampleBox box = desc.dimensions == 2 ? kBox : SampleBox{0, 0, 0, 128, 128, 64};
  std::vector<float> out(box.count());
  Samples samples;
  for (auto _ : state) samples.add(timed(thread_ns, [&] { benchmark::DoNotOptimize(fill_noise(desc, box, out)); }));
  report_rate(state, "cardume", samples, static_cast<double>(box.count()));
  state.counters["ns_a_point"] = samples.median() / static_cast<double>(box.count());
}

void border_alone(benchmark::State& state) {
  std::vector<float> border(kBox.count());
  CellularOut wanted;
  wanted.border = border;
  Samples samples;
  for (auto _ : state)
    samples.add(timed(thread_ns, [&] { benchmark::DoNotOptimize(fill_cellular({.period = 32}, kBox, wanted)); }));
  report_rate(state, "cardume", samples, kPoints);
}

/// Steps alone, from the same start.
void caves_against_plain(benchmark::State& state) {
  const CavesDesc desc{.width = kEdge, .height = kEdge};
  Samples steps, plain;
  for (auto _ : state) {
    WallBits walls = fill_caves(desc), next = walls;
    std::vector<std::uint8_t> cells(std::size_t{kEdge} * kEdge), after(cells.size());
    for (std::uint32_t i = 0; i < cells.size(); ++i) cells[i] = walls.get(i % kEdge, i / kEdge);
    steps.add(timed(thread_ns, [&] {
      for (int step = 0; step < 5; ++step) {
        step_caves(walls, next);
        std::swap(walls, next);
      }
    }));
    plain.add(timed(thread_ns, [&] {
      for (int step = 0; step < 5; ++step) {
        plain_cave_step(cells, after, kEdge, kEdge);
        std::swap(cells, after);
      }
    }));
    for (std::uint32_t i = 0; i < cells.size(); ++i)
      if ((cells[i] == 1) != walls.get(i % kEdge, i / kEdge)) return state.SkipWithError("the caves differ");
  }
  state.counters["steps_ms"] = steps.median() / 1e6;
  state.counters["plain_ms"] = plain.median() / 1e6;
  compare(state, plain, kPoints, steps, kPoints);
}

/// With the draws, and as a map.
void caves_alone(benchmark::State& state, bool connect) {
  const CavesDesc desc{.width = kEdge, .height = kEdge, .connect = connect};
  Samples samples;
  for (auto _ : state) samples.add(timed(thread_ns, [&] { benchmark::DoNotOptimize(generate_caves(desc)); }));
  state.counters["ms"] = samples.median() / 1e6;
}

PlainTiles plain_tiles(const WfcModel& model) {
  PlainTiles plain;
  plain.count = model.count();
  for (std::uint32_t p = 0; p < plain.count; ++p) plain.weight.push_back(model.weight(p));
  for (std::uint32_t side = 0; side < 4; ++side)
    for (std::uint32_t p = 0; p < plain.count; ++p) {
      plain.fits[side].emplace_back();
      for (std::uint32_t q = 0; q < plain.count; ++q) plain.fits[side].back().push_back(model.fits(p, side, q));
    }
  return plain;
}

/// Maps without an edge, of one seed after the other. The plain loop begins anew where it is stuck, ten times at most.
void wfc_against_plain(benchmark::State& state, const char* name) {
  const WfcModel model = *WfcModel::from_tiles(*TileSet::shipped(name));
  const PlainTiles tiles = plain_tiles(model);
  const auto edge = static_cast<std::uint32_t>(state.range(0));
  Samples own, plain;
  int solved = 0;
  double starts = 0, runs = 0;
  std::uint32_t seed = 0;
  for (auto _ : state) {
    const WfcDesc desc{.width = edge, .height = edge, .periodic = true, .seed = ++seed};
    own.add(timed(thread_ns, [&] { solved += std::holds_alternative<WfcMap>(*solve_wfc(model, desc)); }));
    ++runs;
    if (state.range(1) == 0) continue;
    std::vector<std::uint32_t> map;
    plain.add(timed(thread_ns, [&] { starts += plain_wfc(tiles, edge, edge, seed, 10, map); }));
  }
  state.counters["tiles"] = model.count();
  state.counters["cardume_ms"] = own.median() / 1e6;
  state.counters["cardume_best_ms"] = own.min() / 1e6;
  state.counters["solved"] = static_cast<double>(solved) / runs;
  if (state.range(1) == 0) return;
  state.counters["plain_ms"] = plain.median() / 1e6;
  state.counters["plain_starts"] = starts / runs;
  state.counters["ratio"] = plain.median() / own.median();
}

/// A hundred million symbols, never in memory; and ten million, expanded and by rewriting strings.
void lsystem_streams(benchmark::State& state) {
  const LSystem plant = *LSystem::parse("axiom F\nF -> F[+F]F[-F]F\nangle 25.7\n", "bench");
  Samples walked, expanded, rewritten;
  std::uint64_t lines = 0;
  for (auto _ : state) {
    walked.add(
        timed(thread_ns, [&] { (void)plant.walk(11, {}, [&](const TurtleSegment&) { return ++lines, true; }); }));
    expanded.add(timed(thread_ns, [&] { benchmark::DoNotOptimize(plant.expand(9, 1, 1u << 26)); }));
    rewritten.add(timed(thread_ns, [&] {
      std::string text = "F", next;
      for (int i = 0; i < 9; ++i) {
        next.clear();
        for (const char symbol : text) next += symbol == 'F' ? std::string("F[+F]F[-F]F") : std::string(1, symbol);
        text.swap(next);
      }
      benchmark::DoNotOptimize(text);
    }));
  }
  state.counters["symbols"] = static_cast<double>(plant.length(11));
  state.counters["walk_ns_a_symbol"] = walked.median() / static_cast<double>(plant.length(11));
  state.counters["expand_ns_a_symbol"] = expanded.median() / static_cast<double>(plant.length(9));
  state.counters["rewrite_ns_a_symbol"] = rewritten.median() / static_cast<double>(plant.length(9));
}

void landscape(benchmark::State& state, std::string_view name) {
  const Recipe recipe = *Recipe::shipped(name);
  Samples samples;
  for (auto _ : state)
    samples.add(timed(thread_ns, [&] { benchmark::DoNotOptimize(Landscape::create(recipe)->whole()); }));
  const auto cells = static_cast<double>(std::size_t{recipe.width()} * recipe.height());
  state.counters["ms"] = samples.median() / 1e6;
  state.counters["ns_a_cell"] = samples.median() / cells;
}

}  // namespace

void register_worldgen() {
  const auto add = [](const std::string& name, auto&& function, auto... arguments) {
    return benchmark::RegisterBenchmark(name.c_str(), function, arguments...)
        ->Iterations(15)
        ->Unit(benchmark::kMillisecond);
  };
  add("BM_Noise/simplex", noise_alone, NoiseDesc{.kind = NoiseKind::kSimplex, .period = 100});
  add("BM_Noise/value", noise_alone, NoiseDesc{.kind = NoiseKind::kValue, .period = 100});
  add("BM_Noise/perlin_in_space", noise_alone, NoiseDesc{.dimensions = 3, .period = 100});
  add("BM_Noise/perlin_warped", noise_alone, NoiseDesc{.period = 100, .warp = {.amplitude = 20}});
  add("BM_Noise/perlin_of_period_4", noise_alone, NoiseDesc{.octaves = 1, .period = 4});
  add("BM_CellularBorder", border_alone);
  add("BM_CavesAgainstPlain", caves_against_plain);
  add("BM_CavesMap/apart", caves_alone, false);
  add("BM_CavesMap/connected", caves_alone, true);
  for (const char* set : {"dungeon", "pipes"})
    add(std::string("BM_WfcAgainstPlain/") + set, wfc_against_plain, set)->Args({64, 1});
  add("BM_Wfc/town", wfc_against_plain, "town")->Args({64, 0});
  add("BM_Wfc/pipes", wfc_against_plain, "pipes")->Args({256, 0});
  add("BM_LSystem", lsystem_streams)->Iterations(3);
  for (const std::string_view name : shipped_recipes()) add("BM_Landscape/" + std::string(name), landscape, name);
}

}  // namespace cardume::bench
