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
  s.published.events.clear();
  report = {.tick = report.tick + 1};

  timed(Stage::kSpawn, report, [&] { tick::spawn(s.commands, s.ids, s.agents, s.published); });
  timed(Stage::kFields, report, [&] { tick::fields(s.setup, s.commands, s.goals, s.published); });
  timed(Stage::kBucket, report, [&] { tick::bucket(s.setup, s.agents, s.grid, s.ids, s.sort); });
  timed(Stage::kRules, report, [&] { tick::rules(s.setup, s.agents, s.grid, report.tick, s.kinematics); });
  timed(Stage::kFlow, report, [&] { tick::flow(s.setup, s.agents, s.goals, s.kinematics); });
  timed(Stage::kIntegrate, report, [&] { tick::integrate(s.setup, s.agents, s.kinematics); });
  timed(Stage::kWalls, report, [&] { tick::walls(s.setup, s.agents, s.kinematics); });
  timed(Stage::kPublish, report, [&] { tick::publish(s.setup, s.agents, s.ids, s.goals, s.published); });
}

}  // namespace cardume
