#include "core/check_species.hpp"

#include <algorithm>
#include <numbers>

#include "core/checker.hpp"

namespace cardume {
namespace {

/// Ticks are counted in 32 bits.
constexpr float kMostTicks = 1e9f;
constexpr float kTurn = 2 * std::numbers::pi_v<float>;

void check_rules(const BehaviourDesc& behaviour, Checker& checker) {
  checker.require(behaviour.separation.falloff <= Falloff::kLinear, "separation.falloff", "one of Falloff")
      .at_least_zero(behaviour.separation.radius, "separation.radius")
      .at_least_zero(behaviour.separation.weight, "separation.weight")
      .at_least_zero(behaviour.alignment.radius, "alignment.radius")
      .at_least_zero(behaviour.alignment.weight, "alignment.weight")
      .at_least_zero(behaviour.alignment.inertia, "alignment.inertia")
      .at_least_zero(behaviour.cohesion.radius, "cohesion.radius")
      .at_least_zero(behaviour.cohesion.weight, "cohesion.weight");
}

void check_motion(const MotionDesc& motion, Checker& checker) {
  checker.require(motion.limit <= SteeringLimit::kEachRule, "motion.limit", "one of SteeringLimit")
      .require(motion.speed <= SpeedModel::kShared, "motion.speed", "one of SpeedModel")
      .at_least_zero(motion.max_speed, "motion.max_speed")
      .at_least_zero(motion.min_speed, "motion.min_speed")
      .require(motion.min_speed <= motion.max_speed, "motion.min_speed", "at most motion.max_speed")
      .at_least_zero(motion.max_acceleration, "motion.max_acceleration")
      .at_least_zero(motion.response, "motion.response")
      .at_least_zero(motion.turn_rate, "motion.turn_rate")
      .require(motion.noise >= 0 && motion.noise <= kTurn, "motion.noise", "a number from 0 to 2 pi");
}

void check_zone(const Zone& zone, std::uint32_t dimensions, const std::string& name, Checker& checker) {
  const auto in = [&](const char* field) { return name + field; };
  checker.require(zone.shape <= Zone::Shape::kBall, in("shape").c_str(), "one of Zone::Shape");
  if (zone.shape == Zone::Shape::kWorld) return;
  checker.bounded(zone.centre, in("centre.x").c_str(), in("centre.y").c_str(), in("centre.z").c_str());
  if (zone.shape == Zone::Shape::kBall) checker.extent(zone.radius, in("radius").c_str());
  if (zone.shape != Zone::Shape::kBox) return;
  checker.extent(zone.half.x, in("half.x").c_str()).extent(zone.half.y, in("half.y").c_str());
  if (dimensions == 3) checker.extent(zone.half.z, in("half.z").c_str());
}

void check_steering(const SteeringDesc& steering, Checker& checker) {
  checker.at_least_zero(steering.seek.weight, "steering.seek.weight")
      .at_least_zero(steering.seek.slow, "steering.seek.slow")
      .at_least_zero(steering.flee.radius, "steering.flee.radius")
      .at_least_zero(steering.flee.weight, "steering.flee.weight")
      .at_least_zero(steering.orbit.radius, "steering.orbit.radius")
      .at_least_zero(steering.orbit.weight, "steering.orbit.weight")
      .at_least_zero(steering.wander.weight, "steering.wander.weight")
      .duration(steering.wander.period, "steering.wander.period")
      .at_least_zero(steering.wander.spread, "steering.wander.spread")
      .at_least_zero(steering.hold.weight, "steering.hold.weight")
      .at_least_zero(steering.hold.radius, "steering.hold.radius")
      .at_least_zero(steering.look_ahead.weight, "steering.look_ahead.weight")
      .duration(steering.look_ahead.time, "steering.look_ahead.time");
}

void check_perception(const PerceptionDesc& perception, Checker& checker) {
  checker.require(perception.nearest <= limits::kMaxNearest, "perception.nearest", "at most 16 (limits::kMaxNearest)")
      .require(perception.field_of_view >= 0 && perception.field_of_view <= kTurn, "perception.field_of_view",
               "a number from 0 to 2 pi")
      .require(perception.period >= 1 && perception.period <= limits::kMaxPeriod, "perception.period",
               "a number from 1 to 64")
      .at_least_zero(perception.detail_distance, "perception.detail_distance");
}

void check_rule(const RuleDesc& rule, const std::string& name, Checker& checker) {
  checker.at_least_zero(rule.radius, (name + ".radius").c_str()).at_least_zero(rule.weight, (name + ".weight").c_str());
}

Error check_relation(const RelationDesc& relation, std::size_t species, Checker checker) {
  checker.require(relation.species < species, "species", "an index into WorldDesc::species");
  if (relation.separation) check_rule(*relation.separation, "separation", checker);
  if (relation.alignment) check_rule(*relation.alignment, "alignment", checker);
  if (relation.cohesion) check_rule(*relation.cohesion, "cohesion", checker);
  check_rule(relation.pursue, "pursue", checker);
  check_rule(relation.evade, "evade", checker);
  check_rule(relation.follow, "follow", checker);
  return checker
      .require(relation.prediction >= 0 && relation.prediction <= limits::kMaxDuration, "prediction",
               "a number from 0 to 1000")
      .at_least_zero(relation.distance, "distance")
      .result();
}

Error check_relations(const std::vector<RelationDesc>& relations, std::size_t species, const Checker& outer) {
  for (std::size_t i = 0; i < relations.size(); ++i) {
    if (Error error = check_relation(relations[i], species, Checker(outer, "relations[", i, "]."))) return error;
    const auto same = [&](const RelationDesc& one) { return one.species == relations[i].species; };
    Checker checker(outer, "relations[", i, "].");
    checker.require(std::none_of(relations.begin(), relations.begin() + static_cast<std::ptrdiff_t>(i), same),
                    "species", "one that no relation before it names");
    if (Error error = checker.result()) return error;
  }
  return {};
}

Error check_behaviour(const BehaviourDesc& behaviour, const WorldDesc& desc, Checker checker) {
  check_rules(behaviour, checker);
  check_motion(behaviour.motion, checker);
  checker.at_least_zero(behaviour.border.margin, "border.margin")
      .at_least_zero(behaviour.border.weight, "border.weight")
      .at_least_zero(behaviour.flow.weight, "flow.weight")
      .at_least_zero(behaviour.avoidance.radius, "avoidance.radius")
      .at_least_zero(behaviour.avoidance.weight, "avoidance.weight")
      .duration(behaviour.avoidance.horizon, "avoidance.horizon")
      .share(behaviour.avoidance.right_bias, "avoidance.right_bias");
  check_zone(behaviour.border.zone, desc.dimensions, "border.zone.", checker);
  check_steering(behaviour.steering, checker);
  check_perception(behaviour.perception, checker);
  if (Error error = checker.result()) return error;
  return check_relations(behaviour.relations, desc.species.size(), checker);
}

Error check_condition(const ConditionDesc& condition, const WorldDesc& desc, Checker checker) {
  using Kind = ConditionDesc::Kind;
  checker.require(condition.kind <= Kind::kGoalNear, "kind", "one of ConditionDesc::Kind");
  if (condition.kind == Kind::kHealth)
    checker.bounded(condition.value, "value");
  else
    checker.at_least_zero(condition.value, "value");
  if (condition.kind == Kind::kFlag) checker.require(condition.index < 32, "index", "a number from 0 to 31");
  if (condition.kind == Kind::kInside)
    checker.require(condition.index < desc.scenery.regions.size(), "index", "an index into SceneryDesc::regions");
  if (condition.kind == Kind::kTime)
    checker.require(condition.value * desc.tick_rate <= kMostTicks, "value", "at most 1e9 ticks");
  if (condition.kind == Kind::kNear)
    checker.require(condition.species < desc.species.size(), "species", "an index into WorldDesc::species");
  return checker.result();
}

Error check_transition(const TransitionDesc& transition, std::size_t states, const WorldDesc& desc, Checker checker) {
  checker
      .require(transition.from == TransitionDesc::kAny || transition.from < states, "from",
               "an index into states, or TransitionDesc::kAny")
      .require(transition.to < states, "to", "an index into states")
      .require(transition.from != transition.to, "from", "another state than to")
      .require(!transition.conditions.empty(), "conditions", "at least one")
      .within(transition.conditions.size() <= limits::kMaxConditions, "conditions",
              "at most 8 (limits::kMaxConditions)");
  if (Error error = checker.result()) return error;
  for (std::size_t i = 0; i < transition.conditions.size(); ++i)
    if (Error error = check_condition(transition.conditions[i], desc, Checker(checker, "conditions[", i, "].")))
      return error;
  return {};
}

Error check_state(const StateDesc& state, const WorldDesc& desc, Checker checker) {
  checker.within(state.route.size() <= limits::kMaxRoute, "route", "at most 64 goals (limits::kMaxRoute)")
      .at_least_zero(state.route_radius, "route_radius");
  for (std::uint32_t goal : state.route)
    checker.require(goal >= 1 && goal <= limits::kMaxGoals, "route", "values of GoalId, from 1 to 255");
  if (Error error = checker.result()) return error;
  return check_behaviour(state.behaviour, desc, checker);
}

Error check_mind(const MindDesc& mind, const WorldDesc& desc, Checker checker) {
  checker.require(mind.period >= 1 && mind.period <= limits::kMaxPeriod, "mind.period", "a number from 1 to 64")
      .require(mind.transitions.empty() || !mind.states.empty(), "mind.states", "at least one for its transitions")
      .within(mind.states.size() <= TransitionDesc::kAny, "mind.states", "at most 255")
      .within(mind.transitions.size() <= limits::kMaxTransitions, "mind.transitions",
              "at most 256 (limits::kMaxTransitions)");
  if (Error error = checker.result()) return error;
  for (std::size_t i = 0; i < mind.states.size(); ++i)
    if (Error error = check_state(mind.states[i], desc, Checker(checker, "mind.states[", i, "]."))) return error;
  for (std::size_t i = 0; i < mind.transitions.size(); ++i)
    if (Error error = check_transition(mind.transitions[i], mind.states.size(), desc,
                                       Checker(checker, "mind.transitions[", i, "].")))
      return error;
  return {};
}

Error check_body(const SpeciesDesc& species, Checker checker) {
  return checker.at_least_zero(species.body.radius, "body.radius")
      .mass(species.body.mass, "body.mass")
      .share(species.body.push_resistance, "body.push_resistance")
      .require(species.arrival.fill >= 0 && species.arrival.fill <= limits::kMaxFill, "arrival.fill",
               "a number from 0 to 0.85")
      .duration(species.arrival.stuck_seconds, "arrival.stuck_seconds")
      .share(species.arrival.patience, "arrival.patience")
      .result();
}

}  // namespace

Error check_species(const WorldDesc& desc) {
  std::size_t profiles = 0;
  for (std::size_t i = 0; i < desc.species.size(); ++i) {
    const Checker checker("species[", i, "].");
    const SpeciesDesc& species = desc.species[i];
    if (Error error = check_behaviour(species, desc, checker)) return error;
    if (Error error = check_body(species, checker)) return error;
    if (Error error = check_mind(species.mind, desc, checker)) return error;
    profiles += std::max<std::size_t>(species.mind.states.size(), 1);
  }
  return Checker()
      .within(profiles <= limits::kMaxProfiles, "species", "of at most 256 states altogether (limits::kMaxProfiles)")
      .result();
}

Error check_scenery(const WorldDesc& desc) {
  const SceneryDesc& scenery = desc.scenery;
  const bool bodies =
      std::any_of(desc.species.begin(), desc.species.end(), [](const SpeciesDesc& one) { return one.body.radius > 0; });
  const bool bounded = scenery.edge == Edge::kStop || scenery.edge == Edge::kReflect;
  Checker checker;
  checker.require(scenery.edge <= Edge::kOpen, "scenery.edge", "one of Edge")
      .require(bounded || desc.terrain.empty(), "scenery.edge", "kStop or kReflect with terrain")
      .require(scenery.edge != Edge::kWrap || !bodies, "scenery.edge", "another than kWrap with bodies")
      .within(scenery.obstacles.size() <= limits::kMaxObstacles, "scenery.obstacles",
              "at most 65536 (limits::kMaxObstacles)")
      .within(scenery.regions.size() <= limits::kMaxRegions, "scenery.regions", "at most 32 (limits::kMaxRegions)");
  if (Error error = checker.result()) return error;
  const auto check_one = [&](const Zone& zone, Checker one) {
    one.require(zone.shape != Zone::Shape::kWorld, "zone.shape", "kBox or kBall");
    check_zone(zone, desc.dimensions, "zone.", one);
    return one.result();
  };
  for (std::size_t i = 0; i < scenery.obstacles.size(); ++i)
    if (Error error = check_one(scenery.obstacles[i].zone, Checker("scenery.obstacles[", i, "]."))) return error;
  for (std::size_t i = 0; i < scenery.regions.size(); ++i)
    if (Error error = check_one(scenery.regions[i].zone, Checker("scenery.regions[", i, "]."))) return error;
  return {};
}

}  // namespace cardume
