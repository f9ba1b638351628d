#include "core/checks.hpp"

#include <algorithm>
#include <cardume/limits.hpp>
#include <cmath>
#include <optional>

#include "core/space/body_fit.hpp"

namespace cardume {
namespace {

Error invalid(const std::string& name, const char* expected) {
  return {Status::kInvalidArgument, name + " must be " + expected};
}

/// Collects the first complaint about a group of fields. Costs nothing as long as there is none.
class Checker {
 public:
  Checker() = default;
  Checker(const char* group, std::size_t index, const char* after) : group_(group), index_(index), after_(after) {}

  Checker& require(bool holds, const char* name, const char* expected) {
    if (!holds && !error_) error_ = invalid(full_name(name), expected);
    return *this;
  }
  Checker& at_least_zero(float value, const char* name) {
    return require(value >= 0 && value <= limits::kMaxCoordinate, name, "a number from 0 to 1e6");
  }
  Checker& share(float value, const char* name) {
    return require(value >= 0 && value <= 1, name, "a number from 0 to 1");
  }
  Checker& mass(float value, const char* name) {
    return require(value >= limits::kMinMass && value <= limits::kMaxMass, name, "a number from 1e-3 to 1e6");
  }
  Checker& extent(float value, const char* name) {
    return require(value >= limits::kMinExtent && value <= limits::kMaxCoordinate, name, "a number from 1e-6 to 1e6");
  }
  Checker& bounded(float value, const char* name) {
    return require(std::fabs(value) <= limits::kMaxCoordinate, name, "a number from -1e6 to 1e6");
  }
  Checker& within(bool holds, const char* name, const char* limit) {
    if (!holds && !error_) error_ = Error{Status::kLimit, full_name(name) + " must be " + limit};
    return *this;
  }
  Error result() const { return error_; }

 private:
  std::string full_name(const char* name) const {
    return after_ == nullptr ? name : group_ + std::to_string(index_) + after_ + name;
  }

