#include "tools/scenario/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/limits.hpp>
#include <chrono>
#include <cmath>
#include <utility>

#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/goal_driver.hpp"
#include "tools/scenario/spawner.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

// Streams of draws beyond those of spawns and goals.
constexpr std::uint64_t kDespawnStreams = std::uint64_t{1} << 33;
constexpr double kPi = 3.141592653589793;

// Each agent's share of the plane (of space) is what its neighbours leave of the disc (the ball) around it.
float uniform_edge(const Scenario& scenario) {
  const double radius = static_cast<double>(scenario.size.radius);
  const double agents = std::max<std::uint32_t>(scenario.run.agents, 1);
  const double per_neighbour = kPi / static_cast<double>(scenario.size.neighbours);
  if (scenario.dimensions == 2) return static_cast<float>(std::sqrt(agents * per_neighbour * radius * radius));
  return static_cast<float>(cube_root(agents * per_neighbour * (4.0 / 3.0) * radius * radius * radius));
}

std::uint64_t capacity_of(const Scenario& scenario) {
  std::uint64_t capacity = 0;
  for (std::uint32_t count : spawn_counts(scenario)) capacity += count;
  for (const EventPlan& event : scenario.events) capacity += event.spawn.count.value_or(0);
  return std::max<std::uint64_t>(capacity, 1);
}

std::uint64_t tick_of(const Scenario& scenario, const EventPlan& event) {
  return static_cast<std::uint64_t>(event.at * static_cast<double>(scenario.run.tick_rate) + 0.5);
}

/// An error in the place that asked for what was refused.
Error placed(const Scenario& scenario, const std::string& origin, const Error& error) {
  return {error.status, fmt::format("{}: {}", origin.empty() ? "scenario " + scenario.name : origin, error.message)};
}

Error named(const std::string& name, const Error& error) {
  return {error.status, fmt::format("{}: {}", name, error.message)};
}

}  // namespace

WorldDesc world_desc(const Scenario& scenario) {
  WorldDesc desc;
  desc.dimensions = scenario.dimensions;
  desc.size = scenario.size.size;
  if (scenario.size.uniform) {
    const float edge = uniform_edge(scenario);
    desc.size = {edge, edge, edge};
  }
  desc.tick_rate = scenario.run.tick_rate;
  desc.capacity = static_cast<std::uint32_t>(std::min<std::uint64_t>(capacity_of(scenario), limits::kMaxAgents + 1u));
  // Everybody may appear in one tick, and goals have their own events beside.
  desc.event_capacity = std::min(desc.event_capacity + desc.capacity, limits::kMaxAgents);
  desc.crowd_limit = scenario.crowd_limit;
  desc.species.clear();
  for (const SpeciesPlan& species : scenario.species) desc.species.push_back(species.desc);
  desc.fields = scenario.fields;
  return desc;
}

struct Session::State {
  State(const Scenario& plan, World&& made) : scenario(plan), world(std::move(made)) {}

  Error make_ground();
  Error add_goals();
  Error populate();
  Error spawn_group(const SpawnPlan&, std::uint32_t count, std::uint64_t stream);
  Error despawn_some(const EventPlan&, std::uint64_t stream);
  Error happen(const EventPlan&, std::uint32_t number);
  void happen_all();
  void drive_goals();
  void keep(const std::string& origin, const std::string& name, const Error& refused) {
    if (refused && !error) error = placed(scenario, origin, named(name, refused));
  }

  Scenario scenario;
  World world;
  Ground ground;
  std::vector<GoalDriver> drivers;
  std::vector<SessionGoal> goals;
  std::uint64_t ticks = 0;
  std::uint64_t last_ns = 0;
  Error error;
};

Error Session::State::spawn_group(const SpawnPlan& plan, std::uint32_t count, std::uint64_t stream) {
  const std::optional<Vec2> goal_at = plan.goal ? std::optional(goals[*plan.goal].position) : std::nullopt;
  Result<std::vector<AgentDesc>> agents =
      make_agents(plan, scenario.species[plan.species].desc, count, ground, {scenario.run.seed, stream}, goal_at);
  if (!agents) return agents.error();
  if (plan.goal)
    for (AgentDesc& agent : *agents) agent.goal = goals[*plan.goal].id;
  return world.spawn_all(*agents);
}

