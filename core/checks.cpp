#include "core/checks.hpp"

#include <algorithm>
#include <cardume/limits.hpp>
#include <cmath>
#include <optional>

#include "core/check_species.hpp"
#include "core/checker.hpp"
#include "core/space/body_fit.hpp"
#include "core/space/obstacle_sweep.hpp"
#include "core/space/volume.hpp"

namespace cardume {
namespace {

/// A grid that is empty in part only is one that validate() refuses.
bool has_terrain(const WorldDesc& desc) {
  return desc.terrain.width != 0 || desc.terrain.height != 0 || !desc.terrain.empty();
}

Error check_terrain(const WorldDesc& desc) {
  if (!has_terrain(desc)) return {};
  if (desc.dimensions != 2) return invalid("terrain", "empty in 3 dimensions");
  if (Error error = validate(desc.terrain)) return error;
  const CostGrid& grid = desc.terrain;
  return Checker()
      .extent(static_cast<float>(grid.width) * grid.cell_size, "terrain.width times cell_size")
      .extent(static_cast<float>(grid.height) * grid.cell_size, "terrain.height times cell_size")
      .result();
}

/// Open worlds have places beyond their edge.
void require_place(Vec3 place, const WorldDesc& desc, Checker& checker) {
  const bool flat = desc.dimensions == 2;
  if (desc.scenery.edge == Edge::kOpen) {
    checker.bounded({place.x, place.y, flat ? 0 : place.z}, "position.x", "position.y", "position.z");
    return;
  }
  checker.require(place.x >= 0 && place.x <= desc.size.x, "position.x", "a number inside the world")
      .require(place.y >= 0 && place.y <= desc.size.y, "position.y", "a number inside the world")
      .require(flat || (place.z >= 0 && place.z <= desc.size.z), "position.z", "a number inside the world");
}

/// Moves an agent out of walls as far as it asks for. False where it is in one after all.
bool leave_walls(AgentDesc& agent, const Terrain& terrain) {
  const Vec2 place{agent.position.x, agent.position.y};
  if (fits(terrain.grid, agent.radius, place)) return true;
  if (agent.snap_distance == 0) return false;
  const std::optional<Vec2> near = nearest_fit(terrain, agent.radius, place, agent.snap_distance);
  if (!near) return false;
  agent.position.x = near->x;
  agent.position.y = near->y;
  return true;
}

/// The same for obstacles, to where there are no walls either.
bool leave_obstacles(AgentDesc& agent, const WorldDesc& desc, const Ground& ground) {
  if (ground.obstacles.empty() || clear(ground.obstacles, desc.dimensions, agent.radius, agent.position)) return true;
  Vec3 place = pushed_out(ground.obstacles, desc.dimensions, agent.radius, agent.position);
  if (desc.dimensions == 2) place.z = agent.position.z;
  Checker checker;
  require_place(place, desc, checker);
  const bool free = ground.terrain.empty() || fits(ground.terrain.grid, agent.radius, {place.x, place.y});
  if (!free || checker.result() || !clear(ground.obstacles, desc.dimensions, agent.radius, place)) return false;
  if (length(place - agent.position) > agent.snap_distance) return false;
  agent.position = place;
  return true;
}

}  // namespace

Error check(const WorldDesc& desc) {
  Checker checker;
  checker.require(desc.dimensions == 2 || desc.dimensions == 3, "dimensions", "2 or 3")
      .require(desc.tick_rate >= 1 && desc.tick_rate <= limits::kMaxCoordinate, "tick_rate", "a number from 1 to 1e6")
      .within(desc.capacity <= limits::kMaxAgents, "capacity", "at most 16777216 (limits::kMaxAgents)")
      .within(desc.budget.event_capacity <= limits::kMaxAgents, "budget.event_capacity",
              "at most 16777216 (limits::kMaxAgents)")
      .require(desc.contacts.iterations >= 1 && desc.contacts.iterations <= limits::kMaxIterations,
               "contacts.iterations", "a number from 1 to 8")
      .require(desc.budget.most_ticks_a_step >= 1, "budget.most_ticks_a_step", "at least 1")
      .require(!desc.species.empty(), "species", "at least one")
      .within(desc.species.size() <= limits::kMaxSpecies, "species", "at most 64 (limits::kMaxSpecies)");
  if (!has_terrain(desc)) checker.extent(desc.size.x, "size.x").extent(desc.size.y, "size.y");
  if (desc.dimensions == 3) checker.extent(desc.size.z, "size.z");
  if (Error error = checker.result()) return error;
  if (Error error = check_species(desc)) return error;
  if (Error error = check_scenery(desc)) return error;
  if (Error error = check_terrain(desc)) return error;
  return check_fields(desc);
}

Error check_duration(float dt) { return Checker().at_least_zero(dt, "dt").result(); }

Error check_place(Vec3 position, const WorldDesc& desc) {
  Checker checker;
  require_place(position, desc, checker);
  return checker.result();
}

Error settle(AgentDesc& agent, const WorldDesc& desc, const Ground& ground, const Goals& goals, std::size_t index) {
  const bool flat = desc.dimensions == 2;
  Checker checker("agents[", index, "].");
  require_place(agent.position, desc, checker);
  checker.bounded(agent.velocity.x, "velocity.x")
      .bounded(agent.velocity.y, "velocity.y")
      .bounded(flat ? 0 : agent.velocity.z, "velocity.z")
      .require(agent.species < desc.species.size(), "species", "an index into WorldDesc::species")
      .require(!agent.goal || is_goal(goals, agent.goal), "goal", "a goal of this world or none")
      .at_least_zero(agent.snap_distance, "snap_distance");
  if (Error error = checker.result()) return error;
  const BodyDesc& body = desc.species[agent.species].body;
  checker.require(agent.radius >= 0 && agent.radius <= body.radius, "radius", "at most the species' body.radius")
      .require(agent.mass == 0 || (agent.mass >= limits::kMinMass && agent.mass <= limits::kMaxMass), "mass",
               "0 or a number from 1e-3 to 1e6");
  if (Error error = checker.result()) return error;
  if (agent.radius == 0) agent.radius = body.radius;
  if (agent.mass == 0) agent.mass = body.mass;
  const bool free = ground.terrain.empty() || leave_walls(agent, ground.terrain);
  return checker.require(free, "position", agent.radius > 0 ? "where its body is clear of walls" : "outside walls")
      .require(!free || leave_obstacles(agent, desc, ground), "position",
               agent.radius > 0 ? "where its body is clear of obstacles" : "outside obstacles")
      .result();
}

Error check_health(float health) { return Checker().bounded(health, "health").result(); }

Error check_focus(std::span<const Vec3> points) {
  Checker checker;
  checker.within(points.size() <= limits::kMaxFocuses, "points", "at most 64 (limits::kMaxFocuses)");
  for (std::size_t i = 0; i < points.size(); ++i) {
    Checker one("points[", i, "].");
    if (Error error = one.bounded(points[i], "x", "y", "z").result()) return error;
  }
  return checker.result();
}

Error check(const FormationDesc& formation) {
  return Checker()
      .require(formation.spacing == 0 ||
                   (formation.spacing >= limits::kMinExtent && formation.spacing <= limits::kMaxCoordinate),
               "spacing", "0 or a number from 1e-6 to 1e6")
      .bounded(formation.facing.x, "facing.x")
      .bounded(formation.facing.y, "facing.y")
      .result();
}

Error check_members(std::span<const AgentId> members) {
  Checker checker;
  checker.require(!members.empty(), "members", "at least one")
      .within(members.size() <= limits::kMaxFormation, "members", "at most 512 (limits::kMaxFormation)");
  if (Error error = checker.result()) return error;
  std::vector<AgentId> sorted(members.begin(), members.end());
  std::sort(sorted.begin(), sorted.end());
  const bool once = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  return checker.require(once, "members", "each named once").result();
}

}  // namespace cardume
