#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "bench/suites.hpp"
#include "bench/support/rival.hpp"
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

WorldDesc flock_desc(std::uint32_t dimensions, const char* instruction_set) {
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
  return desc;
}

std::vector<AgentDesc> agents_of(std::uint32_t dimensions) {
  const float size = edge(dimensions);
  const bool deep = dimensions == 3;
  Draws draws(7, dimensions, 0);
  std::vector<AgentDesc> agents(kAgents);
  for (AgentDesc& agent : agents) {
    agent.position = {draws.unit() * size, draws.unit() * size, deep ? draws.unit() * size : 0};
    agent.velocity = {draws.signed_unit(), draws.signed_unit(), deep ? draws.signed_unit() : 0};
  }
  return agents;
}

void space(benchmark::State& state, const char* instruction_set) {
  Rival plane, cube;
  Error error = plane.fill(flock_desc(2, instruction_set), agents_of(2));
  if (!error) error = cube.fill(flock_desc(3, instruction_set), agents_of(3));
  if (error) return state.SkipWithError(error.message.c_str());
  warm_up(plane, cube, kWarmTicks);
  for (auto _ : state) {
    plane.tick(true);
    cube.tick(true);
  }
  state.counters["ns_per_agent"] = cube.ns_per_agent();
  state.counters["plane_ns_per_agent"] = plane.ns_per_agent();
  state.counters["ratio"] = cube.ns_per_agent() / plane.ns_per_agent();
  state.counters["ratio_min"] = cube.total().min() / plane.total().min();
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
