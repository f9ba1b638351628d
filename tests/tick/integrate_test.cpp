#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

/// A world of species without rules, with these speeds.
Scene plain_scene(std::uint32_t dimensions, std::initializer_list<MotionDesc> motions) {
  Scene scene{"plain", {}, {}, {}, {}};
  scene.desc.dimensions = dimensions;
  scene.desc.species.clear();
  for (const MotionDesc& motion : motions) {
    scene.desc.species.emplace_back();
    scene.desc.species.back().motion = motion;
    scene.desc.species.back().separation.radius = 0;
    scene.desc.species.back().alignment.radius = 0;
    scene.desc.species.back().cohesion.radius = 0;
  }
  return scene;
}

/// Spawns the scene's agents, so that they can be told apart, and ticks.
std::vector<std::uint32_t> rows_after(World& world, const std::vector<AgentDesc>& agents, int ticks) {
  std::vector<AgentId> ids(agents.size());
  EXPECT_FALSE(world.spawn_all(agents, ids));
  for (int tick = 0; tick < ticks; ++tick) world.tick();
  std::vector<std::uint32_t> rows;
  for (AgentId id : ids) rows.push_back(world.row_of(id).value());
  return rows;
}

double speed(const World& world, std::uint32_t row) {
  double sum = 0;
  for (std::uint32_t d = 0; d < world.desc().dimensions; ++d) {
    const double along = world.velocities(d)[row];
    sum += along * along;
  }
  return std::sqrt(sum);
}

TEST(Integrate, EverySpeciesHasItsOwnSpeedLimits) {
  const auto scheduler = make_serial_scheduler();
  World world = build(plain_scene(2, {{.max_speed = 2}, {.max_speed = 5, .min_speed = 3}}), *scheduler);
  std::vector<AgentDesc> agents;
  for (std::uint8_t species : {std::uint8_t{0}, std::uint8_t{1}})
    for (float scale : {0.f, 0.1f, 0.8f, 4.f}) agents.push_back({{50, 50, 0}, {3 * scale, -4 * scale, 0}, species, {}});
  const auto rows = rows_after(world, agents, 1);
  const double expected[] = {0, 0.5, 2, 2, 0, 3, 4, 5};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(speed(world, rows[i]), expected[i], 1e-5) << i;
    EXPECT_NEAR(world.positions(0)[rows[i]], 50 + 0.6 * expected[i] / 60, 1e-5) << i;
    EXPECT_NEAR(world.positions(1)[rows[i]], 50 - 0.8 * expected[i] / 60, 1e-5) << i;
  }
}

TEST(Integrate, WhoReachesTheEdgeOfTheWorldStopsThereAndSlidesAlong) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    const auto scheduler = make_serial_scheduler();
    World world = build(plain_scene(dimensions, {{.max_speed = 50}}), *scheduler);
    for (std::uint32_t d = 0; d < dimensions; ++d)
      for (float way : {-1.f, 1.f}) {
        float along[3] = {2, 2, dimensions == 3 ? 2.f : 0.f};
        along[d] = 40 * way;
        const auto rows = rows_after(world, {{{50, 50, 50}, {along[0], along[1], along[2]}, 0, {}}}, 120);
        EXPECT_EQ(world.positions(d)[rows[0]], way < 0 ? 0.f : 100.f);
        EXPECT_EQ(world.velocities(d)[rows[0]], 0.f);
        const std::uint32_t other = (d + 1) % dimensions;
        EXPECT_NEAR(world.positions(other)[rows[0]], 50 + 2 * 2, 1e-3);
        EXPECT_NEAR(world.velocities(other)[rows[0]], 2, 1e-5);
      }
  }
}

TEST(Integrate, ACornerHoldsWhoRunsIntoIt) {
  const auto scheduler = make_serial_scheduler();
  World world = build(plain_scene(2, {{.max_speed = 1000}}), *scheduler);
  const auto rows = rows_after(world, {{{99, 1, 0}, {600, -600, 0}, 0, {}}}, 3);
  EXPECT_EQ(world.positions(0)[rows[0]], 100.f);
  EXPECT_EQ(world.positions(1)[rows[0]], 0.f);
  EXPECT_EQ(speed(world, rows[0]), 0.0);
}

TEST(Integrate, ACrowdThatMovesKeepsBetweenItsSpeeds) {
  Scene scene = flock_scene(2);
  scene.desc.species[0].motion = {.max_speed = 3, .min_speed = 1.5f, .max_acceleration = 60};
  scene.desc.species[0].border.margin = 20;
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  for (int tick = 0; tick < 60; ++tick) {
    world.tick();
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      ASSERT_LE(speed(world, row), 3 * 1.00001) << "tick " << tick;
      const float x = world.positions(0)[row], y = world.positions(1)[row];
      const bool stopped = x == 0 || x == 80 || y == 0 || y == 70;  // At the world's edge.
      ASSERT_GE(speed(world, row), stopped ? 0 : 1.5 * 0.99999) << "tick " << tick;
    }
  }
}

TEST(Integrate, NoAccelerationIsHarderThanTheLimit) {
  Scene scene = flock_scene(2);
  scene.desc.species[0].motion = {.max_speed = 100, .max_acceleration = 7, .response = 50};
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  std::vector<AgentId> ids;
  world.tick();
  std::vector<Vec2> before(world.count());
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    ids.push_back(world.id_at(row));
    before[row] = {world.velocities(0)[row], world.velocities(1)[row]};
  }
  world.tick();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::uint32_t row = world.row_of(ids[i]).value();
    if (world.positions(0)[row] == 80 || world.positions(1)[row] == 70) continue;  // Stopped at the world's edge.
    if (world.positions(0)[row] == 0 || world.positions(1)[row] == 0) continue;
    const double change = std::hypot(world.velocities(0)[row] - before[i].x, world.velocities(1)[row] - before[i].y);
    EXPECT_LE(change, 7.0 / 60 * 1.0001);
  }
}

}  // namespace
}  // namespace cardume::testing
