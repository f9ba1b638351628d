#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/support/minds.hpp"

namespace cardume::testing {
namespace {

/// How far ahead an agent is led, in places; none without a goal.
std::size_t steps_ahead(Crowd& crowd, AgentId agent) {
  std::vector<Vec2> way;
  EXPECT_FALSE(crowd.world().trace(agent, 100, way));
  return way.size();
}

GoalDesc two_places(Vec3 first, Vec3 second) {
  GoalPart part;
  part.places = {{.position = first}, {.position = second}};
  return {{part}};
}

TEST(RemovedGoals, AreLeftByTheirAgentsAndTheirIdsAreStale) {
  for (const float radius : {0.f, 0.4f, 1.f}) {
    Crowd crowd(body_desc(open_map(40, 20), radius));
    World& world = crowd.world();
    const GoalId goal = crowd.add_goal({30, 10}), other = crowd.add_goal({5, 15});
    const AgentId agent = crowd.spawn({.position = {10, 10, 0}, .goal = goal});
    const AgentId bystander = crowd.spawn({.position = {20, 4, 0}, .goal = other});
    crowd.run(0.5);
    EXPECT_GT(steps_ahead(crowd, agent), 10u);
    EXPECT_FALSE(world.remove_goal(goal));
    crowd.run(0.1);
    EXPECT_EQ(steps_ahead(crowd, agent), 0u);
    EXPECT_GT(steps_ahead(crowd, bystander), 10u);
    EXPECT_EQ(world.field(goal), nullptr);
  }
}

TEST(RemovedGoals, AreRefusedWhateverIsAskedOfThemAtOnceAndLater) {
  Crowd crowd(body_desc(open_map(40, 20), 0.4f));
  World& world = crowd.world();
  const GoalId goal = crowd.add_goal({30, 10});
  const AgentId agent = crowd.spawn({.position = {10, 10, 0}});
  crowd.run(0.1);
  EXPECT_FALSE(world.remove_goal(goal));
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(world.set_goal(agent, goal).status, Status::kInvalidHandle);
    EXPECT_EQ(world.move_goal(goal, Vec3{5, 5, 0}).status, Status::kInvalidHandle);
    EXPECT_EQ(world.move_goal(goal, two_places({5, 5, 0}, {9, 9, 0})).status, Status::kInvalidHandle);
    EXPECT_EQ(world.remove_goal(goal).status, Status::kInvalidHandle);
    EXPECT_EQ(world.form_up(goal, {&agent, 1}).status, Status::kInvalidHandle);
    EXPECT_EQ(world.is_reachable(agent, goal).error().status, Status::kInvalidHandle);
    EXPECT_EQ(world.spawn({.position = {5, 5, 0}, .goal = goal}).error().status, Status::kInvalidArgument);
    crowd.run(0.1);
  }
  EXPECT_EQ(steps_ahead(crowd, agent), 0u);
  EXPECT_EQ(world.remove_goal({}).status, Status::kInvalidHandle);
  EXPECT_EQ(world.remove_goal({7}).status, Status::kInvalidHandle);
}

/// Orders of the tick in which their goal is removed.
Error order(World& world, int kind, AgentId agent, GoalId goal) {
  switch (kind) {
    case 0:
      return world.set_goal(agent, goal);
    case 1:
      return world.form_up(goal, {&agent, 1});
    case 2:
      return world.move_goal(goal, Vec3{20, 15, 0});
    case 3:
      return world.move_goal(goal, two_places({20, 15, 0}, {30, 15, 0}));
    default:
      return {};
  }
}

TEST(RemovedGoals, LeaveNobodyToTheNextGoalWithTheirId) {
  for (int kind = 0; kind < 5; ++kind) {
    Crowd crowd(body_desc(open_map(40, 20), 0.4f));
    World& world = crowd.world();
    const GoalId goal = *world.add_goal(two_places({30, 10, 0}, {35, 5, 0}));
    const AgentId agent = crowd.spawn({.position = {10, 10, 0}});
    const AgentId follower = crowd.spawn({.position = {10, 15, 0}, .goal = goal});
    if (kind < 4) crowd.run(0.5);
    EXPECT_FALSE(order(world, kind, agent, goal));
    EXPECT_FALSE(world.remove_goal(goal));
    crowd.run(0.1);
    const GoalId next = crowd.add_goal({5, 2});
    EXPECT_EQ(next, goal) << "ids are given out again";
    const AgentId newcomer = crowd.spawn({.position = {30, 3, 0}, .goal = next});
    crowd.run(1);
    EXPECT_EQ(steps_ahead(crowd, agent), 0u) << kind;
    EXPECT_EQ(steps_ahead(crowd, follower), 0u) << kind;
    EXPECT_GT(steps_ahead(crowd, newcomer), 10u) << kind;
    crowd.run(15);
    EXPECT_EQ(crowd.state(newcomer), AgentState::kArrived) << kind;
    EXPECT_NEAR(crowd.position(newcomer).x, 5, 0.5) << kind;
    EXPECT_EQ(crowd.state(agent), AgentState::kMoving) << kind;
  }
}

TEST(RemovedGoals, MakeRoomForOthersWithoutEnd) {
  Crowd crowd(body_desc(open_map(9, 9), 0.4f));
  World& world = crowd.world();
  const AgentId agent = crowd.spawn({.position = {2, 2, 0}});
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const Vec3 place{0.5f + static_cast<float>(i % 9), 0.5f + static_cast<float>(i / 9 % 9), 0};
    const auto goal = i % 3 == 0 ? world.add_goal(two_places(place, {4, 4, 0})) : world.add_goal(place);
    ASSERT_TRUE(goal) << i << ": " << goal.error().message;
    ASSERT_LE(goal->value, 2u);
    ASSERT_FALSE(world.set_goal(agent, *goal));
    if (i % 2 == 0) world.tick();
    ASSERT_FALSE(world.remove_goal(*goal));
    world.tick();
  }
}

