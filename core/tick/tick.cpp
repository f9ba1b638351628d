#include "core/tick/tick.hpp"

#include <chrono>

namespace cardume {
namespace {

/// Runs the stages of one tick, and notes how long each took.
class Stages {
 public:
  Stages(ProfiledScheduler* profiled, TickReport& report)
      : profiled_(profiled), report_(report), tick_(hooks(), {Span::Kind::kTick, "tick", 0}) {}
  ~Stages() {
    if (profiled_ != nullptr) profiled_->set_stage("query");  // What else has chunks.
  }
  Stages(const Stages&) = delete;
  Stages& operator=(const Stages&) = delete;

  template <class Function>
  void operator()(Stage stage, Function function) {
    if (profiled_ != nullptr) profiled_->set_stage(to_string(stage));
    const ScopedSpan span(hooks(), {Span::Kind::kStage, to_string(stage), 0});
    const auto start = std::chrono::steady_clock::now();
    function();
    const auto spent = std::chrono::steady_clock::now() - start;
    report_.stage_ns[static_cast<std::size_t>(stage)] =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
  }

 private:
  const ProfilerHooks* hooks() const { return profiled_ != nullptr ? &profiled_->hooks() : nullptr; }

  ProfiledScheduler* profiled_;
  TickReport& report_;
  ScopedSpan tick_;
};

}  // namespace

/// The table of contents of the engine.
void run_tick(WorldState& s) {
  TickReport& report = s.published.report;
  const std::uint64_t tick = report.tick + 1;
  report = {.tick = tick};
  Stages run(s.host.profiled.get(), report);

  run(Stage::kSpawn, [&] { tick::spawn(s.setup, s.commands, s.ids, s.agents, s.surroundings, s.published); });
  run(Stage::kTerrain,
      [&] { tick::terrain(s.setup, s.ids, s.commands, s.agents, s.terrain, s.atlas.maps, s.published); });
  run(Stage::kFields,
      [&] { tick::fields(s.setup, s.terrain, s.agents, s.commands, s.atlas, s.goals, s.buffers, s.published); });
  run(Stage::kBucket, [&] { tick::bucket(s.setup, s.agents, s.grid, s.ids, s.buffers.sort); });
  run(Stage::kScout, [&] { tick::scout(s.setup, s.agents, s.buffers.scout); });
  run(Stage::kMind, [&] {
    tick::mind(s.setup, s.terrain, s.goals, s.buffers.scout, s.ids, s.commands, s.agents, s.buffers.mind, s.published);
  });
  run(Stage::kRules, [&] { tick::rules(s.setup, s.grid, s.surroundings, tick, s.agents, s.kinematics); });
  run(Stage::kSteer, [&] { tick::steer(s.setup, s.goals, s.agents, tick, s.kinematics); });
  run(Stage::kLookAhead, [&] { tick::look_ahead(s.setup, s.terrain, s.surroundings, s.agents, s.kinematics); });
  run(Stage::kHunt, [&] { tick::hunt(s.setup, s.buffers.scout, s.agents, s.kinematics); });
  run(Stage::kMarch,
      [&] { tick::march(s.setup, s.terrain, s.ids, s.commands, s.agents, s.buffers.destinations, s.goals); });
  run(Stage::kArrive, [&] { tick::arrive(s.setup, s.terrain, s.agents, s.buffers.destinations, s.kinematics); });
  run(Stage::kFlow,
      [&] { tick::flow(s.setup, s.terrain, s.agents, s.atlas, s.goals, s.buffers.fields, s.kinematics); });
  run(Stage::kAvoid, [&] { tick::avoid(s.setup, s.agents, s.grid, tick, s.kinematics); });
  run(Stage::kIntegrate, [&] { tick::integrate(s.setup, tick, s.agents, s.kinematics); });
  run(Stage::kContacts, [&] { tick::contacts(s.setup, s.grid, tick, s.kinematics, s.agents, s.buffers.contacts); });
  run(Stage::kWalls, [&] { tick::walls(s.setup, s.terrain, s.surroundings, s.agents, s.kinematics); });
  run(Stage::kLink, [&] { tick::link(s.setup, s.terrain, s.ids, s.atlas, s.goals, s.agents, s.published); });
  run(Stage::kSettle, [&] {
    tick::settle(s.setup, s.terrain, s.ids, s.buffers.destinations, s.agents, s.goals, s.kinematics, s.buffers.settle,
                 s.published);
  });
  run(Stage::kWatch, [&] { tick::watch(s.setup, s.grid, s.ids, s.agents, s.buffers.watch, s.published); });
  run(Stage::kPublish, [&] { tick::publish(s.setup, s.terrain, s.agents, s.ids, s.atlas, s.goals, s.published); });
}

}  // namespace cardume
