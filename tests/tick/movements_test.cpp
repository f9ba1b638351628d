#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

constexpr std::uint8_t kWater = 5, kSwamp = 30;

double gap(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Infantry, for which water is no ground, and hovercraft, for which it is as good as any; each as its own species.
WorldDesc army_desc(CostGrid terrain, float infantry_radius, float hover_radius, float max_speed = 6) {
  WorldDesc desc = body_desc(std::move(terrain), infantry_radius, max_speed);
  desc.fields.movements.assign(2, MovementDesc{});
  desc.fields.movements[0].cost[kWater] = kWall;
  desc.fields.movements[1].cost[kWater] = kOpenCost;
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = hover_radius;
  desc.species[1].movement = 1;
  return desc;
}

void put(CostGrid& map, Cell low, Cell high, std::uint8_t cost) {
  for (std::uint32_t y = low.y; y <= high.y; ++y)
    for (std::uint32_t x = low.x; x <= high.x; ++x) map.cost[map.index({x, y})] = cost;
}

bool on(const CostGrid& map, Vec2 at, std::uint8_t cost) { return map.cost[map.index(cell_at(map, at))] == cost; }

TEST(Movements, WaterIsAWallToInfantryAndOpenToHovercraft) {
  for (const float infantry : {0.f, 0.4f, 1.2f})
    for (const float hover : {0.f, 0.4f, 0.9f})
      for (const std::uint32_t shore : {20u, 28u}) {
        CostGrid map = open_map(50, 40);
        put(map, {20, 0}, {28, shore}, kWater);
        Crowd crowd(army_desc(map, infantry, hover));
        const GoalId goal = crowd.add_goal({42, 8});
        const AgentId walker = crowd.spawn({.position = {8, 8, 0}, .goal = goal});
        const AgentId craft = crowd.spawn({.position = {8, 12, 0}, .species = 1, .goal = goal});
        bool wet = false, floated = false;
        double walked = 0, flown = 0;
        Vec2 walker_at{8, 8}, craft_at{8, 12};
        for (int tick = 0; tick < 16 * 60; ++tick) {
          crowd.world().tick();
          wet = wet || on(map, crowd.position(walker), kWater);
          floated = floated || on(map, crowd.position(craft), kWater);
          if (gap(walker_at, {42, 8}) > 4) walked += gap(crowd.position(walker), walker_at);
          if (gap(craft_at, {42, 8}) > 4) flown += gap(crowd.position(craft), craft_at);
          walker_at = crowd.position(walker);
          craft_at = crowd.position(craft);
        }
        EXPECT_FALSE(wet) << infantry << " " << shore;
        EXPECT_TRUE(floated);
        const auto corner = static_cast<float>(shore + 1);
        const double around = gap({8, 8}, {20, corner}) + 9 + gap({29, corner}, {42, 8});
        EXPECT_GT(walked, around - 5);
        EXPECT_LT(walked, around * 1.1 + 3) << infantry << " " << shore;
        EXPECT_LT(flown, 36);
        EXPECT_LT(gap(walker_at, {42, 8}), 3) << infantry << " " << hover;
        EXPECT_LT(gap(craft_at, {42, 8}), 3) << infantry << " " << hover;
      }
}

TEST(Movements, SwampIsGoneAroundByThoseToWhomItCostsMoreThanTheDetour) {
  for (const std::uint8_t cost : {std::uint8_t{2}, std::uint8_t{12}}) {
    CostGrid map = open_map(60, 36);
    put(map, {20, 0}, {35, 27}, kSwamp);
    WorldDesc desc = army_desc(map, 0, 0);
    desc.fields.movements[0].cost[kSwamp] = cost;
    desc.fields.movements[1].cost[kSwamp] = 1;
    Crowd crowd(desc);
    const GoalId goal = crowd.add_goal({50, 8});
    const AgentId walker = crowd.spawn({.position = {8, 8, 0}, .goal = goal});
    const AgentId craft = crowd.spawn({.position = {8, 8, 0}, .species = 1, .goal = goal});
    bool walked_swamp = false, flown_swamp = false;
    for (int tick = 0; tick < 14 * 60; ++tick) {
      crowd.world().tick();
      walked_swamp = walked_swamp || on(map, crowd.position(walker), kSwamp);
      flown_swamp = flown_swamp || on(map, crowd.position(craft), kSwamp);
    }
    EXPECT_EQ(walked_swamp, cost == 2);
    EXPECT_TRUE(flown_swamp);
    EXPECT_LT(gap(crowd.position(walker), {50, 8}), 3);
    EXPECT_LT(gap(crowd.position(craft), {50, 8}), 3);
  }
}

/// The least distance from walls that an agent keeps on its way around the end of one.
double keeps_off(std::uint8_t margin, float radius) {
  CostGrid map = open_map(50, 40);
  add_wall(map, {24, 0}, {25, 22});
  WorldDesc desc = body_desc(map, radius, 6);
  desc.fields.movements[0].margin = margin;
  desc.fields.movements[0].margin_cost = margin == 0 ? 0 : 60;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({42, 12});
  const AgentId agent = crowd.spawn({.position = {8, 12, 0}, .goal = goal});
  double least = 100;
  for (int tick = 0; tick < 14 * 60; ++tick) {
    crowd.world().tick();
    least = std::min(least, distance_to_walls(map, crowd.position(agent)));
  }
  EXPECT_LT(gap(crowd.position(agent), {42, 12}), 3) << int{margin};
  return least;
}

TEST(Movements, AMarginKeepsWaysOffWallsWhereThereIsRoom) {
  for (const float radius : {0.f, 0.4f, 0.9f}) {
    EXPECT_LT(keeps_off(0, radius), 2) << radius;
    for (const std::uint8_t margin : {std::uint8_t{3}, std::uint8_t{6}})
      EXPECT_GT(keeps_off(margin, radius), 0.75 * margin) << radius << " " << int{margin};
  }
}

TEST(Movements, AMarginClosesNoGap) {
  for (const float radius : {0.f, 0.45f}) {
    CostGrid map = open_map(40, 20);
    add_wall(map, {20, 0}, {20, 9});
    add_wall(map, {20, 11}, {20, 19});
    WorldDesc desc = body_desc(map, radius, 6);
    desc.fields.movements[0].margin = 8;
    desc.fields.movements[0].margin_cost = 254;
    Crowd crowd(desc);
    const AgentId agent = crowd.spawn({.position = {8, 4, 0}, .goal = crowd.add_goal({32, 10})});
    crowd.run(12);
    EXPECT_LT(gap(crowd.position(agent), {32, 10}), 3) << radius;
  }
}

TEST(Movements, WhoStandsOnGroundThatIsNotForThemComesBack) {
  for (const float radius : {0.f, 0.4f, 0.9f}) {
    CostGrid map = open_map(50, 30);
    put(map, {20, 0}, {30, 20}, kWater);
    Crowd crowd(army_desc(map, radius, 0.9f));
    const GoalId goal = crowd.add_goal({42, 5});
    std::vector<AgentId> agents;
    // In the water, as if pushed there, and on ground that the sea is about to take.
    for (const Vec2 at : {Vec2{22.5f, 5}, {28.5f, 9}, {25, 17.5f}, {12, 25.5f}})
      agents.push_back(crowd.spawn({.position = {at.x, at.y, 0}, .goal = goal}));
    crowd.run(0.2);
    EXPECT_FALSE(crowd.world().set_cost({8, 24}, {14, 27}, kWater));
    crowd.run(22);
    for (const AgentId agent : agents) {
      EXPECT_FALSE(on(crowd.world().terrain(), crowd.position(agent), kWater)) << radius;
      EXPECT_LT(gap(crowd.position(agent), {42, 5}), 4) << radius;
    }
  }
}

TEST(Movements, WhatIsReachableDependsOnThem) {
  CostGrid map = open_map(40, 20);
  put(map, {15, 0}, {20, 19}, kWater);
  Crowd crowd(army_desc(map, 0.4f, 0.4f));
  World& world = crowd.world();
  const GoalId goal = crowd.add_goal({30, 10});
  const AgentId walker = crowd.spawn({.position = {5, 10, 0}, .goal = goal});
  const AgentId craft = crowd.spawn({.position = {5, 12, 0}, .species = 1, .goal = goal});
  for (const double seconds : {0.02, 12.0}) {
    crowd.run(seconds);
    EXPECT_FALSE(*world.is_reachable(walker, goal));
    EXPECT_TRUE(*world.is_reachable(craft, goal));
    EXPECT_FALSE(*world.is_reachable({5, 5}, {30, 10}, 0));
    EXPECT_TRUE(*world.is_reachable({5, 5}, {30, 10}, 1));
  }
  EXPECT_EQ(crowd.state(walker), AgentState::kBlocked);
  EXPECT_EQ(crowd.state(craft), AgentState::kArrived);
  // A bridge.
  EXPECT_FALSE(world.set_cost(Zone{.shape = Zone::Shape::kBox, .centre = {18, 10, 0}, .half = {4, 2, 0}}, kOpenCost));
  crowd.run(12);
  EXPECT_TRUE(*world.is_reachable(walker, goal));
  EXPECT_EQ(crowd.state(walker), AgentState::kArrived);
}

TEST(Movements, WithNoWayToTheGoalTheyGoToTheNearestPlaceWhereThatIsAskedFor) {
  for (const float radius : {0.4f, 0.9f}) {
    CostGrid map = open_map(40, 20);
    put(map, {18, 0}, {22, 19}, kWater);
    WorldDesc desc = army_desc(map, radius, radius);
    desc.fields.unreachable = Unreachable::kNearest;
    Crowd crowd(desc);
    const GoalId goal = crowd.add_goal({30.5f, 10.5f});
    const AgentId walker = crowd.spawn({.position = {5, 4, 0}, .goal = goal});
    const AgentId craft = crowd.spawn({.position = {5, 12, 0}, .species = 1, .goal = goal});
    crowd.run(15);
    EXPECT_EQ(crowd.state(craft), AgentState::kArrived);
    EXPECT_EQ(crowd.state(walker), AgentState::kArrivedPartial) << radius;
    EXPECT_NEAR(crowd.position(walker).x, 18 - radius, 1) << radius;
    EXPECT_NEAR(crowd.position(walker).y, 10.5, 1) << radius;
    EXPECT_FALSE(*crowd.world().is_reachable(walker, goal));
  }
}

}  // namespace
}  // namespace cardume::testing
