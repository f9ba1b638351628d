#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>
#include <cmath>
#include <string>

#include "bench/suites.hpp"
#include "bench/support/rival.hpp"
#include "tools/scenario/random.hpp"

// What bodies cost: a horde in caves against the same one in which no bodies collide, and against the same one as
// points; and a crowd pressed into a corner against the same bodies on their way. Tick by tick in turn.
namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 120;
constexpr int kTimedTicks = 120;
constexpr float kRadius = 0.35f;
constexpr std::uint32_t kEdge = 512;
constexpr std::uint64_t kSeed = 7;

WorldDesc horde_desc(CostGrid terrain, float radius, const char* instruction_set) {
  SpeciesDesc ghoul;
  ghoul.separation = {1, 2};
  ghoul.alignment = {2, 0.3f};
  ghoul.cohesion = {2, 0.1f};
  ghoul.motion = {.max_speed = 5, .max_acceleration = 20, .response = 5};
  ghoul.flow.weight = 1.5f;
  ghoul.body.radius = radius;
  ghoul.arrival.fill = 0;
  WorldDesc desc;
  desc.terrain = std::move(terrain);
  desc.capacity = 100'000;
  desc.species = {ghoul};
  desc.instruction_set = instruction_set;
  return desc;
}

std::vector<AgentDesc> agents_in(const CostGrid& terrain, std::uint32_t count) {
  std::vector<AgentDesc> agents;
  for (std::uint32_t id = 0; agents.size() < count; ++id) {
    Draws draws(kSeed, 0, id);
    const Vec2 at{draws.unit() * kEdge, draws.unit() * kEdge};
    if (!terrain.blocked(cell_at(terrain, at))) agents.push_back({.position = {at.x, at.y, 0}, .snap_distance = 16});
  }
  return agents;
}

/// Side by side from one corner on.
std::vector<AgentDesc> agents_in_a_square(std::uint32_t count, float apart) {
  std::vector<AgentDesc> agents;
  const auto edge = static_cast<std::uint32_t>(std::sqrt(static_cast<float>(count)));
  for (std::uint32_t i = 0; i < count; ++i)
    agents.push_back(
        {.position = {1 + static_cast<float>(i % edge) * apart, 1 + static_cast<float>(i / edge) * apart, 0}});
  return agents;
}

void run(benchmark::State& state, Rival& side, Rival& other, const char* ratio) {
  warm_up(side, other, kWarmTicks);
  for (auto _ : state) {
    state.SetIterationTime(side.tick(true) * 1e-9);
    other.tick(true);
  }
  state.counters["ns_per_agent"] = side.ns_per_agent();
  state.counters["other_ns_per_agent"] = other.ns_per_agent();
  state.counters["contacts_ns"] = side.ns_per_agent(Stage::kContacts);
  state.counters["contacts_ns_min"] = side.stage(Stage::kContacts).min() / side.world().count();
  state.counters[ratio] = side.ns_per_agent() / other.ns_per_agent();
  const OverlapReport overlaps = side.world().overlaps();
  state.counters["pairs_per_agent"] = static_cast<double>(overlaps.pairs) / side.world().count();
  state.counters["deep_pairs"] = static_cast<double>(overlaps.deep);
}

/// A horde in caves against the one that `other` makes of it.
void horde(benchmark::State& state, const char* instruction_set, void (*other)(SpeciesDesc&), const char* ratio) {
  const auto caves = generate_caves({.width = kEdge, .height = kEdge, .seed = kSeed});
  if (!caves) return state.SkipWithError(caves.error().message.c_str());
  const auto agents = agents_in(*caves, static_cast<std::uint32_t>(state.range(0)));
  std::vector<Vec2> goals;
  for (std::uint32_t id = 0; id < 8; ++id) goals.push_back({agents[id].position.x, agents[id].position.y});
  const WorldDesc desc = horde_desc(*caves, kRadius, instruction_set);
  WorldDesc changed = desc;
  other(changed.species[0]);
  Rival bodies, others;
  Error error = bodies.fill(desc, agents, goals);
  if (!error) error = others.fill(changed, agents, goals);
  if (error) return state.SkipWithError(error.message.c_str());
  run(state, bodies, others, ratio);
}

void horde_against_no_contacts(benchmark::State& state, const char* instruction_set) {
  horde(
      state, instruction_set, [](SpeciesDesc& species) { species.body.collides = 0; }, "against_no_contacts");
}

void horde_against_points(benchmark::State& state, const char* instruction_set) {
  horde(
      state, instruction_set, [](SpeciesDesc& species) { species.body.radius = 0; }, "against_points");
}

/// Where bodies walk they have as much room as those of the horde, 100,000 on the 184,319 free cells of its caves.
constexpr float kWalkingApart = 1.36f;

void jam(benchmark::State& state, const char* instruction_set) {
  const CostGrid open{kEdge, kEdge, 1, std::vector<std::uint8_t>(std::size_t{kEdge} * kEdge, kOpenCost)};
  const auto count = static_cast<std::uint32_t>(state.range(0));
  const WorldDesc desc = horde_desc(open, kRadius, instruction_set);
  Rival pressed, walking;
  Error error = pressed.fill(desc, agents_in_a_square(count, 2.1f * kRadius), {{0.5f, 0.5f}});
  if (!error) error = walking.fill(desc, agents_in_a_square(count, kWalkingApart), {{kEdge - 1, kEdge - 1}});
  if (error) return state.SkipWithError(error.message.c_str());
  run(state, pressed, walking, "against_walking");
}

void register_bodies_of(const char* name, void (*scene)(benchmark::State&, const char*), std::int64_t agents) {
  for (const char* instruction_set : instruction_sets())
    benchmark::RegisterBenchmark((std::string(name) + "/" + instruction_set).c_str(), scene, instruction_set)
        ->Arg(agents)
        ->Iterations(kTimedTicks)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_bodies() {
  register_bodies_of("BM_BodiesAgainstNoContacts", horde_against_no_contacts, 100'000);
  register_bodies_of("BM_BodiesAgainstPoints", horde_against_points, 100'000);
  register_bodies_of("BM_JamAgainstWalking", jam, 20'000);
}

}  // namespace cardume::bench
