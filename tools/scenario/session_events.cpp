#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/scenario/session_state.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

// Streams of draws beyond those of spawns and goals.
constexpr std::uint64_t kEventStreams = std::uint64_t{1} << 33;

std::uint64_t tick_of(const Scenario& scenario, const EventPlan& event) {
  return static_cast<std::uint64_t>(std::llround(event.at * static_cast<double>(scenario.run.tick_rate)));
}

float largest_body(const WorldDesc& desc) {
  float radius = 0;
  for (const SpeciesDesc& species : desc.species) radius = std::max(radius, species.body.radius);
  return radius;
}

}  // namespace

Error named(const std::string& name, const Error& error) {
  return {error.status, fmt::format("{}: {}", name, error.message)};
}

Error placed(const Scenario& scenario, const std::string& origin, const Error& error) {
  return {error.status, fmt::format("{}: {}", origin.empty() ? "scenario " + scenario.name : origin, error.message)};
}

void Session::State::keep(const std::string& origin, const std::string& name, const Error& refused) {
  if (refused && !error) error = placed(scenario, origin, named(name, refused));
}

Crowding* Session::State::bodies_placed() {
  const float largest = largest_body(world.desc());
  if (!(largest > 0)) return nullptr;
  if (crowding) return &*crowding;
  crowding.emplace(ground.size, ground.dimensions, largest, world.desc().capacity);
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const float z = ground.dimensions == 3 ? world.positions(2)[row] : 0;
    crowding->add({world.positions(0)[row], world.positions(1)[row], z}, world.radii()[row]);
  }
  return &*crowding;
}

Error Session::State::spawn_group(const SpawnPlan& plan, std::uint32_t count, std::uint64_t stream) {
  const std::optional<Vec3> goal_at = plan.goal ? std::optional(goals[*plan.goal].position) : std::nullopt;
  const GoalId goal = plan.goal ? goals[*plan.goal].id : GoalId{};
  const SpawnSite site{ground, bodies_placed(), goal_at};
  Result<std::vector<AgentDesc>> agents =
      make_agents(plan, scenario.species[plan.species].desc, count, site, {scenario.run.seed, stream});
  if (!agents) return agents.error();
  for (AgentDesc& agent : *agents) agent.goal = goal;
  std::vector<AgentId> ids(agents->size());
  if (Error refused = world.spawn_all(*agents, ids)) return refused;
  for (const AgentId id : ids) roster.add(id, plan.species, goal);
  return plan.formation ? form_up(*plan.goal, ids, *plan.formation) : Error{};
}

Error Session::State::form_up(std::uint32_t goal, std::span<const AgentId> ids, const FormationDesc& formation) {
  return ids.empty() ? Error{} : world.form_up(goals[goal].id, ids, formation);
}

std::vector<AgentId> Session::State::select(const WhoPlan& who, std::uint64_t stream) const {
  std::vector<AgentId> ids = roster.select(who.species, who.goal ? std::optional(goals[*who.goal].id) : std::nullopt);
  std::erase_if(ids, [&](AgentId id) { return !(Draws(scenario.run.seed, stream, id.value).unit() < who.share); });
  return ids;
}

Error Session::State::despawn_some(const EventPlan& event, std::uint64_t stream) {
  for (const AgentId id : select(event.who, stream)) {
    if (Error refused = world.despawn(id)) return refused;
    roster.remove(id);
  }
  return {};
}

Error Session::State::move_goal(const EventPlan& event) {
  Vec3 place = event.position.of(ground.size);
  if (ground.dimensions == 2) place.z = 0;
  drivers[event.goal].pin(place);
  goals[event.goal].position = place;
  return world.move_goal(goals[event.goal].id, place);
}

Error Session::State::set_cost(const EventPlan& event) {
  map_edited = true;
  const GroundPlan& plan = event.ground;
  if (plan.zone) return world.set_cost(*plan.zone, plan.cost);
  return world.set_cost(plan.cells.corner, plan.cells.opposite, plan.cost);
}

Error Session::State::order(const EventPlan& event, std::uint64_t stream) {
  const std::vector<AgentId> ids = select(event.who, stream);
  const GoalId goal = goals[event.goal].id;
  for (const AgentId id : ids) {
    if (Error refused = world.set_goal(id, goal)) return refused;
    roster.set_goal(id, goal);
  }
  return event.formation ? form_up(event.goal, ids, *event.formation) : Error{};
}

Error Session::State::lock(const EventPlan& event, std::uint64_t stream) {
  for (const AgentId id : select(event.who, stream))
    if (Error refused = world.set_locked(id, event.locked)) return refused;
  return {};
}

Error Session::State::change_minds(const EventPlan& event, std::uint64_t stream) {
  for (const AgentId id : select(event.who, stream)) {
    Error refused;
    if (event.kind == EventPlan::Kind::kHealth) refused = world.set_health(id, event.mind.health);
    if (event.kind == EventPlan::Kind::kFlags) refused = world.set_flags(id, event.mind.flags);
    if (event.kind == EventPlan::Kind::kState) refused = world.set_state(id, event.mind.state);
    if (refused) return refused;
  }
  return {};
}

Error Session::State::happen(const EventPlan& event, std::uint32_t number) {
  const std::uint64_t stream = kEventStreams + number;
  switch (event.kind) {
    case EventPlan::Kind::kSpawn:
      return spawn_group(event.spawn, event.spawn.count.value_or(0), scenario.spawns.size() + number);
    case EventPlan::Kind::kDespawn:
      return despawn_some(event, stream);
    case EventPlan::Kind::kMoveGoal:
      return move_goal(event);
    case EventPlan::Kind::kSetCost:
      return set_cost(event);
    case EventPlan::Kind::kOrder:
      return order(event, stream);
    case EventPlan::Kind::kLock:
      return lock(event, stream);
    case EventPlan::Kind::kHealth:
    case EventPlan::Kind::kFlags:
    case EventPlan::Kind::kState:
      return change_minds(event, stream);
  }
  return {};
}

void Session::State::happen_all() {
  for (std::uint32_t i = 0; i < scenario.events.size(); ++i) {
    const EventPlan& event = scenario.events[i];
    if (tick_of(scenario, event) == ticks) keep(event.origin, fmt::format("event.{}", i), happen(event, i));
  }
  crowding.reset();
}

Error Session::State::aim_focus() {
  if (scenario.focus.empty()) return {};
  std::vector<Vec3> points;
  for (const FocusPlan& focus : scenario.focus)
    points.push_back(focus.goal ? goals[*focus.goal].position : focus.place.of(ground.size));
  return world.set_focus(points);
}

void Session::State::drive_goals() {
  for (std::uint32_t i = 0; i < drivers.size(); ++i) {
    if (!drivers[i].advance(ground)) continue;
    goals[i].position = drivers[i].position();
    keep(scenario.goals[i].origin, "goal " + goals[i].name, world.move_goal(goals[i].id, goals[i].position));
  }
  if (!goals.empty()) keep({}, "focus", aim_focus());
}

void Session::State::renew_ground() {
  if (!map_edited) return;
  map_edited = false;
  std::vector<Cell> region = largest_region(*ground.terrain);
  if (!region.empty()) ground.region = std::move(region);
}

}  // namespace cardume
