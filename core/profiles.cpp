#include "core/profiles.hpp"

#include <algorithm>
#include <numbers>

#include "core/trigonometry.hpp"

namespace cardume {
namespace {

/// Stands for no limit: larger than any acceleration that accepted parameters yield, its square still finite.
constexpr float kNoLimit = 1e18f;

/// Below every cosine: any turn will do.
constexpr float kAnyTurn = -2;

template <class Rule>
void fill_rule(const Rule& rule, std::size_t i, simd::RuleColumns& columns) {
  columns.radius2[i] = rule.radius * rule.radius;
  columns.weight[i] = rule.weight;
}

void fill_motion(const MotionDesc& motion, float dt, std::size_t i, simd::MotionColumns& columns) {
  const bool each = motion.limit == SteeringLimit::kEachRule;
  columns.max_speed[i] = motion.max_speed;
  columns.min_speed[i] = motion.min_speed;
  columns.response[i] = motion.response;
  columns.rule_limit[i] = each ? motion.max_acceleration : kNoLimit;
  columns.total_limit[i] = each ? kNoLimit : motion.max_acceleration;
  const float turn = motion.turn_rate * dt;
  const bool turns_freely = motion.turn_rate == 0 || turn >= std::numbers::pi_v<float>;
  columns.turn_cosine[i] = turns_freely ? kAnyTurn : cosine(turn);
  columns.turn_sine[i] = turns_freely ? 0 : sine(turn);
  columns.noise[i] = motion.noise;
  columns.keeps_speed[i] = motion.speed == SpeedModel::kFree ? 0.f : 1.f;
}

void fill_border(const BorderDesc& border, std::size_t i, simd::BorderColumns& columns) {
  if (border.zone.shape != Zone::Shape::kWorld) return;
  columns.margin[i] = border.margin;
  columns.inverse_margin[i] = border.margin > 0 ? 1 / border.margin : 0;
  columns.weight[i] = border.weight;
}

void fill_body(const BodyDesc& body, std::size_t i, simd::BodyColumns& columns) {
  columns.layers[i] = static_cast<std::int32_t>(body.layers);
  columns.collides[i] = static_cast<std::int32_t>(body.collides);
  columns.priority[i] = body.priority;
  columns.yielding[i] = 1 - body.push_resistance;
}

void fill_avoidance(const AvoidanceDesc& avoidance, std::size_t i, simd::AvoidanceColumns& columns) {
  columns.radius2[i] = avoidance.radius * avoidance.radius;
  columns.weight[i] = avoidance.weight;
  columns.horizon[i] = avoidance.horizon;
  columns.right_bias[i] = avoidance.right_bias;
  columns.layers[i] = static_cast<std::int32_t>(avoidance.layers);
}

/// Pairs of species that collide, in either order.
std::size_t colliding_pairs(const std::vector<SpeciesDesc>& species) {
  std::size_t pairs = 0;
  for (const SpeciesDesc& a : species)
    for (const SpeciesDesc& b : species)
      pairs += (a.body.collides & b.body.layers) != 0 && (b.body.collides & a.body.layers) != 0;
  return pairs;
}

bool one_priority(const std::vector<SpeciesDesc>& species) {
  return std::all_of(species.begin(), species.end(),
                     [&](const SpeciesDesc& one) { return one.body.priority == species[0].body.priority; });
}

void fill_sense(const BehaviourDesc& behaviour, std::size_t i, simd::SenseColumns& columns) {
  columns.falloff[i] = static_cast<simd::Falloff>(behaviour.separation.falloff);
  columns.nearest[i] = static_cast<std::uint8_t>(behaviour.perception.nearest);
  columns.view[i] = cosine(behaviour.perception.field_of_view / 2);
  columns.inertia[i] = behaviour.alignment.inertia;
  columns.shares_speed[i] = behaviour.motion.speed == SpeedModel::kShared ? 1.f : 0.f;
}

void fill_zone(const BorderDesc& border, std::size_t i, simd::ZoneColumns& columns) {
  const Zone& zone = border.zone;
  if (zone.shape == Zone::Shape::kWorld || border.margin == 0) return;
  const bool ball = zone.shape == Zone::Shape::kBall;
  columns.border[i] = ball ? simd::Border::kBall : simd::Border::kBox;
  const float centre[] = {zone.centre.x, zone.centre.y, zone.centre.z},
              half[] = {zone.half.x, zone.half.y, zone.half.z};
  for (std::size_t d = 0; d < 3; ++d) {
    columns.centre[d][i] = centre[d];
    columns.half[d][i] = ball ? zone.radius : half[d];
  }
  columns.margin[i] = border.margin;
  columns.inverse_margin[i] = 1 / border.margin;
  columns.weight[i] = border.weight;
}

void fill_steer(const BehaviourDesc& behaviour, std::size_t i, simd::SteerColumns& columns) {
  const SteeringDesc& steering = behaviour.steering;
  columns.seek_weight[i] = steering.seek.weight;
  columns.inverse_slow[i] = steering.seek.slow > 0 ? 1 / steering.seek.slow : 0;
  fill_rule(steering.flee, i, columns.flee);
  columns.orbit_radius[i] = steering.orbit.radius;
  columns.inverse_orbit_radius[i] = steering.orbit.radius > 0 ? 1 / steering.orbit.radius : 0;
  columns.orbit_weight[i] = steering.orbit.weight;
  columns.wander_weight[i] = steering.wander.weight;
  columns.wander_spread[i] = steering.wander.spread;
  fill_rule(steering.hold, i, columns.hold);
  fill_zone(behaviour.border, i, columns.zone);
  simd::SteerUses& uses = columns.uses;
  uses.seek = uses.seek || steering.seek.weight > 0;
  uses.flee = uses.flee || (steering.flee.radius > 0 && steering.flee.weight > 0);
  uses.orbit = uses.orbit || (steering.orbit.radius > 0 && steering.orbit.weight > 0);
  uses.wander = uses.wander || steering.wander.weight > 0;
  uses.hold = uses.hold || steering.hold.weight > 0;
  uses.zone = uses.zone || columns.zone.border[i] != simd::Border::kNone;
}

/// What flocking needs only the plain kernel for.
bool plain(const BehaviourDesc& behaviour) {
  const bool pairs = std::any_of(behaviour.relations.begin(), behaviour.relations.end(), [](const RelationDesc& one) {
    return one.separation || one.alignment || one.cohesion;
  });
  return !pairs && behaviour.separation.falloff == Falloff::kUnit && behaviour.alignment.inertia == 0 &&
         behaviour.motion.speed != SpeedModel::kShared && behaviour.perception.nearest == 0 &&
         behaviour.perception.field_of_view >= 2 * std::numbers::pi_v<float>;
}

bool moves_freely(const MotionDesc& motion) {
  return motion.turn_rate == 0 && motion.speed == SpeedModel::kFree && motion.noise == 0;
}

void fill_profile(const Setup& setup, std::size_t i, simd::ProfileTable& table) {
  const SpeciesDesc& species = setup.desc.species[setup.profiles.species[i]];
  const BehaviourDesc& behaviour = *setup.profiles.behaviour[i];
  simd::RuleTable& rules = table.rules;
  fill_rule(behaviour.separation, i, rules.separation);
  fill_rule(behaviour.alignment, i, rules.alignment);
  fill_rule(behaviour.cohesion, i, rules.cohesion);
  fill_sense(behaviour, i, rules.sense);
  fill_motion(behaviour.motion, setup.dt, i, table.motion);
  fill_border(behaviour.border, i, table.border);
  table.flow_weight[i] = behaviour.flow.weight;
  fill_body(species.body, i, table.body);
  fill_avoidance(behaviour.avoidance, i, table.avoidance);
  fill_steer(behaviour, i, table.steer);
  rules.one_sight = rules.one_sight && behaviour.alignment.radius == behaviour.cohesion.radius;
  rules.plain = rules.plain && plain(behaviour);
  rules.blind = rules.blind && farthest_sight(behaviour) == 0;
  table.motion.free = table.motion.free && moves_freely(behaviour.motion);
}

Profiles make_profiles(const std::vector<SpeciesDesc>& species) {
  Profiles profiles;
  for (std::size_t s = 0; s < species.size(); ++s) {
    profiles.first.push_back(static_cast<std::uint8_t>(profiles.behaviour.size()));
    const auto add = [&](const BehaviourDesc& behaviour) {
      profiles.behaviour.push_back(&behaviour);
      profiles.species.push_back(static_cast<std::uint8_t>(s));
    };
    if (species[s].mind.states.empty()) add(species[s]);
    for (const StateDesc& state : species[s].mind.states) add(state.behaviour);
    profiles.minds = profiles.minds || !species[s].mind.states.empty();
  }
  return profiles;
}

const RelationDesc* relation_to(const BehaviourDesc& behaviour, std::size_t species) {
  const auto& relations = behaviour.relations;
  const auto found =
      std::find_if(relations.begin(), relations.end(), [&](const RelationDesc& one) { return one.species == species; });
  return found == relations.end() ? nullptr : &*found;
}

/// The three flocking rules of a profile toward a species.
std::array<RuleDesc, 3> rules_toward(const Setup& setup, std::size_t profile, std::size_t species) {
  const BehaviourDesc& behaviour = *setup.profiles.behaviour[profile];
  const bool mates = setup.profiles.species[profile] == species;
  std::array<RuleDesc, 3> rules{RuleDesc{behaviour.separation.radius, 1},
                                RuleDesc{mates ? behaviour.alignment.radius : 0, 1},
                                RuleDesc{mates ? behaviour.cohesion.radius : 0, 1}};
  if (const RelationDesc* relation = relation_to(behaviour, species)) {
    rules[0] = relation->separation.value_or(rules[0]);
    rules[1] = relation->alignment.value_or(rules[1]);
    rules[2] = relation->cohesion.value_or(rules[2]);
  }
  return rules;
}

/// Where alignment is off, so is what an agent's own velocity counts in it.
void stop_inertia_of_the_unaligned(Setup& setup) {
  const std::size_t profiles = setup.profiles.behaviour.size();
  const std::vector<float>& radius2 = setup.pairs.radius2[1];
  for (std::size_t p = 0; p < profiles; ++p) {
    bool aligned = false;
    for (std::size_t at = p; at < radius2.size(); at += profiles) aligned = aligned || radius2[at] > 0;
    if (!aligned) setup.table.rules.sense.inertia[p] = 0;
  }
}

void fill_pairs(Setup& setup) {
  const std::size_t profiles = setup.profiles.behaviour.size(), species = setup.desc.species.size();
  setup.pairs.sight2.resize(profiles * species);
  for (auto* columns : {&setup.pairs.radius2, &setup.pairs.weight})
    for (std::vector<float>& column : *columns) column.resize(profiles * species);
  for (std::size_t s = 0; s < species; ++s)
    for (std::size_t p = 0; p < profiles; ++p) {
      const std::array<RuleDesc, 3> rules = rules_toward(setup, p, s);
      for (std::size_t r = 0; r < 3; ++r) {
        const float radius2 = rules[r].radius * rules[r].radius;
        setup.pairs.radius2[r][s * profiles + p] = radius2;
        setup.pairs.weight[r][s * profiles + p] = rules[r].weight;
        float& sight2 = setup.pairs.sight2[s * profiles + p];
        sight2 = std::max(sight2, radius2);
      }
    }
  stop_inertia_of_the_unaligned(setup);
  for (std::size_t r = 0; r < 3; ++r)
    setup.table.rules.pairs[r] = {setup.pairs.radius2[r].data(), setup.pairs.weight[r].data()};
  setup.table.rules.sight2 = setup.pairs.sight2.data();
}

}  // namespace

float farthest_sight(const BehaviourDesc& behaviour) {
  float farthest = std::max({behaviour.separation.radius, behaviour.alignment.radius, behaviour.cohesion.radius});
  for (const RelationDesc& relation : behaviour.relations)
    for (const auto& rule : {relation.separation, relation.alignment, relation.cohesion})
      if (rule) farthest = std::max(farthest, rule->radius);
  return farthest;
}

void settle_profiles(Setup& setup) {
  const std::vector<SpeciesDesc>& species = setup.desc.species;
  setup.profiles = make_profiles(species);
  simd::ProfileTable& table = setup.table;
  table.count = static_cast<std::uint32_t>(setup.profiles.behaviour.size());
  table.rules.species = static_cast<std::uint32_t>(species.size());
  table.rules.one_sight = table.rules.plain = table.rules.blind = table.motion.free = true;
  for (std::size_t i = 0; i < table.count; ++i) fill_profile(setup, i, table);
  table.body.all_collide = colliding_pairs(species) == species.size() * species.size();
  table.body.none_collide = colliding_pairs(species) == 0;
  table.body.one_priority = one_priority(species);
  if (setup.desc.scenery.edge == Edge::kWrap) table.rules.plain = false;
  if (!table.rules.plain) fill_pairs(setup);
}

}  // namespace cardume
