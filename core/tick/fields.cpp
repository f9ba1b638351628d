#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fields/density.hpp"
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
  std::swap(goal.outlook, goal.build.outlook);
  if (goal.build.measured) {
    std::swap(goal.distance, goal.build.distance);
    std::swap(goal.room, goal.build.room);
  }
  ++published.report.fields_published;
  record(published, {.kind = Event::Kind::kFieldPublished, .goal = id});
}

/// The fewest ticks from asking for a field to its use.
std::uint64_t latency(const WorldDesc& desc) {
  return std::min<std::uint64_t>(desc.fields.latency_ticks, rebuild_period(desc));
}

void move_goals(Commands& commands, Goals& goals) {
  for (const MoveGoalCommand& command : commands.move_goals) {
    Goal& goal = *goals[command.goal.value - 1u];
    goal.position = {command.position.x, command.position.y};
    goal.height = command.position.z;
    goal.cell = command.cell;
  }
  commands.move_goals.clear();
}

/// Where walls come and go, another cell may be the nearest free one. Without any the goal keeps its cell, and its
/// agents their field, until there is one again.
void find_free_cells(const Setup& setup, const Terrain& terrain, Goals& goals) {
  for (const auto& goal : goals) {
    const Cell wanted = cell_at(terrain.grid, goal->position);
    const Result<Cell> cell = nearest_free(terrain.grid, wanted, setup.desc.fields.snap_radius);
    if (cell) goal->cell = *cell;
  }
}

/// A goal without a field gets one at once, and so does one whose map has changed, unless it had one a moment ago: in a
/// storm of edits there is one field a period. All else waits for its turn.
bool wants_field(const WorldDesc& desc, const Terrain& terrain, const Goal& goal, std::uint64_t tick) {
  if (goal.building || terrain.grid.blocked(goal.cell)) return false;
  if (!goal.ever_asked) return true;
  const bool turn = tick % rebuild_period(desc) == 0;
  if (turn && (goal.asked != goal.cell || desc.fields.density_cost > 0)) return true;
  const std::uint64_t asked_tick = goal.publish_tick - latency(desc);
  return goal.build.terrain_version != terrain.version && tick >= asked_tick + rebuild_period(desc);
}

/// Who is in the way of others for longer than it takes to go around.
bool stands(const Setup& setup, const AgentTable& agents, std::uint32_t row) {
  if (agents.body.inverse_mass[row] <= 0 || agents.body.state[row] != AgentState::kMoving) return true;
  if (agents.goal[row] != 0) return agents.body.pace[row] < 0.5f;
  const float x = agents.velocity.axis[0][row], y = agents.velocity.axis[1][row];
  const float slow = setup.behaviour(agents, row).motion.max_speed / 4;
  return x * x + y * y < slow * slow;
}

void measure_density(const Setup& setup, const Terrain& terrain, const AgentTable& agents,
                     std::vector<std::uint32_t>& filled) {
  filled.assign(terrain.grid.cost.size(), 0);
  for (std::uint32_t row = 0; row < agents.count; ++row) {
    if (agents.body.radius[row] == 0 || !stands(setup, agents, row)) continue;
    const Vec2 place{agents.position.axis[0][row], agents.position.axis[1][row]};
    add_body(terrain.grid, place, agents.body.radius[row], filled);
  }
}

/// The map that a field is built on, with the crowd as it stands now.
void copy_terrain(const Setup& setup, const Terrain& terrain, const std::vector<std::uint32_t>& filled,
                  FieldBuild& build) {
  if (build.terrain.empty() || build.terrain_version != terrain.version || !filled.empty()) {
    build.terrain = terrain.grid;
    build.terrain_version = terrain.version;
  }
  add_costs(filled, setup.desc.fields.density_cost, build.terrain);
}

void ask(const Setup& setup, Goal& goal, std::uint64_t tick) {
  goal.asked = goal.build.goal = goal.cell;
  goal.ever_asked = goal.building = true;
  goal.publish_tick = tick + latency(setup.desc);
  setup.scheduler->launch(goal.job);
}

}  // namespace

void fields(const Setup& setup, const Terrain& terrain, const AgentTable& agents, Commands& commands, Goals& goals,
            FieldBuffers& buffers, Publication& published) {
  const std::uint64_t tick = published.report.tick;
  move_goals(commands, goals);
  if (terrain.empty()) return;
  if (terrain.edited) find_free_cells(setup, terrain, goals);
  for (std::size_t i = 0; i < goals.size(); ++i)
    publish_due(*goals[i], GoalId{static_cast<std::uint32_t>(i + 1)}, published);
  bool measured = setup.desc.fields.density_cost == 0 || !agents.has_bodies();
  for (const auto& goal : goals) {
    if (!wants_field(setup.desc, terrain, *goal, tick)) continue;
    if (!measured) measure_density(setup, terrain, agents, buffers.filled);
    measured = true;
    copy_terrain(setup, terrain, buffers.filled, goal->build);
    ask(setup, *goal, tick);
  }
}

}  // namespace cardume::tick
