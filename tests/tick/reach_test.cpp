#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/fields/walk_map.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

/// A hall with a wall across that is open for so many cells from each of these rows on.
CostGrid hall(const std::map<std::uint32_t, std::uint32_t>& gaps) {
  CostGrid map = open_map(60, 70);
  add_wall(map, {30, 0}, {30, 69});
  for (const auto& [row, cells] : gaps)
    for (std::uint32_t y = row; y < row + cells; ++y) map.cost[map.index({30, y})] = kOpenCost;
  return map;
}

/// Where agents cross column 30, by row of the map; -1 for those who have not.
std::vector<int> crossings(Crowd& crowd, const std::vector<AgentId>& ids, double seconds) {
  std::vector<int> rows(ids.size(), -1);
  for (int tick = 0; tick < seconds * 60; ++tick) {
    crowd.run(1. / 60);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Vec2 at = crowd.position(ids[i]);
      if (at.x >= 30 && at.x < 31) rows[i] = static_cast<int>(at.y);
    }
  }
  return rows;
}

TEST(Reach, B31_EachSizeTakesTheNearestGapThatItFits) {
  const std::map<std::uint32_t, std::uint32_t> gaps{{10, 1}, {20, 2}, {31, 3}, {43, 4}, {57, 5}};
  WorldDesc desc = body_desc(hall(gaps), 0.4f, 6);
  desc.species.clear();
  for (const float radius : {0.4f, 0.9f, 1.4f, 1.9f, 2.4f}) desc.species.push_back(body_desc({}, radius, 6).species[0]);
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({55, 3});
  std::vector<AgentId> ids;
  for (std::uint32_t i = 0; i < 5; ++i)
    for (int k = 0; k < 3; ++k)
      ids.push_back(crowd.spawn({.position = {5 + 6.f * static_cast<float>(k), 4 + 6.f * static_cast<float>(i), 0},
                                 .species = static_cast<std::uint8_t>(i),
                                 .goal = goal}));
  const std::vector<int> rows = crossings(crowd, ids, 40);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto gap = std::next(gaps.begin(), static_cast<std::ptrdiff_t>(i / 3));
    EXPECT_GE(rows[i], static_cast<int>(gap->first)) << i;
    EXPECT_LT(rows[i], static_cast<int>(gap->first + gap->second)) << i;
    EXPECT_GT(crowd.position(ids[i]).x, 31) << i;
  }
  EXPECT_LT(deepest_overlap(crowd.world()), 0.05);
}

/// The same species, some of whose bodies are smaller.
TEST(Reach, B31_SmallerBodiesOfASpeciesTakeTheWaysOfWhomTheyFitIn) {
  WorldDesc desc = body_desc(hall({{10, 1}, {40, 3}}), 1.5f, 6);
  desc.species.push_back(body_desc({}, 0.5f, 6).species[0]);
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({55, 5});
  const std::vector<AgentId> ids{crowd.spawn({.position = {10, 10, 0}, .goal = goal}),
                                 crowd.spawn({.position = {10, 20, 0}, .goal = goal, .radius = 0.45f})};
  const std::vector<int> rows = crossings(crowd, ids, 25);
  EXPECT_GE(rows[0], 40);
  EXPECT_EQ(rows[1], 10);
}

TEST(Reach, B31_WhoFitsNoGapIsToldThatThereIsNoWay) {
  for (const float radius : {1.1f, 1.5f, 2.f}) {
    Crowd crowd(body_desc(hall({{10, 2}, {40, 1}}), radius));
    const GoalId goal = crowd.add_goal({55, 5});
    const AgentId id = crowd.spawn({.position = {10, 10, 0}, .goal = goal});
    crowd.run(8);
    EXPECT_EQ(crowd.state(id), AgentState::kBlocked) << radius;
    EXPECT_FALSE(*crowd.world().is_reachable(id, goal)) << radius;
  }
}