  std::string group_;
  std::size_t index_ = 0;
  const char* after_ = nullptr;
  Error error_;
};

void check_body(const SpeciesDesc& species, Checker& checker) {
  checker.at_least_zero(species.body.radius, "body.radius")
      .mass(species.body.mass, "body.mass")
      .share(species.body.push_resistance, "body.push_resistance")
      .at_least_zero(species.avoidance.radius, "avoidance.radius")
      .at_least_zero(species.avoidance.weight, "avoidance.weight")
      .require(species.avoidance.horizon >= limits::kMinDuration && species.avoidance.horizon <= limits::kMaxDuration,
               "avoidance.horizon", "a number from 0.001 to 1000")
      .share(species.avoidance.right_bias, "avoidance.right_bias")
      .require(species.arrival.fill >= 0 && species.arrival.fill <= limits::kMaxFill, "arrival.fill",
               "a number from 0 to 0.85")
      .require(species.arrival.stuck_seconds >= limits::kMinDuration &&
                   species.arrival.stuck_seconds <= limits::kMaxDuration,
               "arrival.stuck_seconds", "a number from 0.001 to 1000")
      .share(species.arrival.patience, "arrival.patience");
}

Error check(const SpeciesDesc& species, std::size_t index) {
  Checker checker("species[", index, "].");
  checker.at_least_zero(species.separation.radius, "separation.radius")
      .at_least_zero(species.separation.weight, "separation.weight")
      .at_least_zero(species.alignment.radius, "alignment.radius")
      .at_least_zero(species.alignment.weight, "alignment.weight")
      .at_least_zero(species.cohesion.radius, "cohesion.radius")
      .at_least_zero(species.cohesion.weight, "cohesion.weight")
      .at_least_zero(species.motion.max_speed, "motion.max_speed")
      .at_least_zero(species.motion.min_speed, "motion.min_speed")
      .require(species.motion.min_speed <= species.motion.max_speed, "motion.min_speed", "at most motion.max_speed")
      .at_least_zero(species.motion.max_acceleration, "motion.max_acceleration")
      .at_least_zero(species.motion.response, "motion.response")
      .at_least_zero(species.border.margin, "border.margin")
      .at_least_zero(species.border.weight, "border.weight")
      .at_least_zero(species.flow.weight, "flow.weight");
  check_body(species, checker);
  return checker.result();
}

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

}  // namespace

Error check(const WorldDesc& desc) {
  Checker checker;
  checker.require(desc.dimensions == 2 || desc.dimensions == 3, "dimensions", "2 or 3")
      .require(desc.tick_rate >= 1 && desc.tick_rate <= limits::kMaxCoordinate, "tick_rate", "a number from 1 to 1e6")
      .within(desc.capacity <= limits::kMaxAgents, "capacity", "at most 16777216 (limits::kMaxAgents)")
      .within(desc.event_capacity <= limits::kMaxAgents, "event_capacity", "at most 16777216 (limits::kMaxAgents)")
      .require(desc.fields.rebuild_hz >= 0.001f && desc.fields.rebuild_hz <= limits::kMaxCoordinate,
               "fields.rebuild_hz", "a number from 0.001 to 1e6")
      .require(desc.fields.latency_ticks >= 1, "fields.latency_ticks", "at least 1")
      .require(desc.fields.density_cost >= 0 && desc.fields.density_cost < kWall, "fields.density_cost",
               "a number from 0 to 254")
      .require(desc.contacts.iterations >= 1 && desc.contacts.iterations <= limits::kMaxIterations,
               "contacts.iterations", "a number from 1 to 8")
      .require(desc.most_ticks_a_step >= 1, "most_ticks_a_step", "at least 1")
      .require(!desc.species.empty(), "species", "at least one")
      .within(desc.species.size() <= limits::kMaxSpecies, "species", "at most 64 (limits::kMaxSpecies)");
  if (!has_terrain(desc)) checker.extent(desc.size.x, "size.x").extent(desc.size.y, "size.y");
  if (desc.dimensions == 3) checker.extent(desc.size.z, "size.z");
  if (Error error = checker.result()) return error;
  for (std::size_t i = 0; i < desc.species.size(); ++i)
    if (Error error = check(desc.species[i], i)) return error;
  return check_terrain(desc);
}

Error check_duration(float dt) { return Checker().at_least_zero(dt, "dt").result(); }

Error check_place(Vec2 position, const WorldDesc& desc) {
  return Checker()
      .require(position.x >= 0 && position.x <= desc.size.x, "position.x", "a number inside the world")
      .require(position.y >= 0 && position.y <= desc.size.y, "position.y", "a number inside the world")
      .result();
}

Error settle(AgentDesc& agent, const WorldDesc& desc, const Terrain& terrain, std::size_t goals, std::size_t index) {
  const bool flat = desc.dimensions == 2;
  Checker checker("agents[", index, "].");
  checker.require(agent.position.x >= 0 && agent.position.x <= desc.size.x, "position.x", "a number inside the world")
      .require(agent.position.y >= 0 && agent.position.y <= desc.size.y, "position.y", "a number inside the world")
      .require(flat || (agent.position.z >= 0 && agent.position.z <= desc.size.z), "position.z",
               "a number inside the world")
      .bounded(agent.velocity.x, "velocity.x")
      .bounded(agent.velocity.y, "velocity.y")
      .bounded(flat ? 0 : agent.velocity.z, "velocity.z")
      .require(agent.species < desc.species.size(), "species", "an index into WorldDesc::species")
      .require(agent.goal.value <= goals, "goal", "a goal of this world or none")
      .at_least_zero(agent.snap_distance, "snap_distance");
  if (Error error = checker.result()) return error;
  const BodyDesc& body = desc.species[agent.species].body;
  checker.require(agent.radius >= 0 && agent.radius <= body.radius, "radius", "at most the species' body.radius")
      .require(agent.mass == 0 || (agent.mass >= limits::kMinMass && agent.mass <= limits::kMaxMass), "mass",
               "0 or a number from 1e-3 to 1e6");
  if (Error error = checker.result()) return error;
  if (agent.radius == 0) agent.radius = body.radius;
  if (agent.mass == 0) agent.mass = body.mass;
  const bool free = terrain.empty() || leave_walls(agent, terrain);
  return checker.require(free, "position", agent.radius > 0 ? "where its body is clear of walls" : "outside walls")
      .result();
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
