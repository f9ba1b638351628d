#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <cardume/field.hpp>
#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <string>

#include "bench/kernels/kernel_scene.hpp"
#include "bench/suites.hpp"

namespace cardume::bench {
namespace {

using simd::KernelTable;

void count_agents(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["per_agent"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void bucket(benchmark::State& state, const KernelTable* kernels) {
  KernelScene scene(static_cast<std::uint32_t>(state.range(0)));
  const simd::BucketArgs args = scene.bucket_args();
  for (auto _ : state) kernels->bucket(args);
  count_agents(state);
}

void rules(benchmark::State& state, const KernelTable* kernels) {
  KernelScene scene(static_cast<std::uint32_t>(state.range(0)));
  const simd::RulesArgs args = scene.rules_args();
  for (auto _ : state) kernels->rules[0](args);
  count_agents(state);
}

/// Without acceleration and with hardly any time gone by, so that the crowd stays as it is however often this runs.
void integrate(benchmark::State& state, const KernelTable* kernels) {
  KernelScene scene(static_cast<std::uint32_t>(state.range(0)));
  simd::IntegrateArgs args = scene.integrate_args();
  args.dt = 1e-9f;
  for (auto _ : state) kernels->integrate[0](args);
  count_agents(state);
}

void hash_words(benchmark::State& state, const KernelTable* kernels) {
  const KernelScene scene(static_cast<std::uint32_t>(state.range(0)));
  std::vector<std::uint32_t> words(scene.count());
  std::transform(scene.column().begin(), scene.column().begin() + scene.count(), words.begin(),
                 [](float value) { return std::bit_cast<std::uint32_t>(value); });
  for (auto _ : state) benchmark::DoNotOptimize(kernels->hash_words(words.data(), scene.count(), 1));
  count_agents(state);
}

/// The way through caves to the free cell nearest the middle.
Result<FlowField> flow_through_caves(std::uint32_t edge) {
  CavesDesc desc;
  desc.width = desc.height = edge;
  const auto grid = generate_caves(desc);
  if (!grid) return grid.error();
  const auto goal = nearest_free(*grid, {edge / 2, edge / 2}, edge);
  if (!goal) return goal.error();
  const auto distances = build_integration_field(*grid, {&*goal, 1});
  if (!distances) return distances.error();
  return build_flow_field(*grid, *distances);
}

void flow(benchmark::State& state, const KernelTable* kernels) {
  KernelScene scene(static_cast<std::uint32_t>(state.range(0)));
  const auto field = flow_through_caves(512);
  if (!field) return state.SkipWithError(field.error().message.c_str());
  const simd::FieldView fields[] = {{}, {field->direction.data()}};
  const simd::FlowArgs args = scene.flow_args(fields, field->width);
  for (auto _ : state) kernels->flow(args);
  count_agents(state);
}

using KernelBenchmark = void (*)(benchmark::State&, const KernelTable*);

void register_kernel(const char* name, KernelBenchmark function, const KernelTable* kernels) {
  benchmark::RegisterBenchmark((std::string("BM_Kernel/") + name + "/" + kernels->name).c_str(), function, kernels)
      ->Arg(1'000)
      ->Arg(100'000)
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_kernels() {
  for (const char* instruction_set : instruction_sets()) {
    const KernelTable* kernels = simd::find_kernels(instruction_set);
    if (kernels == nullptr) continue;
    register_kernel("bucket", bucket, kernels);
    register_kernel("rules", rules, kernels);
    register_kernel("flow", flow, kernels);
    register_kernel("integrate", integrate, kernels);
    register_kernel("hash", hash_words, kernels);
  }
}

}  // namespace cardume::bench
