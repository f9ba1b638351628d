#include <gtest/gtest.h>

#include <cmath>

#include "core/space/obstacles.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

void expect_nobody_in_walls(const World& world) {
  const CostGrid& map = world.terrain();
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const Vec2 at{world.positions(0)[row], world.positions(1)[row]};
    ASSERT_FALSE(map.blocked(cell_at(map, at))) << "row " << row;
    ASSERT_TRUE(std::isfinite(world.velocities(0)[row]) && std::isfinite(world.velocities(1)[row]));
  }
}

TEST(Walls, NobodyIsEverInsideOne) {
  const Scene scene = mixed_scene();
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  for (int tick = 0; tick < 300; ++tick) {
    world.tick();
    expect_nobody_in_walls(world);
  }
}

TEST(Walls, B9_APressedCrowdStaysOutside) {
  Scene scene{"pressed", {}, {}, {}, {}};
  scene.desc.terrain = {40, 40, 1, std::vector<std::uint8_t>(1600, kOpenCost)};
  for (std::uint32_t y = 0; y < 40; ++y) scene.desc.terrain.cost[y * 40 + 30] = kWall;
  scene.desc.species[0].motion.max_speed = 90;  // One and a half cells a tick.
  scene.desc.species[0].motion.max_acceleration = 5000;
  for (int i = 0; i < 2000; ++i)
    scene.agents.push_back({{static_cast<float>(i % 100) * 0.29f, static_cast<float>(i / 100) + 10, 0}, {90, 0, 0}});
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  for (int tick = 0; tick < 600; ++tick) {
    world.tick();
    for (float x : world.positions(0)) ASSERT_LT(x, 30.f);
  }
}

TEST(Walls, B12_SlidingAlongKeepsTheSpeedAlong) {
  Scene scene{"sliding", {}, {}, {}, {}};
  scene.desc.terrain = {64, 8, 1, std::vector<std::uint8_t>(512, kOpenCost)};
  for (std::uint32_t x = 0; x < 64; ++x) scene.desc.terrain.cost[4 * 64 + x] = kWall;
  scene.desc.species[0] = {};
  const float angle = 80 * 3.14159265f / 180, speed = 4;
  scene.agents = {{{1, 3.9f, 0}, {speed * std::cos(angle), speed * std::sin(angle), 0}}};
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  for (int tick = 0; tick < 120; ++tick) world.tick();
  EXPECT_GE(world.velocities(0)[0], 0.9f * speed * std::cos(angle));
  EXPECT_NEAR(world.positions(0)[0], 1 + 2 * speed * std::cos(angle), 0.05f);
  EXPECT_LT(world.positions(1)[0], 4.f);
}

}  // namespace
}  // namespace cardume::testing
