#include <benchmark/benchmark.h>

#include <algorithm>
#include <cardume/field.hpp>
#include <cardume/worldgen.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "bench/build_info.hpp"
#include "bench/suites.hpp"

namespace cardume::bench {
namespace {

/// A map by name, with a goal near its middle.
struct Ground {
  std::string name;
  CostGrid grid;
  Cell goal;
};

using GroundPtr = std::shared_ptr<const Ground>;

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

void register_ground(const std::string& name, CostGrid grid) {
  const Cell middle{grid.width / 2, grid.height / 2};
  const auto goal = nearest_free(grid, middle, std::max(grid.width, grid.height));
  if (!goal) return;
  const auto ground = std::make_shared<const Ground>(Ground{name, std::move(grid), *goal});
  const auto add = [&](const char* suite, auto function, auto argument) {
    benchmark::RegisterBenchmark((suite + name).c_str(), function, ground, argument)->Unit(benchmark::kMillisecond);
  };
  add("BM_IntegrationField/octile/", integration, Metric::kOctile);
  add("BM_IntegrationField/chebyshev/", integration, Metric::kChebyshev);
  add("BM_FlowField/gradient/", directions, DirectionMode::kGradient);
  add("BM_FlowField/arrows/", directions, DirectionMode::kArrows);
}

CostGrid open_ground(std::uint32_t edge) {
  return {edge, edge, 1, std::vector<std::uint8_t>(std::size_t{edge} * edge, kOpenCost)};
}

void register_map(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (auto grid = parse_map(text, path.filename().string())) register_ground(path.stem().string(), std::move(*grid));
}

/// The maps in the folder that CARDUME_MAPS names, if it does.
void register_maps() {
  const char* folder = std::getenv("CARDUME_MAPS");
  if (folder == nullptr) return;
  std::error_code error;
  std::vector<std::filesystem::path> maps;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".map") maps.push_back(entry.path());
  }
  std::sort(maps.begin(), maps.end());
  for (const auto& map : maps) register_map(map);
}

}  // namespace

void register_fields() {
  for (std::uint32_t edge : {512u, 1024u}) {
    register_ground("open" + std::to_string(edge), open_ground(edge));
    CavesDesc desc;
    desc.width = desc.height = edge;
    if (auto grid = generate_caves(desc)) register_ground("caves" + std::to_string(edge), std::move(*grid));
  }
  register_maps();
  benchmark::RegisterBenchmark("BM_Caves", caves)->Arg(512)->Arg(1024)->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
