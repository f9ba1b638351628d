#include <gtest/gtest.h>

#include "tests/support/bits.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

/// A random small world: sizes, radii, limits and numbers vary, and some agents share a place or stand on the edge.
Scene draw_world(std::uint32_t seed) {
  Dice dice(seed);
  Scene scene{"random", {}, {}, {}, {}};
  scene.desc.dimensions = 2 + dice() % 2;
  const float size = 1 + dice.below(20);
  scene.desc.size = {size, size * 0.7f, size * 0.5f};
  scene.desc.budget.crowd_limit = dice.chance(50) ? 0 : 1 + dice() % 8;
  scene.desc.species.resize(1 + dice() % 3);
  for (SpeciesDesc& species : scene.desc.species) {
    species.separation.radius = dice.chance(20) ? 0 : dice.below(3);
    species.alignment.radius = dice.chance(20) ? 0 : dice.below(3);
    species.cohesion.radius = dice.chance(50) ? species.alignment.radius : dice.below(3);
    species.border = {dice.below(2), 1};
    species.motion.limit = dice.chance(50) ? SteeringLimit::kTotal : SteeringLimit::kEachRule;
  }
  const std::uint32_t count = 1 + dice() % 150;
  for (std::uint32_t i = 0; i < count; ++i) {
    AgentDesc agent;
    agent.position = {dice.below(size), dice.below(size * 0.7f), dice.below(size * 0.5f)};
    if (dice.chance(10)) agent.position = {0, size * 0.7f, 0};
    if (!dice.chance(20)) agent.velocity = {dice.below(4) - 2, dice.below(4) - 2, dice.below(4) - 2};
    agent.species = static_cast<std::uint8_t>(dice() % scene.desc.species.size());
    scene.agents.push_back(agent);
  }
  return scene;
}

TEST(Rules, EverySetGivesTheSameBitsInRandomWorlds) {
  const auto scheduler = make_serial_scheduler();
  for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
    Scene scene = draw_world(seed);
    scene.desc.instruction_set = "scalar";
    World expected = build(scene, *scheduler);
    for (int tick = 0; tick < 3; ++tick) expected.tick();
    for (const char* set : instruction_sets()) {
      scene.desc.instruction_set = set;
      World world = build(scene, *scheduler);
      for (int tick = 0; tick < 3; ++tick) world.tick();
      for (std::uint32_t d = 0; d < scene.desc.dimensions; ++d) {
        ASSERT_EQ(bits(world.positions(d)), bits(expected.positions(d))) << set << " seed " << seed;
        ASSERT_EQ(bits(world.velocities(d)), bits(expected.velocities(d))) << set << " seed " << seed;
        ASSERT_TRUE(all_finite(world.positions(d)) && all_finite(world.velocities(d))) << set << " seed " << seed;
      }
    }
  }
}

TEST(Rules, B1_AnyNumberOnOneSpotStaysFinite) {
  for (std::uint32_t count : {2u, 3u, 17u, 50u}) {
    Scene scene{"spot", {}, {}, {}, {}};
    scene.agents.assign(count, {.position = {50, 50, 0}});
    const auto scheduler = make_serial_scheduler();
    World world = build(scene, *scheduler);
    for (int tick = 0; tick < 120; ++tick) world.tick();
    for (std::uint32_t d = 0; d < 2; ++d)
      EXPECT_TRUE(all_finite(world.positions(d)) && all_finite(world.velocities(d))) << count;
  }
}

TEST(Rules, B3_TheCloserTheStrongerNeverWeaker) {
  // The push of the unit vector does not fade as the distance shrinks.
  for (float distance : {0.9f, 0.5f, 1e-3f, 1e-6f}) {
    Scene scene{"pair", {}, {}, {}, {}};
    scene.desc.species[0].separation = {1, 1};
    scene.desc.species[0].alignment.radius = scene.desc.species[0].cohesion.radius = 0;
    scene.desc.size = {2, 2, 1};
    const auto scheduler = make_serial_scheduler();
    World world = build(scene, *scheduler);
    const AgentDesc pair[] = {{.position = {0.25f, 1, 0}}, {.position = {0.25f + distance, 1, 0}}};
    AgentId ids[2];
    EXPECT_FALSE(world.spawn_all(pair, ids));
    world.tick();
    const float push = 16.f / 60;  // max_acceleration for a tick.
    EXPECT_NEAR(world.velocities(0)[world.row_of(ids[0]).value()], -push, 1e-5f) << distance;
    EXPECT_NEAR(world.velocities(0)[world.row_of(ids[1]).value()], push, 1e-5f) << distance;
  }
}

TEST(Rules, ACrowdLimitThatIsNeverReachedChangesNothing) {
  Scene scene = flock_scene(2);
  const auto scheduler = make_serial_scheduler();
  scene.desc.budget.crowd_limit = 0;
  const auto exact = run(scene, *scheduler, 10);
  scene.desc.budget.crowd_limit = 1000;
  EXPECT_EQ(run(scene, *scheduler, 10), exact);
}

TEST(Rules, InACrowdAWindowOfNeighboursSpeaksForAll) {
  // Everyone moves the same way; whoever is seen, the mean velocity is that one.
  Scene scene = crowd_scene();
  scene.desc.species[0].separation.radius = scene.desc.species[0].cohesion.radius = 0;
  scene.desc.species[0].motion.max_speed = 2;
  for (AgentDesc& agent : scene.agents) agent.velocity = {0.6f, 0.8f, 0};
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  world.tick();
  const float dv = (2 - 1) * 4.f / 60;  // (max_speed - speed) * response for a tick.
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    if (world.positions(0)[row] == 12 || world.positions(1)[row] == 12) continue;  // Stopped at the world's edge.
    EXPECT_NEAR(world.velocities(0)[row], 0.6f * (1 + dv), 1e-4f);
    EXPECT_NEAR(world.velocities(1)[row], 0.8f * (1 + dv), 1e-4f);
  }
}

}  // namespace
}  // namespace cardume::testing
