#include "tools/scenario/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/limits.hpp>
#include <cmath>
#include <utility>

#include "tools/scenario/clock.hpp"
#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/session_state.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

constexpr double kPi = 3.141592653589793;

// Each agent's share of the plane (of space) is what its neighbours leave of the disc (the ball) around it.
float uniform_edge(const Scenario& scenario) {
  const double radius = static_cast<double>(scenario.world.size.radius);
  const double agents = std::max<std::uint32_t>(scenario.run.agents, 1);
  const double per_neighbour = kPi / static_cast<double>(scenario.world.size.neighbours);
  if (scenario.world.dimensions == 2) return static_cast<float>(std::sqrt(agents * per_neighbour * radius * radius));
  return static_cast<float>(cube_root(agents * per_neighbour * (4.0 / 3.0) * radius * radius * radius));
}

std::uint64_t capacity_of(const Scenario& scenario) {
  std::uint64_t capacity = 0;
  for (std::uint32_t count : spawn_counts(scenario)) capacity += count;
  for (const EventPlan& event : scenario.events) capacity += event.spawn.count.value_or(0);
  return std::max<std::uint64_t>(capacity, 1);
}

GoalDesc goal_desc(const GoalPlan& plan, Vec3 size) {
  GoalDesc desc;
  for (const GoalPartPlan& from : plan.parts) {
    GoalPart& part = desc.parts.emplace_back();
    part.flee = from.flee;
    part.weight = from.weight;
    for (const GoalPlacePlan& place : from.places) {
      const Vec3 at = place.position.of(size);
      part.places.push_back({{at.x, at.y}, place.half, place.handicap});
    }
  }
  return desc;
}

}  // namespace

WorldDesc world_desc(const Scenario& scenario) {
  WorldDesc desc;
  desc.dimensions = scenario.world.dimensions;
  desc.size = scenario.world.size.size;
  if (scenario.world.size.uniform) {
    const float edge = uniform_edge(scenario);
    desc.size = {edge, edge, edge};
  }
  desc.tick_rate = scenario.run.tick_rate;
  desc.capacity = static_cast<std::uint32_t>(std::min<std::uint64_t>(capacity_of(scenario), limits::kMaxAgents + 1u));
  // Everybody may appear in one tick, and goals have their own events beside.
  desc.budget.event_capacity = std::min(desc.budget.event_capacity + desc.capacity, limits::kMaxAgents);
  desc.budget.crowd_limit = scenario.world.crowd_limit;
  desc.species.clear();
  for (const SpeciesPlan& species : scenario.species) desc.species.push_back(species.desc);
  desc.fields = scenario.fields;
  if (!scenario.world.movements.empty()) desc.fields.movements.clear();
  for (const MovementPlan& movement : scenario.world.movements) desc.fields.movements.push_back(movement.desc);
  desc.fields.passages = scenario.terrain.passages;
  desc.seed = scenario.run.seed;
  desc.scenery = {scenario.scenery.edge, scenario.scenery.obstacles, {}};
  for (const RegionPlan& region : scenario.scenery.regions) desc.scenery.regions.push_back(region.desc);
  desc.contacts = scenario.world.contacts;
  return desc;
}

Error Session::State::make_ground() {
  ground.size = world.desc().size;
  ground.dimensions = world.desc().dimensions;
  if (world.terrain().empty()) return {};
  ground.terrain = &world.terrain();
  ground.region = largest_region(*ground.terrain);
  if (!ground.region.empty()) return {};
  return placed(scenario, scenario.terrain.origin,
                {Status::kInvalidArgument, "the terrain is all walls; expected a free cell"});
}

Error Session::State::add_goals() {
  for (std::uint32_t i = 0; i < scenario.goals.size(); ++i) {
    const GoalPlan& plan = scenario.goals[i];
    drivers.emplace_back(plan, i, scenario, ground);
    const Vec3 at = drivers.back().position();
    const Result<GoalId> id =
        plan.parts.empty() ? world.add_goal(at) : world.add_goal(goal_desc(plan, world.desc().size));
    if (!id) return placed(scenario, plan.origin, named("goal " + plan.name, id.error()));
    goals.push_back({plan.name, *id, at});
  }
  return {};
}

Error Session::State::populate() {
  if (Error refused = make_ground()) return refused;
  if (Error refused = add_goals()) return refused;
  if (Error refused = aim_focus()) return placed(scenario, {}, named("focus", refused));
  const std::vector<std::uint32_t> counts = spawn_counts(scenario);
  for (std::uint32_t i = 0; i < counts.size(); ++i)
    if (Error refused = spawn_group(scenario.spawns[i], counts[i], i)) {
      return placed(scenario, scenario.spawns[i].origin, named(fmt::format("spawn.{}", i), refused));
    }
  return {};
}

Result<Session> Session::create(const Scenario& wanted, Scheduler& scheduler, const SessionOptions& options) {
  Result<MadeTerrain> terrain = make_terrain(wanted);
  if (!terrain) return terrain.error();
  Scenario scenario = wanted;
  if (Error error = settle_places(*terrain, scenario)) return error;
  WorldDesc desc = world_desc(scenario);
  desc.terrain = std::move(terrain->grid);
  desc.scenery.obstacles.insert(desc.scenery.obstacles.end(), terrain->obstacles.begin(), terrain->obstacles.end());
  desc.instruction_set = options.instruction_set;
  Result<World> world = World::create(desc, scheduler);
  if (!world) return placed(scenario, {}, world.error());
  auto state = std::make_unique<State>(scenario, std::move(*world));
  if (Error error = state->populate()) return error;
  return Session(std::move(state));
}

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

TickReport Session::tick() {
  state_->happen_all();
  state_->drive_goals();
  const std::uint64_t wall = wall_ns(), cpu = thread_ns();
  const TickReport report = state_->world.tick();
  state_->last_cpu_ns = thread_ns() - cpu;
  state_->last_ns = wall_ns() - wall;
  ++state_->ticks;
  state_->renew_ground();
  return report;
}

const World& Session::world() const { return state_->world; }
World& Session::world() { return state_->world; }
const Scenario& Session::scenario() const { return state_->scenario; }
std::span<const SessionGoal> Session::goals() const { return state_->goals; }
GoalId Session::goal_of(AgentId id) const { return state_->roster.goal_of(id); }
std::uint64_t Session::last_tick_ns() const { return state_->last_ns; }
std::uint64_t Session::last_tick_cpu_ns() const { return state_->last_cpu_ns; }
const Error& Session::error() const { return state_->error; }

}  // namespace cardume
