#include "tests/support/minds.hpp"

#include <gtest/gtest.h>

#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

BehaviourDesc still() {
  BehaviourDesc behaviour;
  behaviour.separation.radius = behaviour.alignment.radius = behaviour.cohesion.radius = 0;
  behaviour.motion = {.max_speed = 4, .max_acceleration = 40};
  behaviour.flow.weight = 0;
  return behaviour;
}

StateDesc wandering(float speed, float weight) {
  StateDesc state{.behaviour = still()};
  state.behaviour.motion.max_speed = speed;
  state.behaviour.steering.wander.weight = weight;
  state.behaviour.border = {5, 2, {}};
  return state;
}

}  // namespace

SpeciesDesc still_species() {
  SpeciesDesc species;
  static_cast<BehaviourDesc&>(species) = still();
  return species;
}

WorldDesc thinker_desc(std::size_t states, std::vector<TransitionDesc> transitions, std::uint32_t period) {
  WorldDesc desc;
  desc.species = {still_species()};
  MindDesc& mind = desc.species[0].mind;
  mind.states.assign(states, {.behaviour = still()});
  mind.transitions = std::move(transitions);
  mind.period = period;
  return desc;
}

std::uint8_t state_of(Crowd& crowd, AgentId id) { return crowd.world().mind_state(crowd.world().row_of(id).value()); }

std::uint32_t count_in_state(const World& world, std::uint8_t state) {
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row) count += world.mind_state(row) == state;
  return count;
}

std::vector<std::uint8_t> states_by_slot(const World& world) {
  std::vector<std::uint8_t> states(world.count());
  for (std::uint32_t row = 0; row < world.count(); ++row) states[world.id_at(row).slot()] = world.mind_state(row);
  return states;
}

WorldDesc busy_minds_desc(std::uint32_t dimensions) {
  using Kind = ConditionDesc::Kind;
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.species = {still_species(), still_species()};
  MindDesc& mind = desc.species[0].mind;
  mind.states = {wandering(6, 1), wandering(2, 3), wandering(12, 1), wandering(0, 0)};
  mind.states[1].route = {1, 2, 3};
  mind.states[1].behaviour.steering.seek.weight = 1;
  mind.transitions = {
      {TransitionDesc::kAny, 2, {{.kind = Kind::kNear, .value = 4, .species = 1}}},
      {2, 0, {{.kind = Kind::kNear, .value = 6, .species = 1, .negated = true}, {.kind = Kind::kTime, .value = 0.2f}}},
      {0, 1, {{.kind = Kind::kInside, .index = 1}, {.kind = Kind::kChance, .value = 2}}},
      {1, 0, {{.kind = Kind::kGoalNear, .value = 5}}},
      {TransitionDesc::kAny, 3, {{.kind = Kind::kHealth, .value = 0.5f}, {.kind = Kind::kFlag, .index = 0}}},
      {3, 0, {{.kind = Kind::kTime, .value = 0.5f}}}};
  const auto ball = [](Vec3 centre, float radius) {
    return RegionDesc{{.shape = Zone::Shape::kBall, .centre = centre, .radius = radius}};
  };
  const Vec3 box{20, 10, 40};
  desc.scenery.regions = {ball({30, 30, 30}, 20),
                          ball({60, 60, 50}, 35),
                          {{.shape = Zone::Shape::kBox, .centre = {70, 20, 50}, .half = box}}};
  return desc;
}

void fill_busy_minds(World& world) {
  Dice dice(11);
  const auto place = [&] { return Vec3{between(dice, 0, 100), between(dice, 0, 100), between(dice, 0, 100)}; };
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(world.add_goal(place()));
  for (int i = 0; i < 6000; ++i) {
    const auto id = world.spawn({.position = place(), .species = static_cast<std::uint8_t>(i % 500 == 0)});
    ASSERT_TRUE(id) << id.error().message;
    if (i % 500 == 0 || i % 10 != 3) continue;
    EXPECT_FALSE(world.set_health(*id, 0.4f));
    EXPECT_FALSE(world.set_flags(*id, 1));
  }
}

}  // namespace cardume::testing