Error Session::State::despawn_some(const EventPlan& event, std::uint64_t stream) {
  std::vector<AgentId> leaving;
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    if (event.species && world.species()[row] != *event.species) continue;
    const AgentId id = world.id_at(row);
    if (Draws(scenario.run.seed, stream, id.value).unit() < event.share) leaving.push_back(id);
  }
  // Free slots are used again in the order that they come free.
  std::ranges::sort(leaving);
  for (const AgentId id : leaving) {
    // An earlier event of this tick may have sent them away already.
    if (!world.row_of(id)) continue;
    if (Error refused = world.despawn(id)) return refused;
  }
  return {};
}

Error Session::State::happen(const EventPlan& event, std::uint32_t number) {
  switch (event.kind) {
    case EventPlan::Kind::kSpawn:
      return spawn_group(event.spawn, event.spawn.count.value_or(0), scenario.spawns.size() + number);
    case EventPlan::Kind::kDespawn:
      return despawn_some(event, kDespawnStreams + number);
    case EventPlan::Kind::kMoveGoal:
      break;
  }
  const Vec3 place = event.position.of(ground.size);
  drivers[event.goal].pin({place.x, place.y});
  goals[event.goal].position = {place.x, place.y};
  return world.move_goal(goals[event.goal].id, {place.x, place.y});
}

void Session::State::happen_all() {
  for (std::uint32_t i = 0; i < scenario.events.size(); ++i) {
    const EventPlan& event = scenario.events[i];
    if (tick_of(scenario, event) == ticks) keep(event.origin, fmt::format("event.{}", i), happen(event, i));
  }
}

void Session::State::drive_goals() {
  for (std::uint32_t i = 0; i < drivers.size(); ++i) {
    if (!drivers[i].advance(ground)) continue;
    goals[i].position = drivers[i].position();
    keep(scenario.goals[i].origin, "goal " + goals[i].name, world.move_goal(goals[i].id, goals[i].position));
  }
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
    const Vec2 at = drivers.back().position();
    Result<GoalId> id = Error{Status::kInvalidArgument, "goals need terrain; expected a [terrain] table or --map FILE"};
    if (ground.terrain) id = world.add_goal(at);
    if (!id) return placed(scenario, plan.origin, named("goal " + plan.name, id.error()));
    goals.push_back({plan.name, *id, at});
  }
  return {};
}

Error Session::State::populate() {
  if (Error refused = make_ground()) return refused;
  if (Error refused = add_goals()) return refused;
  const std::vector<std::uint32_t> counts = spawn_counts(scenario);
  for (std::uint32_t i = 0; i < counts.size(); ++i)
    if (Error refused = spawn_group(scenario.spawns[i], counts[i], i)) {
      return placed(scenario, scenario.spawns[i].origin, named(fmt::format("spawn.{}", i), refused));
    }
  return {};
}

Result<Session> Session::create(const Scenario& scenario, Scheduler& scheduler, const SessionOptions& options) {
  Result<CostGrid> terrain = make_terrain(scenario);
  if (!terrain) return terrain.error();
  WorldDesc desc = world_desc(scenario);
  desc.terrain = std::move(*terrain);
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
  const auto start = std::chrono::steady_clock::now();
  const TickReport report = state_->world.tick();
  state_->last_ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count());
  ++state_->ticks;
  return report;
}

const World& Session::world() const { return state_->world; }
World& Session::world() { return state_->world; }
const Scenario& Session::scenario() const { return state_->scenario; }
std::span<const SessionGoal> Session::goals() const { return state_->goals; }
std::uint64_t Session::last_tick_ns() const { return state_->last_ns; }
const Error& Session::error() const { return state_->error; }

}  // namespace cardume