TEST(RemovedGoals, StayTakenUntilTheTickIsOver) {
  Crowd crowd(body_desc(open_map(9, 9), 0));
  World& world = crowd.world();
  std::vector<GoalId> goals;
  for (std::uint32_t i = 0; i < 255; ++i) goals.push_back(crowd.add_goal({4, 4}));
  EXPECT_EQ(world.add_goal(Vec3{4, 4, 0}).error().status, Status::kLimit);
  for (const GoalId goal : goals) EXPECT_FALSE(world.remove_goal(goal));
  EXPECT_EQ(world.add_goal(Vec3{4, 4, 0}).error().status, Status::kLimit);
  world.tick();
  for (std::uint32_t i = 0; i < 255; ++i) EXPECT_TRUE(world.add_goal(Vec3{4, 4, 0}));
  EXPECT_EQ(world.add_goal(Vec3{4, 4, 0}).error().status, Status::kLimit);
}

TEST(RemovedGoals, WorkWithoutTerrainToo) {
  WorldDesc desc;
  desc.species[0].steering.seek.weight = 1;
  desc.species[0].separation.radius = 0;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({90, 50});
  const AgentId agent = crowd.spawn({.position = {10, 50, 0}, .goal = goal});
  crowd.run(1);
  EXPECT_GT(crowd.velocity(agent).x, 1);
  EXPECT_FALSE(crowd.world().remove_goal(goal));
  crowd.run(0.1);
  EXPECT_EQ(crowd.add_goal({10, 90}), goal);
  crowd.run(2);
  EXPECT_NEAR(crowd.velocity(agent).y, 0, 1e-3);
}

TEST(RemovedGoals, AreLeftOutOfTheRoutesOfMinds) {
  WorldDesc desc = thinker_desc(1, {});
  StateDesc& state = desc.species[0].mind.states[0];
  state.route = {1, 2, 3};
  state.route_radius = 1;
  state.behaviour.steering.seek.weight = 1;
  Crowd crowd(desc);
  const std::vector<Vec2> places{{40, 50}, {50, 58}, {60, 50}};
  for (const Vec2 place : places) crowd.add_goal(place);
  const AgentId agent = crowd.spawn({.position = {48, 50, 0}});
  crowd.run(20);
  EXPECT_FALSE(crowd.world().remove_goal({2}));
  std::vector<std::uint32_t> visits(3, 0);
  for (int tick = 0; tick < 40 * 60; ++tick) {
    crowd.world().tick();
    const Vec2 at = crowd.position(agent);
    if (tick < 10 * 60) continue;
    for (std::size_t i = 0; i < 3; ++i)
      visits[i] += static_cast<std::uint32_t>(std::hypot(at.x - places[i].x, at.y - places[i].y) < 1.5f);
  }
  EXPECT_GT(visits[0], 0u);
  EXPECT_EQ(visits[1], 0u);
  EXPECT_GT(visits[2], 0u);
}

}  // namespace
}  // namespace cardume::testing
