#include <algorithm>
#include <cmath>
#include <utility>

#include "core/tick/events.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

std::uint64_t rebuild_period(const WorldDesc& desc) {
  const float ticks = std::floor(desc.tick_rate / desc.fields.rebuild_hz + 0.5f);  // At most 1e9, as checked.
  return static_cast<std::uint64_t>(std::max(1.f, ticks));
}

/// Takes a field into use at its tick, waiting for it if it is late: when it was finished never shows.
void publish_due(Goal& goal, GoalId id, Publication& published) {
  if (!goal.building || published.report.tick < goal.publish_tick) return;
  goal.job.finish();
  goal.building = false;
  if (goal.build.failed) {
    goal.ever_asked = false;
    published.report.flags |= kFieldFailed;
    return;
  }
  std::swap(goal.flow, goal.build.flow);
  ++published.report.fields_published;
  record(published, {.kind = Event::Kind::kFieldPublished, .goal = id});
}

void ask(const Setup& setup, const Terrain& terrain, Goal& goal, std::uint64_t tick) {
  const std::uint64_t latency = setup.desc.fields.latency_ticks;
  goal.asked = goal.build.goal = goal.cell;
  goal.ever_asked = goal.building = true;
  if (goal.build.terrain.empty() || goal.build.terrain_version != terrain.version) {
    goal.build.terrain = terrain.grid;
    goal.build.terrain_version = terrain.version;
  }
  goal.publish_tick = tick + std::min(latency, rebuild_period(setup.desc));
  setup.scheduler->launch(goal.job);
}

}  // namespace

void fields(const Setup& setup, const Terrain& terrain, const AgentTable&, Commands& commands, Goals& goals,
            Publication& published) {
  const std::uint64_t tick = published.report.tick;
  for (const MoveGoalCommand& command : commands.move_goals) {
    Goal& goal = *goals[command.goal.value - 1u];
    goal.position = command.position;
    goal.cell = command.cell;
  }
  commands.move_goals.clear();
  for (std::size_t i = 0; i < goals.size(); ++i)
    publish_due(*goals[i], GoalId{static_cast<std::uint32_t>(i + 1)}, published);
  const bool rebuild = tick % rebuild_period(setup.desc) == 0;
  for (const auto& goal : goals)
    if (!goal->building && (!goal->ever_asked || (rebuild && goal->asked != goal->cell)))
      ask(setup, terrain, *goal, tick);
}

}  // namespace cardume::tick
