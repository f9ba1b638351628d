#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "tools/scenario/random.hpp"

// What the third dimension costs a flock: a cube against a square in which each agent has as many neighbours in sight,
// tick by tick in turn.
namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 10, kTimedTicks = 50;
constexpr std::uint32_t kAgents = 100'000;
constexpr double kSight = 4, kNeighbours = 16;

/// Of the world in which agents spread evenly have so many neighbours.
float edge(std::uint32_t dimensions) {
  const double disc = std::numbers::pi * kSight * kSight, ball = disc * kSight * 4 / 3;
  return static_cast<float>(dimensions == 2 ? std::sqrt(kAgents * disc / kNeighbours)
                                            : std::cbrt(kAgents * ball / kNeighbours));
}

struct Flock {
  std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  std::optional<World> world;
  Samples ns;

  Error fill(std::uint32_t dimensions, const char* instruction_set) {
    WorldDesc desc;
    const float size = edge(dimensions), sight = static_cast<float>(kSight);
    desc.dimensions = dimensions;
    desc.size = {size, size, size};
    desc.capacity = kAgents;
    desc.budget.crowd_limit = 0;
    desc.instruction_set = instruction_set;
    desc.species[0].separation = {sight / 2, 1.5f};
    desc.species[0].alignment = {sight, 1};
    desc.species[0].cohesion = {sight, 1};
    desc.species[0].motion = {.max_speed = 2, .max_acceleration = 2};
    auto made = World::create(desc, *scheduler);
    if (!made) return made.error();
    world.emplace(std::move(*made));
    Draws draws(7, dimensions, 0);
    std::vector<AgentDesc> agents(kAgents);
    for (AgentDesc& agent : agents) {
      agent.position = {draws.unit() * size, draws.unit() * size, dimensions == 3 ? draws.unit() * size : 0};
      agent.velocity = {draws.signed_unit(), draws.signed_unit(), dimensions == 3 ? draws.signed_unit() : 0};
    }
    return world->spawn_all(agents);
  }
  void tick(bool keep) {
    const double spent = timed(thread_ns, [&] { world->tick(); });
    if (keep) ns.add(spent);
  }
};

void space(benchmark::State& state, const char* instruction_set) {
  Flock plane, cube;
  Error error = plane.fill(2, instruction_set);
  if (!error) error = cube.fill(3, instruction_set);
  if (error) return state.SkipWithError(error.message.c_str());
  for (int i = 0; i < kWarmTicks; ++i) {
    plane.tick(false);
    cube.tick(false);
  }
  for (auto _ : state) {
    plane.tick(true);
    cube.tick(true);
  }
  state.counters["ns_per_agent"] = cube.ns.median() / kAgents;
  state.counters["plane_ns_per_agent"] = plane.ns.median() / kAgents;
  state.counters["ratio"] = cube.ns.median() / plane.ns.median();
  state.counters["ratio_min"] = cube.ns.min() / plane.ns.min();
}

}  // namespace

void register_space() {
  for (const char* instruction_set : instruction_sets())
    benchmark::RegisterBenchmark((std::string("BM_SpaceAgainstPlane/") + instruction_set).c_str(), space,
                                 instruction_set)
        ->Iterations(kTimedTicks)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
