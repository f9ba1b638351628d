#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/blocks.hpp"
#include "tests/support/crowds.hpp"

// Crowds that come to rest on ground that is not level.
namespace cardume::testing {
namespace {

struct Gathering {
  std::uint32_t agents;
  float density_cost;
  std::uint8_t swamp;  ///< Cost of the half plane to the right of the goal.
  bool one_side;
};

void expect_gathered(const Gathering& scene) {
  SCOPED_TRACE(::testing::Message() << scene.agents << ' ' << scene.density_cost << ' ' << int{scene.swamp} << ' '
                                    << scene.one_side);
  CostGrid map = open_map(60, 60);
  for (std::uint32_t y = 0; y < 60; ++y)
    for (std::uint32_t x = 30; x < 60; ++x) map.cost[map.index({x, y})] = scene.swamp;
  WorldDesc desc = body_desc(map, 0.4f);
  desc.fields.density_cost = scene.density_cost;
  Crowd crowd(desc);
  AgentDesc agent;
  agent.radius = 0.4f;
  agent.goal = crowd.add_goal({30.2f, 29.7f});
  Dice dice(scene.agents);
  const float right = scene.one_side ? 25.f : 58.f, all = scene.one_side ? 1.1f : 1.9f;
  const float spacing = std::sqrt((right - 2) * 56 / static_cast<float>(scene.agents)) / std::sqrt(all);
  spawn_block(crowd, {{2, 2}, {right, 58}, spacing, 0.04f}, scene.agents, agent, 0.35f, dice);
  ASSERT_EQ(crowd.run(1. / 60).agents, scene.agents);
  std::uint32_t told = 0;
  for (int tick = 0; tick < 60 * 40; ++tick) {
    crowd.run(1. / 60);
    for (const Event& event : crowd.world().events())
      told += event.kind >= Event::Kind::kMoving && event.kind <= Event::Kind::kStuck;
  }
  EXPECT_GE(crowd.count(AgentState::kArrived), scene.agents * 98 / 100);
  EXPECT_LT(told, scene.agents * 3 / 2);
  EXPECT_EQ(crowd.world().overlaps().deep, 0u);
}

TEST(Gather, B20_ACrowdIsNoDetourToItself) {
  expect_gathered({300, 30, kOpenCost, false});
  expect_gathered({300, 30, kOpenCost, true});
  expect_gathered({600, 30, kOpenCost, false});
  expect_gathered({300, 200, kOpenCost, false});
}

TEST(Gather, B20_AGoalAtTheEdgeOfASwampIsReached) {
  expect_gathered({300, 0, 10, false});
  expect_gathered({300, 0, 10, true});
  expect_gathered({300, 0, 100, false});
  expect_gathered({300, 30, 10, false});
}

}  // namespace
}  // namespace cardume::testing
