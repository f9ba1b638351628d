#include "core/tick/tick.hpp"

#include <chrono>

namespace cardume {
namespace {

/// Runs one stage and notes how long it took.
template <class Function>
void timed(Stage stage, TickReport& report, Function function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  const auto spent = std::chrono::steady_clock::now() - start;
  report.stage_ns[static_cast<std::size_t>(stage)] =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
}

}  // namespace

/// The table of contents of the engine.
void run_tick(WorldState& s) {
  TickReport& report = s.published.report;
  const std::uint64_t tick = report.tick + 1;
  report = {.tick = tick};

  timed(Stage::kSpawn, report, [&] { tick::spawn(s.setup, s.commands, s.ids, s.agents, s.surroundings, s.published); });
  timed(Stage::kTerrain, report,
        [&] { tick::terrain(s.setup, s.ids, s.commands, s.agents, s.terrain, s.atlas.maps, s.published); });
  timed(Stage::kFields, report,
        [&] { tick::fields(s.setup, s.terrain, s.agents, s.commands, s.atlas, s.goals, s.buffers, s.published); });
  timed(Stage::kBucket, report, [&] { tick::bucket(s.setup, s.agents, s.grid, s.ids, s.buffers.sort); });
  timed(Stage::kScout, report, [&] { tick::scout(s.setup, s.agents, s.buffers.scout); });
  timed(Stage::kMind, report, [&] {
    tick::mind(s.setup, s.terrain, s.goals, s.buffers.scout, s.ids, s.commands, s.agents, s.buffers.mind, s.published);
  });
  timed(Stage::kRules, report, [&] { tick::rules(s.setup, s.grid, s.surroundings, tick, s.agents, s.kinematics); });
  timed(Stage::kSteer, report, [&] { tick::steer(s.setup, s.goals, s.agents, tick, s.kinematics); });
  timed(Stage::kLookAhead, report,
        [&] { tick::look_ahead(s.setup, s.terrain, s.surroundings, s.agents, s.kinematics); });
  timed(Stage::kHunt, report, [&] { tick::hunt(s.setup, s.buffers.scout, s.agents, s.kinematics); });
  timed(Stage::kMarch, report,
        [&] { tick::march(s.setup, s.terrain, s.ids, s.commands, s.agents, s.buffers.destinations, s.goals); });
  timed(Stage::kArrive, report,
        [&] { tick::arrive(s.setup, s.terrain, s.agents, s.buffers.destinations, s.kinematics); });
  timed(Stage::kFlow, report,
        [&] { tick::flow(s.setup, s.terrain, s.agents, s.atlas, s.goals, s.buffers.fields, s.kinematics); });
  timed(Stage::kAvoid, report, [&] { tick::avoid(s.setup, s.agents, s.grid, tick, s.kinematics); });
  timed(Stage::kIntegrate, report, [&] { tick::integrate(s.setup, tick, s.agents, s.kinematics); });
  timed(Stage::kContacts, report,
        [&] { tick::contacts(s.setup, s.grid, tick, s.kinematics, s.agents, s.buffers.contacts); });
  timed(Stage::kWalls, report, [&] { tick::walls(s.setup, s.terrain, s.surroundings, s.agents, s.kinematics); });
  timed(Stage::kLink, report, [&] { tick::link(s.setup, s.terrain, s.ids, s.atlas, s.goals, s.agents, s.published); });
  timed(Stage::kSettle, report, [&] {
    tick::settle(s.setup, s.terrain, s.ids, s.buffers.destinations, s.agents, s.goals, s.kinematics, s.buffers.settle,
                 s.published);
  });
  timed(Stage::kWatch, report, [&] { tick::watch(s.setup, s.grid, s.ids, s.agents, s.buffers.watch, s.published); });
  timed(Stage::kPublish, report,
        [&] { tick::publish(s.setup, s.terrain, s.agents, s.ids, s.atlas, s.goals, s.published); });
}

}  // namespace cardume