TEST(Reach, B22_TenThousandOrdersToAnotherIslandAreAnsweredAndBuildOneField) {
  WorldDesc desc = body_desc(hall({}), 0.2f);
  desc.capacity = 10'000;
  desc.budget.event_capacity = 100'000;
  Crowd crowd(desc);
  std::vector<AgentId> ids;
  for (int i = 0; i < 10'000; ++i)
    ids.push_back(crowd.spawn(
        {.position = {1 + 0.28f * static_cast<float>(i % 100), 1 + 0.6f * static_cast<float>(i / 100), 0}}));
  const GoalId goal = crowd.add_goal({45, 35});
  crowd.run(1. / 60);
  EXPECT_FALSE(*crowd.world().is_reachable({5, 5}, {45, 35}, 0));
  for (const AgentId id : ids) EXPECT_FALSE(crowd.world().set_goal(id, goal));
  std::uint32_t built = 0, blocked = 0;
  for (int tick = 0; tick < 60; ++tick) {
    built += crowd.run(1. / 60).fields_published;
    for (const Event& event : crowd.world().events()) blocked += event.kind == Event::Kind::kBlocked;
  }
  EXPECT_LE(built, 1u);
  EXPECT_EQ(blocked, 10'000u);
  EXPECT_EQ(crowd.count(AgentState::kBlocked), 10'000u);
  for (const AgentId id : ids) ASSERT_FALSE(*crowd.world().is_reachable(id, goal));
  EXPECT_FALSE(crowd.world().set_cost(Cell{30, 35}, {30, 36}, kOpenCost));
  crowd.run(1);
  EXPECT_TRUE(*crowd.world().is_reachable({5, 5}, {45, 35}, 0));
  EXPECT_TRUE(*crowd.world().is_reachable(ids[0], goal));
  EXPECT_GT(crowd.count(AgentState::kMoving), 9'000u);
}

/// Who cannot reach the goal goes as near as can be, is told once, and tries no more.
TEST(Reach, B21_AnUnreachableGoalIsReachedInPartWhereThatIsAskedFor) {
  for (const float radius : {0.4f, 0.9f})
    for (const std::uint32_t agents : {1u, 12u}) {
      WorldDesc desc = body_desc(hall({}), radius);
      desc.fields.unreachable = Unreachable::kNearest;
      Crowd crowd(desc);
      const GoalId goal = crowd.add_goal({34.5f, 30.5f});
      std::vector<AgentId> ids;
      for (std::uint32_t i = 0; i < agents; ++i)
        ids.push_back(crowd.spawn(
            {.position = {5 + 2.f * static_cast<float>(i % 4), 10 + 4 * static_cast<float>(i), 0}, .goal = goal}));
      std::map<AgentId, int> told;
      for (int tick = 0; tick < 60 * 40; ++tick) {
        crowd.run(1. / 60);
        for (const Event& event : crowd.world().events())
          told[event.agent] += event.kind == Event::Kind::kArrivedPartial;
      }
      EXPECT_EQ(crowd.count(AgentState::kArrivedPartial), agents) << radius;
      double nearest = 100;
      for (const AgentId id : ids) {
        EXPECT_EQ(told[id], 1);
        EXPECT_LT(crowd.position(id).x, 30);
        nearest = std::min(nearest, std::hypot(crowd.position(id).x - 34.5, crowd.position(id).y - 30.5));
        EXPECT_FALSE(*crowd.world().is_reachable(id, goal));
      }
      EXPECT_LT(nearest, 6.5) << radius << ' ' << agents;
      EXPECT_LT(kinetic_energy(crowd.world()), 0.01);
    }
}

/// What one edit hands on to the fields is what it changes, however large the map is.
TEST(Reach, B19_AnEditOfOneCellIsHandedOnAsTheCellsItChanges) {
  Terrain terrain = make_terrain(open_map(1024, 1024), 0);
  const std::vector<MovementDesc> movements{{}};
  const std::vector<Walker> walkers{{0, 1}, {0, 2}, {0, 3}, {0, 6}};
  WalkMaps maps = make_walk_maps(terrain, walkers, movements);
  const std::vector<SetCostCommand> edits{{{500, 300}, {500, 300}, kWall}};
  set_cost(terrain, edits[0].low, edits[0].high, kWall);
  follow_edits(terrain, movements, edits, maps);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const std::size_t size = walkers[i].size;
    EXPECT_EQ(maps[i].log.size(), size * size) << size;
    EXPECT_EQ(maps[i].grid(terrain).cost, make_walk_grid(terrain.grid, movements[0], walkers[i].size).cost);
  }
}

/// The rest waits for its tick, which does not depend on how fast it is done.
TEST(Reach, B19_TheFieldFollowsAfterItsLatency) {
  for (const std::uint32_t latency : {1u, 3u, 4u}) {
    WorldDesc desc = body_desc(open_map(1024, 1024), 0);
    desc.fields.latency_ticks = latency;
    Crowd crowd(desc);
    const GoalId goal = crowd.add_goal({500.5f, 500.5f});
    for (int tick = 0; tick < 8; ++tick) crowd.run(1. / 60);
    EXPECT_FALSE(crowd.world().set_cost(Cell{500, 300}, {500, 300}, kWall));
    std::uint32_t waited = 0;
    while (crowd.run(1. / 60).fields_published == 0) ++waited;
    EXPECT_EQ(waited, latency);
    const Cell cell{500, 500};
    const auto distance = build_integration_field(crowd.world().terrain(), std::span(&cell, 1));
    EXPECT_EQ(crowd.world().field(goal)->direction, build_flow_field(crowd.world().terrain(), *distance).direction);
  }
}

/// What trace() tells is where the agent goes.
TEST(Reach, TracesAreTheWaysThatAreWalked) {
  for (const float radius : {0.f, 0.4f, 0.9f}) {
    Crowd crowd(body_desc(hall({{12, 3}, {50, 4}}), radius, 3));
    const GoalId goal = crowd.add_goal({50.5f, 60.5f});
    const AgentId id = crowd.spawn({.position = {8, 20, 0}, .goal = goal});
    crowd.run(0.1);
    std::vector<Vec2> way;
    ASSERT_FALSE(crowd.world().trace(id, 1000, way));
    ASSERT_GT(way.size(), 20u);
    EXPECT_LT(std::hypot(way.back().x - 50.5, way.back().y - 60.5), 1.3) << radius;
    double farthest = 0;
    for (int tick = 0; tick < 60 * 20; ++tick) {
      crowd.run(1. / 60);
      double nearest = 100;
      for (const Vec2 at : way)
        nearest =
            std::min(nearest, std::hypot(double{at.x} - crowd.position(id).x, double{at.y} - crowd.position(id).y));
      farthest = std::max(farthest, nearest);
    }
    EXPECT_LT(farthest, 1.5) << radius;
    ASSERT_FALSE(crowd.world().trace(id, 3, way));
    EXPECT_LE(way.size(), 3u);
  }
}

/// Among many agents that find their ways anew all the time, one field a goal is kept and used again.
TEST(Reach, B23_GoalsAtOnePlaceShareAFieldAndFindItAgain) {
  WorldDesc desc = body_desc(open_map(80, 60), 0);
  desc.capacity = 100;
  Crowd crowd(desc);
  std::vector<GoalId> goals;
  for (int i = 0; i < 50; ++i) goals.push_back(crowd.add_goal({40.5f, 30.5f}));
  std::uint32_t built = 0;
  for (int tick = 0; tick < 20; ++tick) built += crowd.run(1. / 60).fields_published;
  EXPECT_EQ(built, 1u);
  for (const GoalId goal : goals) {
    EXPECT_NE(crowd.world().field(goal), nullptr);
    EXPECT_FALSE(crowd.world().remove_goal(goal));
  }
  crowd.run(1);
  const GoalId again = crowd.add_goal({40.5f, 30.5f});
  EXPECT_EQ(crowd.run(1. / 60).fields_published, 0u);
  EXPECT_NE(crowd.world().field(again), nullptr) << "the field was still there";
}

/// With no room for fields that nobody follows, they are built anew.
TEST(Reach, B23_FieldsThatNobodyFollowsTakeUpNoMoreThanTheyMay) {
  WorldDesc desc = body_desc(open_map(80, 60), 0);
  desc.fields.cache_bytes = 0;
  Crowd crowd(desc);
  const GoalId first = crowd.add_goal({40.5f, 30.5f});
  crowd.run(1);
  EXPECT_FALSE(crowd.world().remove_goal(first));
  crowd.run(1);
  crowd.add_goal({40.5f, 30.5f});
  std::uint32_t built = 0;
  for (int tick = 0; tick < 20; ++tick) built += crowd.run(1. / 60).fields_published;
  EXPECT_EQ(built, 1u);
}

/// The player is chased by thousands, who never pause.
TEST(Reach, B24_WhoChasesAMovingGoalNeverStands) {
  WorldDesc desc = body_desc(open_map(120, 120), 0, 5);
  desc.capacity = 20'000;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({110, 60});
  for (int i = 0; i < 20'000; ++i)
    crowd.spawn({.position = {2 + 0.2f * static_cast<float>(i % 200), 5 + 1.1f * static_cast<float>(i / 200), 0},
                 .goal = goal});
  crowd.run(1);
  std::uint32_t built = 0, ticks = 60 * 4, stood = 0;
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    const float angle = 0.02f * static_cast<float>(tick);
    EXPECT_FALSE(crowd.world().move_goal(goal, Vec3{100 + 10 * std::cos(angle), 60 + 40 * std::sin(angle)}));
    built += crowd.run(1. / 60).fields_published;
    const auto x = crowd.world().velocities(0), y = crowd.world().velocities(1);
    for (std::size_t row = 0; row < x.size(); ++row) stood += std::hypot(x[row], y[row]) < 1;
  }
  EXPECT_LE(built, 15 * 4 + 1u);
  EXPECT_EQ(stood, 0u);
}

}  // namespace
}  // namespace cardume::testing
