#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/suites.hpp"
#include "bench/support/flock_scene.hpp"
#include "bench/support/timing.hpp"

// What it costs to see others otherwise than plain flocks do: the rules stage alone, flocks of one start interleaved.
namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 20;
constexpr int kTimedTicks = 60;

/// A flock, and how long the rules of each of its ticks took.
struct Seeing {
  std::string name;
  std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  std::optional<World> world;
  Samples rules_ns;

  void tick(bool keep) {
    const TickReport report = world->tick();
    if (keep) rules_ns.add(static_cast<double>(report.stage_ns[static_cast<std::size_t>(Stage::kRules)]));
  }
};

/// One way for a species to see others.
struct Way {
  const char* name;
  void (*change)(WorldDesc&);
};

/// Says what holds anyway.
void relate(WorldDesc& desc) {
  RelationDesc relation;
  relation.cohesion = RuleDesc{desc.species[0].cohesion.radius, 1};
  desc.species[0].relations = {relation};
}

constexpr Way kWays[] = {
    {"plain", [](WorldDesc&) {}},
    {"relations", relate},
    {"nearest_7", [](WorldDesc& desc) { desc.species[0].perception.nearest = 7; }},
    {"view", [](WorldDesc& desc) { desc.species[0].perception.field_of_view = 4; }},
    {"torus", [](WorldDesc& desc) { desc.scenery.edge = Edge::kWrap; }},
};

Error fill(Seeing& seeing, const Way& way, const FlockScene& scene) {
  WorldDesc desc = world_of(scene);
  way.change(desc);
  auto world = World::create(desc, *seeing.scheduler);
  if (!world) return world.error();
  std::vector<AgentId> ids(scene.boids.size());
  if (Error error = world->spawn_all(agents_of(scene), ids)) return error;
  seeing.name = way.name;
  seeing.world.emplace(std::move(*world));
  return {};
}

void society(benchmark::State& state) {
  const FlockScene scene = make_flock_scene(static_cast<std::uint32_t>(state.range(0)), Heading::kRandom);
  std::vector<Seeing> all(std::size(kWays));
  for (std::size_t i = 0; i < all.size(); ++i)
    if (Error error = fill(all[i], kWays[i], scene)) return state.SkipWithError(error.message.c_str());
  for (int i = 0; i < kWarmTicks; ++i)
    for (Seeing& one : all) one.tick(false);
  for (auto _ : state)
    for (Seeing& one : all) one.tick(true);
  for (const Seeing& one : all) {
    state.counters[one.name + "_ns"] = one.rules_ns.median() / static_cast<double>(state.range(0));
    state.counters[one.name + "_ns_min"] = one.rules_ns.min() / static_cast<double>(state.range(0));
    state.counters[one.name + "_ratio"] = one.rules_ns.median() / all[0].rules_ns.median();
    state.counters[one.name + "_ratio_min"] = one.rules_ns.min() / all[0].rules_ns.min();
  }
}

}  // namespace

void register_society() {
  benchmark::RegisterBenchmark("BM_Society", society)
      ->Arg(10'000)
      ->Arg(100'000)
      ->Iterations(kTimedTicks)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
