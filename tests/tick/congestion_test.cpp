#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/blocks.hpp"
#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

std::uint32_t beyond(const World& world, float x) {
  const auto columns = world.positions(0);
  return static_cast<std::uint32_t>(std::count_if(columns.begin(), columns.end(), [&](float at) { return at > x; }));
}

double mean_speed(const World& world) {
  double sum = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    sum += std::hypot(static_cast<double>(world.velocities(0)[row]), static_cast<double>(world.velocities(1)[row]));
  return sum / world.count();
}

struct Door {
  std::uint32_t agents;
  float least, radius, speed;
};

/// Sends a crowd through a door of two cells and tells the longest time in seconds for which nobody came out.
double longest_arch(const Door& door) {
  const auto edge = static_cast<std::uint32_t>(std::sqrt(static_cast<float>(door.agents))) + 6;
  CostGrid map = open_map(2 * edge, edge);
  add_wall(map, {edge, 0}, {edge, edge - 1});
  for (std::uint32_t y : {edge / 2 - 1, edge / 2}) map.cost[map.index({edge, y})] = kOpenCost;
  WorldDesc desc = body_desc(map, door.radius, door.speed);
  desc.species[0].arrival.fill = 0;
  Crowd crowd(desc);
  const auto wall = static_cast<float>(edge);
  AgentDesc agent;
  agent.radius = door.radius;
  agent.goal = crowd.add_goal({2 * wall - 1, wall / 2});
  Dice dice(door.agents);
  const auto ids =
      spawn_block(crowd, {{1, 1}, {wall - 1, wall - 1}, 0.95f, 0.05f}, door.agents, agent, door.least, dice);
  std::uint32_t out = 0;
  double longest = 0, last = 0, now = 0;
  while (out < ids.size() && now < 600) {
    crowd.run(1. / 60);
    now += 1. / 60;
    for (AgentId id : ids) {
      if (!crowd.world().row_of(id) || crowd.position(id).x < wall + 2) continue;
      EXPECT_FALSE(crowd.world().despawn(id));
      ++out;
      if (out > 1) longest = std::max(longest, now - last);
      last = now;
    }
  }
  EXPECT_EQ(out, ids.size());
  return longest;
}

TEST(Congestion, B27_ThousandsLeaveThroughADoor) { EXPECT_LT(longest_arch({2000, 0.3f, 0.4f, 6}), 3); }

TEST(Congestion, B27_AlikeBodiesDoNotArchEither) {
  EXPECT_LT(longest_arch({300, 0.4f, 0.4f, 4}), 3);
  EXPECT_LT(longest_arch({300, 0.35f, 0.35f, 3}), 3);
}

struct Pile {
  std::uint32_t agents;
  float radius, speed, tick_rate;
};

/// A crowd that never arrives presses into a corner.
void expect_loose(const Pile& pile) {
  const auto edge = static_cast<std::uint32_t>(2.2f * pile.radius * std::sqrt(static_cast<float>(pile.agents))) + 8;
  WorldDesc desc = body_desc(open_map(edge, edge), pile.radius, pile.speed);
  desc.species[0].arrival.fill = 0;
  desc.tick_rate = pile.tick_rate;
  Crowd crowd(desc);
  AgentDesc agent;
  agent.radius = pile.radius;
  agent.goal = crowd.add_goal({0.5f, 0.5f});
  Dice dice(pile.agents);
  const float high = static_cast<float>(edge) - 1.1f;
  spawn_block(crowd, {{1.1f, 1.1f}, {high, high}, 2.1f * pile.radius, 0.05f * pile.radius}, pile.agents, agent,
              0.8f * pile.radius, dice);
  crowd.run(45);
  const World& world = crowd.world();
  EXPECT_EQ(world.overlaps().deep, 0u) << world.overlaps().deepest;
  EXPECT_LT(kinetic_energy(world), 0.01 * world.count() * static_cast<double>(pile.speed * pile.speed) / 2);
  EXPECT_LT(deepest_in_walls(world), 0.05 * static_cast<double>(pile.radius));
}

