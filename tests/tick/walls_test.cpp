#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/space/slide.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
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

/// Bodies that touch nothing but walls, and keep the velocity that they are given.
WorldDesc loose_desc(CostGrid terrain, float radius, float max_speed) {
  WorldDesc desc = body_desc(std::move(terrain), radius, max_speed);
  desc.species[0].body.collides = 0;
  return desc;
}

Vec3 velocity_at(float angle, float speed) { return {speed * std::cos(angle), speed * std::sin(angle), 0}; }

TEST(Walls, B8_NoBodyIsShotThroughAThinWall) {
  for (float radius : {0.02f, 0.35f, 0.8f}) {
    CostGrid map = open_map(40, 40);
    for (std::uint32_t i = 10; i < 30; ++i)
      for (Cell cell : {Cell{i, 10}, {i, 29}, {10, i}, {29, i}}) add_wall(map, cell, cell);
    Crowd crowd(loose_desc(std::move(map), radius, 300));
    Dice dice(3);
    for (int shot = 0; shot < 1500; ++shot) {
      const float x = 12 + dice.below(16), y = 12 + dice.below(16);
      crowd.spawn({.position = {x, y, 0}, .velocity = velocity_at(dice.below(6.3f), 30 + dice.below(270))});
    }
    for (int tick = 0; tick < 60; ++tick) {
      crowd.world().tick();
      ASSERT_LT(deepest_in_walls(crowd.world()), 1e-3 * static_cast<double>(radius) + 1e-5);
      for (std::uint32_t axis : {0u, 1u})
        for (float at : crowd.world().positions(axis)) ASSERT_TRUE(at > 11 && at < 29);
    }
  }
}

TEST(Walls, B4_StepsOfManyCellsEndAtWalls) {
  CostGrid map = open_map(300, 20);
  add_wall(map, {150, 0}, {150, 19});
  WorldDesc desc = loose_desc(std::move(map), 0.4f, 1e5f);
  desc.tick_rate = 10;
  Crowd crowd(desc);
  for (int row = 1; row < 20; ++row)
    crowd.spawn({.position = {3, static_cast<float>(row), 0}, .velocity = velocity_at(0.02f, 1e5f)});
  EXPECT_FALSE(crowd.world().step(5).error);
  for (float x : crowd.world().positions(0)) EXPECT_NEAR(x, 149.6f, 0.01f);
  EXPECT_LT(deepest_in_walls(crowd.world()), 1e-3);
}

TEST(Walls, B9_BodiesPressedOnAWallStayOutside) {
  CostGrid map = open_map(60, 60);
  add_wall(map, {40, 0}, {40, 59});
  WorldDesc desc = body_desc(std::move(map), 0.3f);
  desc.species[0].arrival.fill = 0;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({39.5f, 30});
  for (int i = 0; i < 2000; ++i)
    crowd.spawn(
        {.position = {1 + static_cast<float>(i % 50) * 0.7f, 1 + static_cast<float>(i / 50) * 1.4f, 0}, .goal = goal});
  for (int tick = 0; tick < 600; ++tick) {
    crowd.world().tick();
    if (tick % 10 != 0) continue;
    expect_nobody_in_walls(crowd.world());
    ASSERT_LT(deepest_in_walls(crowd.world()), 0.05 * 0.3);
    for (float x : crowd.world().positions(0)) ASSERT_LT(x, 40.f);
  }
}

/// A wall across the map with one corridor, turned so that the way through leads along +x, -x, +y or -y.
struct Corridor {
  CostGrid map;
  Vec2 start, end;
};

Corridor corridor(std::uint32_t width, int quarter_turns) {
  Corridor scene{open_map(40, 40), {6, 21}, {34, 19}};
  const bool upright = quarter_turns % 2 != 0;
  const auto wall = [&](Cell low, Cell high) {
    add_wall(scene.map, upright ? Cell{low.y, low.x} : low, upright ? Cell{high.y, high.x} : high);
  };
  wall({15, 0}, {24, 18});
  wall({15, 19 + width}, {24, 39});
  if (quarter_turns >= 2) std::swap(scene.start, scene.end);
  if (upright) scene.start = {scene.start.y, scene.start.x}, scene.end = {scene.end.y, scene.end.x};
  return scene;
}

TEST(Walls, B10_BodiesPassCorridorsAsWideAsThey) {
  for (std::uint32_t width : {1u, 2u, 3u})
    for (int turns = 0; turns < 4; ++turns) {
      const Corridor scene = corridor(width, turns);
      WorldDesc desc = body_desc(scene.map, static_cast<float>(width) / 2);
      desc.species[0].arrival.fill = 0;
      Crowd crowd(desc);
      const AgentId body =
          crowd.spawn({.position = {scene.start.x, scene.start.y, 0}, .goal = crowd.add_goal(scene.end)});
      crowd.run(15);
      const Vec2 at = crowd.position(body);
      EXPECT_LT(std::hypot(at.x - scene.end.x, at.y - scene.end.y), 2) << width << " wide, turn " << turns;
      EXPECT_LT(deepest_in_walls(crowd.world()), 2e-3);
    }
}

TEST(Walls, B12_BodiesSlideWithTheSpeedAlong) {
  for (float radius : {0.1f, 0.45f, 1.7f})
    for (float degrees : {30.f, 80.f, 88.f}) {
      CostGrid map = open_map(64, 12);
      add_wall(map, {0, 8}, {63, 11});
      Crowd crowd(loose_desc(std::move(map), radius, 4));
      const float along = 4 * std::cos(degrees * 3.14159265f / 180);
      const AgentId body =
          crowd.spawn({.position = {3, 7.9f - radius, 0}, .velocity = velocity_at(degrees * 3.14159265f / 180, 4)});
      crowd.run(2);
      EXPECT_GE(crowd.velocity(body).x, 0.99f * along);
      EXPECT_NEAR(crowd.position(body).x, 3 + 2 * along, 0.05f);
    }
}

TEST(Walls, B30_AFlockGetsRoundAnObstacleNarrowerThanItself) {
  for (float radius : {0.25f, 0.4f}) {
    CostGrid map = open_map(60, 40);
    add_wall(map, {25, 17}, {27, 22});
    WorldDesc desc = body_desc(std::move(map), radius);
    desc.species[0].arrival.fill = 0;
    Crowd crowd(desc);
    const GoalId goal = crowd.add_goal({57, 20});
    for (int i = 0; i < 200; ++i)
      crowd.spawn({.position = {2 + static_cast<float>(i % 10), 10.5f + static_cast<float>(i / 10), 0}, .goal = goal});
    const auto x_of_last = [&] {
      return *std::min_element(crowd.world().positions(0).begin(), crowd.world().positions(0).end());
    };
    crowd.world().tick();
    for (int tick = 0; tick < 60 * 60 && x_of_last() < 28; ++tick) {
      crowd.world().tick();
      ASSERT_LT(deepest_in_walls(crowd.world()), 1e-3);
    }
    EXPECT_GT(x_of_last(), 28);
  }
}

TEST(Walls, LockedBodiesStayEvenInsideAWall) {
  Crowd crowd(body_desc(open_map(20, 20), 0.6f));
  const AgentId body = crowd.spawn({.position = {9.5f, 9.5f, 0}, .locked = true});
  crowd.run(0.1);
  EXPECT_FALSE(crowd.world().set_cost({8, 0}, {8, 19}, kWall));
  crowd.run(1);
  EXPECT_EQ(crowd.position(body), (Vec2{9.5f, 9.5f}));
}

}  // namespace
}  // namespace cardume::testing
