#include <benchmark/benchmark.h>

#include <cardume/world.hpp>
#include <cmath>
#include <optional>

#include "bench/suites.hpp"
#include "bench/support/timing.hpp"
#include "tools/scenario/random.hpp"

// What minds cost: a horde with a state machine against the same one that behaves as its first state does. Tick by tick
// in turn.
namespace cardume::bench {
namespace {

constexpr int kWarmTicks = 60;
constexpr int kTimedTicks = 120;
constexpr std::uint32_t kAgents = 100'000;
constexpr float kSpacing = 0.9f;

BehaviourDesc ghoul(float speed) {
  BehaviourDesc behaviour;
  behaviour.separation = {1, 2};
  behaviour.alignment = {2, 0.3f};
  behaviour.cohesion = {2, 0.1f};
  behaviour.motion = {.max_speed = speed, .max_acceleration = 20, .response = 5};
  behaviour.border = {5, 2, {}};
  behaviour.steering.seek.weight = 1;
  return behaviour;
}

/// All states move alike, so that what is measured is deciding and not what follows from it.
MindDesc ghoul_mind() {
  using Kind = ConditionDesc::Kind;
  MindDesc mind;
  mind.states.resize(4);
  for (StateDesc& state : mind.states) state.behaviour = ghoul(5);
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

WorldDesc horde_desc(float body_radius, bool minds) {
  WorldDesc desc;
  const float edge = kSpacing * std::sqrt(static_cast<float>(kAgents));
  desc.size = {edge, edge, 1};
  desc.capacity = kAgents + 1;
  desc.species.resize(2);
  for (SpeciesDesc& species : desc.species) {
    static_cast<BehaviourDesc&>(species) = ghoul(5);
    species.body.radius = body_radius;
  }
  if (minds) desc.species[0].mind = ghoul_mind();
  return desc;
}

struct Side {
  std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  std::optional<World> world;
  Samples total, mind;

  Error fill(const WorldDesc& desc) {
    auto made = World::create(desc, *scheduler);
    if (!made) return made.error();
    world.emplace(std::move(*made));
    const auto player = world->add_goal({desc.size.x / 2, desc.size.y / 2});
    if (!player) return player.error();
    std::vector<AgentDesc> agents(kAgents + 1);
    Random random(7);
    for (AgentDesc& agent : agents) {
      agent.position = {random.uniform(0, desc.size.x), random.uniform(0, desc.size.y)};
      agent.goal = *player;
    }
    agents.back() = {.position = {desc.size.x / 2, desc.size.y / 2}, .species = 1};
    return world->spawn_all(agents);
  }
  double tick(bool keep) {
    TickReport report;
    const double ns = timed(thread_ns, [&] { report = world->tick(); });
    if (!keep) return ns;
    total.add(ns);
    mind.add(static_cast<double>(report.stage_ns[static_cast<std::size_t>(Stage::kMind)]));
    return ns;
  }
};

void minds(benchmark::State& state) {
  const float radius = state.range(0) != 0 ? 0.35f : 0;
  Side with, without;
  if (Error error = with.fill(horde_desc(radius, true))) return state.SkipWithError(error.message.c_str());
  if (Error error = without.fill(horde_desc(radius, false))) return state.SkipWithError(error.message.c_str());
  for (int i = 0; i < kWarmTicks; ++i) {
    with.tick(false);
    without.tick(false);
  }
  for (auto _ : state) {
    without.tick(true);
    state.SetIterationTime(with.tick(true) * 1e-9);
  }
  state.counters["ns_per_agent"] = with.total.median() / kAgents;
  state.counters["ns_per_agent_without"] = without.total.median() / kAgents;
  state.counters["mind_ns_per_agent"] = with.mind.median() / kAgents;
  state.counters["ratio"] = with.total.median() / without.total.median();
  state.counters["ratio_min"] = with.total.min() / without.total.min();
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
