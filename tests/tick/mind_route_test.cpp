#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/support/minds.hpp"

namespace cardume::testing {
namespace {

using Kind = ConditionDesc::Kind;

/// The goals that an agent comes within a distance of, in order, each once in a row.
std::vector<std::size_t> visits(Crowd& crowd, AgentId agent, const std::vector<Vec2>& places, float near,
                                double seconds) {
  std::vector<std::size_t> visited;
  for (int i = 0; i < seconds * 60; ++i) {
    crowd.world().tick();
    const Vec2 at = crowd.position(agent);
    for (std::size_t p = 0; p < places.size(); ++p)
      if (std::hypot(at.x - places[p].x, at.y - places[p].y) <= near)
        if (visited.empty() || visited.back() != p) visited.push_back(p);
  }
  return visited;
}

/// One state that seeks its goals, in an open world.
WorldDesc route_desc(std::vector<std::uint32_t> route, float radius = 1) {
  WorldDesc desc = thinker_desc(1, {});
  StateDesc& state = desc.species[0].mind.states[0];
  state.route = std::move(route);
  state.route_radius = radius;
  state.behaviour.steering.seek.weight = 1;
  return desc;
}

const std::vector<Vec2> kCorners{{20, 20}, {30, 20}, {30, 30}, {20, 30}};

TEST(MindRoute, BeginsWithTheNearestGoalAndGoesAroundInTurn) {
  for (std::size_t first = 0; first < kCorners.size(); ++first) {
    Crowd crowd(route_desc({1, 2, 3, 4}));
    for (const Vec2 corner : kCorners) crowd.add_goal(corner);
    const Vec2 start{kCorners[first].x * 1.1f - 2.5f, kCorners[first].y * 1.1f - 2.5f};
    const AgentId agent = crowd.spawn({.position = {start.x, start.y, 0}});
    const std::vector<std::size_t> visited = visits(crowd, agent, kCorners, 1.5f, 30);
    ASSERT_GE(visited.size(), 8u);
    for (std::size_t i = 0; i < visited.size(); ++i) EXPECT_EQ(visited[i], (first + i) % 4);
  }
}

TEST(MindRoute, AGoalMayComeTwiceAndOneAloneIsGoneToForGood) {
  Crowd there_and_back(route_desc({1, 2, 3, 2}));
  const std::vector<Vec2> line{{20, 50}, {30, 50}, {40, 50}};
  for (const Vec2 place : line) there_and_back.add_goal(place);
  const AgentId agent = there_and_back.spawn({.position = {15, 50, 0}});
  const std::vector<std::size_t> visited = visits(there_and_back, agent, line, 1.2f, 30), order{0, 1, 2, 1};
  ASSERT_GE(visited.size(), 8u);
  for (std::size_t i = 0; i < visited.size(); ++i) EXPECT_EQ(visited[i], order[i % 4]);

  WorldDesc desc = route_desc({1});
  desc.species[0].mind.states[0].behaviour.steering.seek.slow = 4;
  Crowd home(desc);
  home.add_goal({70, 70});
  const AgentId alone = home.spawn({.position = {50, 50, 0}});
  home.run(20);
  EXPECT_NEAR(home.position(alone).x, 70, 0.5);
  EXPECT_NEAR(home.position(alone).y, 70, 0.5);
}

TEST(MindRoute, GoalsThatDoNotExistYetAreLeftOutUntilTheyDo) {
  Crowd crowd(route_desc({7, 1, 2, 3}));
  const AgentId agent = crowd.spawn({.position = {50, 50, 0}});
  crowd.run(1);
  EXPECT_EQ(crowd.position(agent), (Vec2{50, 50})) << "no goal at all";
  std::vector<Vec2> places{{40, 50}, {60, 50}};
  for (const Vec2 place : places) crowd.add_goal(place);
  std::vector<std::size_t> visited = visits(crowd, agent, places, 1.2f, 25);
  ASSERT_GE(visited.size(), 4u);
  for (std::size_t i = 0; i < visited.size(); ++i) EXPECT_EQ(visited[i], i % 2);
  places.push_back({50, 40});
  crowd.add_goal(places[2]);
  visited = visits(crowd, agent, places, 1.2f, 40);
  ASSERT_GE(visited.size(), 6u);
  for (std::size_t i = 2; i < visited.size(); ++i) EXPECT_EQ(visited[i], (visited[i - 1] + 1) % 3);
}

TEST(MindRoute, TheGoalThatTheGameGivesWaitsUntilAStateHasNoRoute) {
  WorldDesc desc = thinker_desc(3, {});
  for (StateDesc& state : desc.species[0].mind.states) state.behaviour.steering.seek = {1, 4};
  desc.species[0].mind.states[1].route = {1};
  Crowd crowd(desc);
  const GoalId tower = crowd.add_goal({20, 50}), first = crowd.add_goal({80, 50}), second = crowd.add_goal({50, 80});
  EXPECT_EQ(tower.value, 1u);
  const AgentId agent = crowd.spawn({.position = {50, 50, 0}, .goal = first});
  const auto goes_to = [&](float x, float y, double seconds = 25) {
    crowd.run(seconds);
    EXPECT_NEAR(crowd.position(agent).x, x, 1);
    EXPECT_NEAR(crowd.position(agent).y, y, 1);
  };
  goes_to(80, 50);
  EXPECT_FALSE(crowd.world().set_state(agent, 1));
  goes_to(20, 50);
  EXPECT_FALSE(crowd.world().set_goal(agent, second));
  goes_to(20, 50, 5);
  EXPECT_FALSE(crowd.world().set_state(agent, 2));
  goes_to(50, 80);
  EXPECT_FALSE(crowd.world().set_goal(agent, first));
  goes_to(80, 50);
}

TEST(MindRoute, WorksInSpace) {
  WorldDesc desc = route_desc({1, 2});
  desc.dimensions = 3;
  Crowd crowd(desc);
  for (const float height : {20.f, 40.f}) EXPECT_TRUE(crowd.world().add_goal({50, 50, height}));
  const AgentId agent = crowd.spawn({.position = {50, 50, 22}});
  float low = 100, high = 0;
  for (int i = 0; i < 60 * 20; ++i) {
    crowd.world().tick();
    const float height = crowd.world().positions(2)[crowd.world().row_of(agent).value()];
    if (i < 60) continue;
    low = std::min(low, height);
    high = std::max(high, height);
  }
  EXPECT_NEAR(low, 20, 2);
  EXPECT_NEAR(high, 40, 2);
}

/// Guards with bodies, who walk around a building.
WorldDesc guards_desc(std::vector<std::uint32_t> route) {
  CostGrid map = open_map(40, 40);
  add_wall(map, {13, 13}, {26, 26});
  WorldDesc desc = body_desc(std::move(map), 0.4f);
  MindDesc& mind = desc.species[0].mind;
  mind.states.resize(1);
  mind.states[0].behaviour = desc.species[0];
  mind.states[0].route = std::move(route);
  mind.states[0].route_radius = 0.2f;  // Many rest farther away, around those who were there first.
  return desc;
}

/// By turns around the middle of the map.
int quarter_of(Vec2 at) { return at.y < 20 ? (at.x < 20 ? 0 : 1) : (at.x < 20 ? 3 : 2); }

TEST(MindRoute, PatrolsOnAMapAroundItsWalls) {
  for (const std::uint32_t guards : {1u, 5u, 40u}) {
    Crowd crowd(guards_desc({1, 2, 3, 4}));
    for (const Vec2 post : {Vec2{6.5f, 6.5f}, Vec2{33.5f, 6.5f}, Vec2{33.5f, 33.5f}, Vec2{6.5f, 33.5f}})
      crowd.add_goal(post);
    std::vector<AgentId> agents;
    for (std::uint32_t i = 0; i < guards; ++i)
      agents.push_back(crowd.spawn({.position = {2 + static_cast<float>(i % 8), 2 + static_cast<float>(i / 8), 0}}));
    std::vector<int> quarters(guards);
    for (int tick = 0; tick < 60 * 90; ++tick) {
      crowd.world().tick();
      for (std::uint32_t i = 0; i < guards; ++i)
        quarters[i] += quarter_of(crowd.position(agents[i])) == (quarters[i] + 1) % 4;
    }
    for (const int passed : quarters) EXPECT_GE(passed, 8) << guards << " guards";
    EXPECT_LT(deepest_in_walls(crowd.world()), 1e-3);
  }
}

TEST(MindRoute, AGoalInAWallIsReachedBesideIt) {
  Crowd crowd(guards_desc({1, 2}));
  const GoalId in_wall = crowd.add_goal({13.4f, 20.5f});
  const GoalId free = crowd.add_goal({3.5f, 20.5f});
  EXPECT_EQ(in_wall.value + 1, free.value);
  const AgentId agent = crowd.spawn({.position = {10, 10, 0}});
  const std::vector<std::size_t> visited = visits(crowd, agent, {{12.5f, 20.5f}, {3.5f, 20.5f}}, 2.f, 40);
  EXPECT_GE(visited.size(), 4u);
}

// The tutorials' enemy: it walks its round, goes after the player once it sees it, and flees home when it is hurt.

enum Enemy : std::uint8_t { kPatrol, kChase, kRetreat };

WorldDesc enemy_desc() {
  WorldDesc desc = thinker_desc(
      3, {{TransitionDesc::kAny, kRetreat, {{.kind = Kind::kHealth, .value = 0.3f}}},
          {kPatrol, kChase, {{.kind = Kind::kNear, .value = 12, .species = 1}}},
          {kChase,
           kPatrol,
           {{.kind = Kind::kNear, .value = 16, .species = 1, .negated = true}, {.kind = Kind::kTime, .value = 1}}},
          {kRetreat, kPatrol, {{.kind = Kind::kHealth, .value = 0.9f, .negated = true}}}});
  desc.species.push_back(still_species());
  std::vector<StateDesc>& states = desc.species[0].mind.states;
  for (StateDesc& state : states) state.behaviour.steering.seek = {1, 0};
  states[kPatrol].route = {1, 2};
  states[kChase].behaviour.motion.max_speed = 6;
  states[kChase].behaviour.steering.seek.weight = 0;
  states[kChase].behaviour.relations.resize(1);
  states[kChase].behaviour.relations[0].species = 1;
  states[kChase].behaviour.relations[0].pursue = {20, 1};
  states[kRetreat].route = {3};
  states[kRetreat].behaviour.steering.seek.slow = 3;
  return desc;
}

TEST(MindRoute, TheEnemyPatrolsChasesAndRetreats) {
  Crowd crowd(enemy_desc());
  const std::vector<Vec2> round{{30, 40}, {30, 60}};
  for (const Vec2 place : round) crowd.add_goal(place);
  crowd.add_goal({10, 90});
  const AgentId enemy = crowd.spawn({.position = {30, 45, 0}});
  EXPECT_GE(visits(crowd, enemy, round, 1.2f, 25).size(), 4u);
  EXPECT_EQ(state_of(crowd, enemy), kPatrol);

  const AgentId player = crowd.spawn({.position = {38, 50, 0}, .velocity = {1, 0, 0}, .species = 1});
  crowd.run(6);
  EXPECT_EQ(state_of(crowd, enemy), kChase);
  const Vec2 at = crowd.position(enemy), to = crowd.position(player);
  EXPECT_LT(std::hypot(at.x - to.x, at.y - to.y), 2.5f) << "caught up";

  EXPECT_FALSE(crowd.world().set_health(enemy, 0.2f));
  crowd.run(20);
  EXPECT_EQ(state_of(crowd, enemy), kRetreat);
  EXPECT_NEAR(crowd.position(enemy).x, 10, 1);
  EXPECT_NEAR(crowd.position(enemy).y, 90, 1);

  EXPECT_FALSE(crowd.world().set_health(enemy, 1));
  crowd.run(2);
  EXPECT_EQ(state_of(crowd, enemy), kPatrol) << "the player is far away";
}

}  // namespace
}  // namespace cardume::testing