TEST(Congestion, APileInACornerDoesNotCrushItself) {
  expect_loose({1500, 0.4f, 4, 60});
  expect_loose({400, 0.8f, 2, 60});
  expect_loose({400, 0.3f, 8, 60});
  expect_loose({400, 0.4f, 4, 25});
}

/// A corridor 4 cells wide, plugged by bodies that nothing moves.
struct Plugged {
  Plugged() : crowd(body_desc(corridor(), 0.4f)) {
    AgentDesc agent;
    agent.radius = 0.4f;
    agent.goal = crowd.add_goal({74, 5});
    agent.locked = true;
    Dice dice(4);
    plug = spawn_block(crowd, {{40, 3.4f}, {42, 6.7f}, 0.8f}, 15, agent, 0.4f, dice);
    agent.locked = false;
    waiting = spawn_block(crowd, {{10, 3.6f}, {30, 6.5f}, 1}, 60, agent, 0.4f, dice);
  }

  static CostGrid corridor() {
    CostGrid map = open_map(80, 10);
    add_wall(map, {0, 0}, {79, 2});
    add_wall(map, {0, 7}, {79, 9});
    return map;
  }

  Crowd crowd;
  std::vector<AgentId> plug, waiting;
};

TEST(Congestion, B29_WhoWaitsBehindAPlugStandsStill) {
  Plugged scene;
  scene.crowd.run(20);
  std::vector<Vec2> before;
  for (AgentId id : scene.waiting) before.push_back(scene.crowd.position(id));
  for (int tick = 0; tick < 180; ++tick) {
    scene.crowd.run(1. / 60);
    EXPECT_LT(mean_speed(scene.crowd.world()), 0.02 * 4);
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Vec2 at = scene.crowd.position(scene.waiting[i]);
    EXPECT_LT(std::hypot(at.x - before[i].x, at.y - before[i].y), 0.1f);
    EXPECT_LT(at.x, 40.f);
  }
  EXPECT_EQ(scene.crowd.world().overlaps().deep, 0u);
}

TEST(Congestion, AJamDissolvesOnceTheWayIsFree) {
  Plugged scene;
  scene.crowd.run(20);
  for (AgentId id : scene.plug) EXPECT_FALSE(scene.crowd.world().despawn(id));
  scene.crowd.run(2);
  EXPECT_GT(mean_speed(scene.crowd.world()), 0.4 * 4);
  scene.crowd.run(20);
  EXPECT_GE(beyond(scene.crowd.world(), 60), 57u);
}

TEST(Congestion, WhoIsPushedFromBehindIsNotSlowedDown) {
  WorldDesc desc = body_desc(Plugged::corridor(), 0.4f, 3);
  desc.species.push_back(desc.species[0]);
  desc.species[1].motion.max_speed = 6;
  desc.species[1].motion.max_acceleration = 30;
  Crowd crowd(desc);
  AgentDesc agent;
  agent.goal = crowd.add_goal({74, 5});
  agent.position = {10, 5, 0};
  const AgentId slow = crowd.spawn(agent);
  agent.species = 1;
  for (float x : {5.f, 6.f, 7.f, 8.f}) {
    agent.position.x = x;
    crowd.spawn(agent);
  }
  crowd.run(2);
  const float from = crowd.position(slow).x;
  crowd.run(5);
  EXPECT_GE(crowd.position(slow).x - from, 0.95f * 3 * 5);
}

TEST(Congestion, TheImpatientPressHarder) {
  const auto deepest = [](float patience) {
    WorldDesc desc = body_desc(open_map(30, 30), 0.4f);
    desc.species[0].arrival.fill = 0;
    desc.species[0].arrival.patience = patience;
    Crowd crowd(desc);
    AgentDesc agent;
    agent.radius = 0.4f;
    agent.goal = crowd.add_goal({0.5f, 0.5f});
    Dice dice(9);
    spawn_block(crowd, {{2, 2}, {20, 20}, 1}, 300, agent, 0.4f, dice);
    crowd.run(12);
    return crowd.world().overlaps().deepest;
  };
  EXPECT_GT(deepest(0), 2 * deepest(1));
}

}  // namespace
}  // namespace cardume::testing
