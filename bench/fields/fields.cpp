#include <benchmark/benchmark.h>

#include <cardume/field.hpp>
#include <cardume/worldgen.hpp>
#include <string>

#include "bench/fields/grounds.hpp"
#include "bench/suites.hpp"

namespace cardume::bench {
namespace {

void integration(benchmark::State& state, const GroundPtr& ground, Metric metric) {
  for (auto _ : state) {
    auto field = build_integration_field(ground->grid, {&ground->goal, 1}, metric);
    if (!field) return state.SkipWithError(field.error().message.c_str());
    benchmark::DoNotOptimize(field->distance.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ground->grid.cost.size()));
}

void directions(benchmark::State& state, const GroundPtr& ground, DirectionMode mode) {
  const auto field = build_integration_field(ground->grid, {&ground->goal, 1});
  if (!field) return state.SkipWithError(field.error().message.c_str());
  for (auto _ : state) {
    const FlowField flow = build_flow_field(ground->grid, *field, mode);
    benchmark::DoNotOptimize(flow.direction.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ground->grid.cost.size()));
}

void caves(benchmark::State& state) {
  CavesDesc desc;
  desc.width = desc.height = static_cast<std::uint32_t>(state.range(0));
  for (auto _ : state) {
    auto grid = generate_caves(desc);
    if (!grid) return state.SkipWithError(grid.error().message.c_str());
    benchmark::DoNotOptimize(grid->cost.data());
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t{desc.width} * desc.height);
}

void register_ground(const GroundPtr& ground) {
  if (ground == nullptr) return;
  const auto add = [&](const char* suite, auto function, auto argument) {
    benchmark::RegisterBenchmark((suite + ground->name).c_str(), function, ground, argument)
        ->Unit(benchmark::kMillisecond);
  };
  add("BM_IntegrationField/octile/", integration, Metric::kOctile);
  add("BM_IntegrationField/chebyshev/", integration, Metric::kChebyshev);
  add("BM_IntegrationField/eikonal/", integration, Metric::kEikonal);
  add("BM_FlowField/gradient/", directions, DirectionMode::kGradient);
  add("BM_FlowField/arrows/", directions, DirectionMode::kArrows);
}

}  // namespace

void register_fields() {
  for (std::uint32_t edge : {512u, 1024u}) {
    register_ground(make_ground("open" + std::to_string(edge), open_map(edge)));
    register_ground(make_ground("caves" + std::to_string(edge), caves_map(edge)));
  }
  for_each_real_map(register_ground);
  benchmark::RegisterBenchmark("BM_Caves", caves)->Arg(512)->Arg(1024)->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
