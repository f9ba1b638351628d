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

/// One tick: the table of contents of the engine.
void WorldState::tick() {
  TickReport& report = published.report;
  published.events.clear();
  report = {.tick = report.tick + 1};

  timed(Stage::kSpawn, report, [&] { tick::spawn(commands, ids, agents, published); });
  timed(Stage::kFields, report, [&] { tick::fields(setup, commands, goals, published); });
  timed(Stage::kBucket, report, [&] { tick::bucket(setup, agents, grid, ids, sort); });
  timed(Stage::kRules, report, [&] { tick::rules(setup, agents, grid, report.tick, kinematics); });
  timed(Stage::kFlow, report, [&] { tick::flow(setup, agents, goals, kinematics); });
  timed(Stage::kIntegrate, report, [&] { tick::integrate(setup, agents, kinematics); });
  timed(Stage::kWalls, report, [&] { tick::walls(setup, agents, kinematics); });
  timed(Stage::kPublish, report, [&] { tick::publish(setup, agents, goals, published); });
}

}  // namespace cardume
