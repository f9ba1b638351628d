#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cardume/worldgen.hpp>

#include "bench/suites.hpp"
#include "bench/support/rival.hpp"
#include "tools/scenario/random.hpp"

// What minds cost: a horde with a state machine against the same one that behaves as its first state does, tick by tick
// in turn. Bodies hunt a player through caves, points do so on open ground.
namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 60;
constexpr int kTimedTicks = 120;
constexpr std::uint32_t kAgents = 100'000;
constexpr float kEdge = 512;
constexpr std::uint64_t kSeed = 7;

BehaviourDesc ghoul(float seek) {
  BehaviourDesc behaviour;
  behaviour.separation = {1, 2};
  behaviour.alignment = {2, 0.3f};
  behaviour.cohesion = {2, 0.1f};
  behaviour.motion = {.max_speed = 5, .max_acceleration = 20, .response = 5};
  behaviour.flow.weight = 1.5f;
  behaviour.steering.seek.weight = seek;
  return behaviour;
}

/// All states move alike, so that what is measured is deciding and not what follows from it.
MindDesc ghoul_mind(float seek) {
  using Kind = ConditionDesc::Kind;
  MindDesc mind;
  mind.states.resize(4);
  for (StateDesc& state : mind.states) state.behaviour = ghoul(seek);
  enum : std::uint8_t { kIdle, kChase, kAttack, kFlee };
  mind.transitions = {{TransitionDesc::kAny, kFlee, {{.kind = Kind::kHealth, .value = 0.2f}}},
                      {kIdle, kChase, {{.kind = Kind::kNear, .value = 30, .species = 1}}},
                      {kIdle, kChase, {{.kind = Kind::kChance, .value = 0.05f}}},
                      {kChase, kAttack, {{.kind = Kind::kNear, .value = 2, .species = 1}}},
                      {kChase, kIdle, {{.kind = Kind::kTime, .value = 5}, {.kind = Kind::kChance, .value = 0.5f}}},
                      {kAttack, kChase, {{.kind = Kind::kTime, .value = 1}}},
                      {kFlee, kIdle, {{.kind = Kind::kHealth, .value = 0.8f, .negated = true}}},
                      {kFlee, kIdle, {{.kind = Kind::kTime, .value = 10}, {.kind = Kind::kFlag, .index = 1}}}};
  return mind;
}

WorldDesc horde_desc(bool bodies, bool minds) {
  const float seek = bodies ? 0.f : 1.f;
  WorldDesc desc;
  desc.size = {kEdge, kEdge, 1};
  desc.capacity = kAgents + 1;
  desc.species.resize(2);
  for (SpeciesDesc& species : desc.species) {
    static_cast<BehaviourDesc&>(species) = ghoul(seek);
    species.body.radius = bodies ? 0.35f : 0;
    species.arrival.fill = 0;
  }
  if (bodies) desc.terrain = *generate_caves({.width = 512, .height = 512, .seed = kSeed});
  if (minds) desc.species[0].mind = ghoul_mind(seek);
  return desc;
}

bool blocked(const CostGrid& map, Vec3 at) {
  return !map.empty() && map.blocked({static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)});
}

/// The player in the middle, and the others anywhere.
std::vector<AgentDesc> agents_in(const CostGrid& map) {
  std::vector<AgentDesc> agents;
  Draws draws(kSeed, 0, 0);
  while (agents.size() < kAgents) {
    const Vec3 at{draws.unit() * kEdge, draws.unit() * kEdge};
    if (!blocked(map, at)) agents.push_back({.position = at, .snap_distance = 16});
  }
  agents.push_back({.position = {kEdge / 2, kEdge / 2}, .species = 1, .snap_distance = 64});
  return agents;
}

void minds(benchmark::State& state) {
  const bool bodies = state.range(0) != 0;
  Rival with, without;
  const WorldDesc desc = horde_desc(bodies, true);
  const std::vector<AgentDesc> agents = agents_in(desc.terrain);
  const std::vector<Vec2> player{{kEdge / 2, kEdge / 2}};
  Error error = with.fill(desc, agents, player);
  if (!error) error = without.fill(horde_desc(bodies, false), agents, player);
  if (error) return state.SkipWithError(error.message.c_str());
  warm_up(with, without, kWarmTicks);
  for (auto _ : state) {
    without.tick(true);
    state.SetIterationTime(with.tick(true) * 1e-9);
  }
  state.counters["ns_per_agent"] = with.ns_per_agent();
  state.counters["ns_per_agent_without"] = without.ns_per_agent();
  state.counters["mind_ns_per_agent"] = with.ns_per_agent(Stage::kMind);
  state.counters["ratio"] = with.ns_per_agent() / without.ns_per_agent();
  state.counters["ratio_min"] = with.total().min() / without.total().min();
}

}  // namespace

void register_minds() {
  benchmark::RegisterBenchmark("BM_Minds", minds)
      ->ArgName("bodies")
      ->Arg(0)
      ->Arg(1)
      ->Iterations(kTimedTicks)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace cardume::bench
