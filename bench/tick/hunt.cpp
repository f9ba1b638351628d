#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cmath>

#include "bench/suites.hpp"
#include "bench/support/rival.hpp"
#include "tools/scenario/random.hpp"

// What hunting costs: prey that flee from a few sharks, and two armies that go for the nearest enemy, against the same
// ones that do not look for each other. Tick by tick in turn.
namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 60;
constexpr int kTimedTicks = 120;
constexpr std::uint32_t kAgents = 100'000;
constexpr std::uint32_t kSharks = 3;

WorldDesc open_desc() {
  WorldDesc desc;
  const float edge = std::sqrt(static_cast<float>(kAgents));
  desc.size = {edge, edge, 1};
  desc.capacity = kAgents + kSharks;
  desc.species.resize(2);
  for (SpeciesDesc& species : desc.species) {
    species.motion = {.max_speed = 5, .max_acceleration = 20, .response = 5};
    species.border = {5, 2, {}};
  }
  return desc;
}

/// The first species are prey, the second sharks.
WorldDesc shoal_desc() {
  WorldDesc desc = open_desc();
  desc.species[0].relations = {{.species = 1, .evade = {10, 3}}};
  return desc;
}

/// Both species are armies.
WorldDesc war_desc() {
  WorldDesc desc = open_desc();
  for (std::uint8_t side = 0; side < 2; ++side)
    desc.species[side].relations = {{.species = static_cast<std::uint8_t>(1 - side), .pursue = {15, 1}}};
  return desc;
}

/// Agents everywhere, of species drawn by `species_of(number)`.
template <class SpeciesOf>
std::vector<AgentDesc> agents_in(const WorldDesc& desc, std::uint32_t count, SpeciesOf species_of) {
  std::vector<AgentDesc> agents(count);
  Draws random(7, 0, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    agents[i].position = {random.unit() * desc.size.x, random.unit() * desc.size.y};
    agents[i].velocity = {random.signed_unit() * 3, random.signed_unit() * 3};
    agents[i].species = species_of(i);
  }
  return agents;
}

void run(benchmark::State& state, const WorldDesc& desc, const std::vector<AgentDesc>& agents) {
  WorldDesc blind = desc;
  for (SpeciesDesc& species : blind.species) species.relations.clear();
  Rival hunting, without;
  if (Error error = hunting.fill(desc, agents)) return state.SkipWithError(error.message.c_str());
  if (Error error = without.fill(blind, agents)) return state.SkipWithError(error.message.c_str());
  warm_up(hunting, without, kWarmTicks);
  for (auto _ : state) {
    hunting.tick(true);
    without.tick(true);
  }
  state.counters["ns_per_agent"] = hunting.ns_per_agent();
  state.counters["scout_ns"] = hunting.ns_per_agent(Stage::kScout);
  state.counters["hunt_ns"] = hunting.ns_per_agent(Stage::kHunt);
  state.counters["against_blind"] = hunting.ns_per_agent() / without.ns_per_agent();
}

void shoal(benchmark::State& state) {
  const WorldDesc desc = shoal_desc();
  run(state, desc, agents_in(desc, kAgents + kSharks, [](std::uint32_t i) -> std::uint8_t { return i >= kAgents; }));
}

void war(benchmark::State& state) {
  const WorldDesc desc = war_desc();
  run(state, desc, agents_in(desc, kAgents, [](std::uint32_t i) -> std::uint8_t { return i % 2; }));
}

}  // namespace

void register_hunt() {
  benchmark::RegisterBenchmark("BM_ShoalAndSharksAgainstBlind", shoal)
      ->Iterations(kTimedTicks)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("BM_ArmiesAgainstBlind", war)->Iterations(kTimedTicks)->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
