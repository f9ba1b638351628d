#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint32_t kEdge = 24;

/// An open map with a goal in cell (10, 7) and one agent at rest in the middle of every cell, all rules off.
Scene one_a_cell(DirectionMode mode) {
  Scene scene{"one a cell", {}, {}, {}, {}};
  scene.desc.terrain = {kEdge, kEdge, 1, std::vector<std::uint8_t>(kEdge * kEdge, kOpenCost)};
  scene.desc.fields.mode = mode;
  scene.desc.fields.latency_ticks = 1;
  SpeciesDesc& species = scene.desc.species[0];
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  for (std::uint32_t y = 0; y < kEdge; ++y)
    for (std::uint32_t x = 0; x < kEdge; ++x)
      scene.agents.push_back({{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, 0}, {}, 0, GoalId{1}});
  scene.goals = {{10.5f, 7.5f}};
  return scene;
}

/// Ticks until the field is in use; agents at rest have then been moved by it for one tick.
World first_tick_with_field(const Scene& scene, Scheduler& scheduler) {
  World world = build(scene, scheduler);
  for (int tick = 0; tick < 5 && world.field(GoalId{1}) == nullptr; ++tick) world.tick();
  EXPECT_NE(world.field(GoalId{1}), nullptr);
  return world;
}

/// The length of the best way over open ground from a cell to the goal.
int octile(int x, int y) {
  const int dx = std::abs(x - 10), dy = std::abs(y - 7);
  return 70 * std::max(dx, dy) + 29 * std::min(dx, dy);
}

int sign(float value) { return (value > 1e-6f) - (value < -1e-6f); }

TEST(Flow, ArrowsSendEveryoneToANeighbourOnABestWay) {
  const auto scheduler = make_serial_scheduler();
  const World world = first_tick_with_field(one_a_cell(DirectionMode::kArrows), *scheduler);
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const float vx = world.velocities(0)[row], vy = world.velocities(1)[row];
    const int x = static_cast<int>(world.positions(0)[row]), y = static_cast<int>(world.positions(1)[row]);
    const int dx = sign(vx), dy = sign(vy), step = dx != 0 && dy != 0 ? 99 : 70;
    if (octile(x, y) == 0) {
      EXPECT_TRUE(vx == 0 && vy == 0);
      continue;
    }
    EXPECT_EQ(octile(x + dx, y + dy) + step, octile(x, y)) << x << " " << y;
    if (dx != 0 && dy != 0) {
      EXPECT_NEAR(std::fabs(vx), std::fabs(vy), 1e-4f) << x << " " << y;
    }
    EXPECT_NEAR(std::hypot(vx, vy), 16.f / 60, 1e-4f);  // max_acceleration for a tick.
  }
}

TEST(Flow, GradientsPointMoreFinelyThanArrows) {
  const auto scheduler = make_serial_scheduler();
  const auto mean_error = [&](DirectionMode mode) {
    const World world = first_tick_with_field(one_a_cell(mode), *scheduler);
    double sum = 0;
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      const double to_x = 10.5 - world.positions(0)[row], to_y = 7.5 - world.positions(1)[row];
      const double vx = world.velocities(0)[row], vy = world.velocities(1)[row];
      sum += std::fabs(std::atan2(vx * to_y - vy * to_x, vx * to_x + vy * to_y));
    }
    return sum / world.count();
  };
  EXPECT_LT(mean_error(DirectionMode::kGradient), 0.75 * mean_error(DirectionMode::kArrows));
}

TEST(Flow, NobodyMovesWithoutAGoalOrWithoutWeight) {
  Scene scene = one_a_cell(DirectionMode::kGradient);
  scene.desc.species.resize(2, scene.desc.species[0]);
  scene.desc.species[1].flow.weight = 0;
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    if (i % 3 == 0) scene.agents[i].goal = {};
    if (i % 3 == 1) scene.agents[i].species = 1;
  }
  const auto scheduler = make_serial_scheduler();
  const World world = first_tick_with_field(scene, *scheduler);
  const auto moving =
      std::count_if(world.velocities(0).begin(), world.velocities(0).end(), [](float v) { return v != 0; });
  EXPECT_GT(moving, 100);
  EXPECT_LE(moving, static_cast<std::ptrdiff_t>(scene.agents.size() / 3));
}

TEST(Flow, AHeavierWeightPullsHarder) {
  Scene scene = one_a_cell(DirectionMode::kArrows);
  scene.agents.resize(2);
  scene.agents[0] = {{2.5f, 7.5f, 0}, {}, 0, GoalId{1}};
  scene.agents[1] = {{18.5f, 7.5f, 0}, {}, 1, GoalId{1}};
  scene.desc.species[0].motion.max_acceleration = 1000;
  scene.desc.species.resize(2, scene.desc.species[0]);
  scene.desc.species[1].flow.weight = 3;
  const auto scheduler = make_serial_scheduler();
  const World world = first_tick_with_field(scene, *scheduler);
  // max_speed times response for a tick, times the weight; the goal lies between the two.
  const bool swapped = world.positions(0)[0] > 10;
  EXPECT_NEAR(world.velocities(0)[swapped], 4 * 4.f / 60, 1e-5f);
  EXPECT_NEAR(world.velocities(0)[!swapped], -3 * 4 * 4.f / 60, 1e-5f);
}

}  // namespace
}  // namespace cardume::testing
