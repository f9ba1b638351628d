#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

double gap(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// The tick's links, by agent.
using Links = std::map<AgentId, std::vector<std::uint32_t>>;

/// Runs, notes who goes through what, and shows each agent after every tick.
Links run(Crowd& crowd, double seconds, const std::function<void(AgentId, Vec2)>& look = {}) {
  Links taken;
  for (int tick = 0; tick < seconds * 60; ++tick) {
    crowd.world().tick();
    for (const Event& event : crowd.world().events())
      if (event.kind == Event::Kind::kLinked) taken[event.agent].push_back(event.detail);
    for (std::uint32_t row = 0; look && row < crowd.world().count(); ++row)
      look(crowd.world().id_at(row), {crowd.world().positions(0)[row], crowd.world().positions(1)[row]});
  }
  return taken;
}

/// A hall that a wall parts in two, but for a gap at the far end.
CostGrid parted_hall() {
  CostGrid map = open_map(60, 50);
  add_wall(map, {30, 0}, {30, 41});
  return map;
}

std::vector<AgentId> spawn(Crowd& crowd, const std::vector<Vec2>& places, GoalId goal) {
  std::vector<AgentId> agents;
  for (const Vec2 place : places) agents.push_back(crowd.spawn({.position = {place.x, place.y, 0}, .goal = goal}));
  return agents;
}

TEST(Links, AreTakenByEverybodyWhereTheWayThroughThemIsShorter) {
  for (const float radius : {0.f, 0.4f, 0.9f, 1.4f})
    for (const bool backward : {false, true})
      for (const Metric metric : {Metric::kOctile, Metric::kEikonal}) {
        WorldDesc desc = body_desc(parted_hall(), radius, 6);
        desc.fields.metric = metric;
        const Link away{{3, 45}, {8, 45}, 1, false};
        const Cell here{22, 8}, there{40, 12};
        desc.fields.passages.links = {away, backward ? Link{there, here, 2, true} : Link{here, there, 2, false}};
        Crowd crowd(desc);
        const GoalId goal = crowd.add_goal({50, 12});
        const auto agents = spawn(crowd, {{5, 5}, {5, 12}, {12, 20}, {18, 5}, {25, 15}}, goal);
        const Links taken = run(crowd, 14);
        for (const AgentId agent : agents) {
          ASSERT_TRUE(taken.count(agent)) << radius << " " << backward;
          EXPECT_EQ(taken.at(agent), std::vector<std::uint32_t>{1}) << radius << " " << backward;
          EXPECT_LT(gap(crowd.position(agent), {50, 12}), 4 + 2 * radius) << radius << " " << backward;
          if (radius > 0) {
            EXPECT_EQ(crowd.state(agent), AgentState::kArrived) << radius << " " << backward;
          }
        }
      }
}

TEST(Links, AreLeftAloneWhereTheyLeadBackOrAreLongerThanWalking) {
  for (const float radius : {0.f, 0.4f, 0.9f}) {
    WorldDesc desc = body_desc(parted_hall(), radius, 8);
    // Right at the beginning of the way: one that only leads the other way, and one that is too long.
    desc.fields.passages.links = {{{40, 12}, {12, 12}, 1, false}, {{14, 12}, {45, 12}, 400, true}};
    Crowd crowd(desc);
    const auto agents = spawn(crowd, {{10, 12}, {6, 20}, {12, 8}}, crowd.add_goal({50, 10}));
    EXPECT_TRUE(run(crowd, 20).empty()) << radius;
    for (const AgentId agent : agents) EXPECT_LT(gap(crowd.position(agent), {50, 10}), 4 + radius) << radius;
  }
}

TEST(Links, FollowOneAnother) {
  WorldDesc desc = body_desc(parted_hall(), 0.4f, 6);
  desc.fields.passages.links = {
      {{15, 30}, {50, 30}, 1, false}, {{45, 5}, {15, 25}, 1, true}, {{10, 5}, {40, 5}, 1, false}};
  Crowd crowd(desc);
  const auto agents = spawn(crowd, {{5, 5}, {8, 9}}, crowd.add_goal({55, 32}));
  const Links taken = run(crowd, 14);
  for (const AgentId agent : agents) {
    EXPECT_EQ(taken.at(agent), (std::vector<std::uint32_t>{2, 1, 0}));
    EXPECT_EQ(crowd.state(agent), AgentState::kArrived);
  }
}

TEST(Links, OpenRoomsWithoutDoors) {
  for (const bool linked : {false, true})
    for (const std::uint32_t edge : {4u, 9u})
      for (const float radius : {0.4f, 0.9f}) {
        CostGrid map = open_map(50, 30);
        add_wall(map, {30, 10}, {31 + edge, 11 + edge});
        for (std::uint32_t y = 11; y < 11 + edge; ++y)
          for (std::uint32_t x = 31; x < 31 + edge; ++x) map.cost[map.index({x, y})] = kOpenCost;
        WorldDesc desc = body_desc(map, radius, 6);
        if (linked) desc.fields.passages.links = {{{12, 14}, {32, 12}, 1, false}};
        Crowd crowd(desc);
        const Vec2 target{30.5f + static_cast<float>(edge), 10.5f + static_cast<float>(edge)};
        const GoalId goal = crowd.add_goal({target.x - 1, target.y - 1});
        const auto agents = spawn(crowd, {{4, 4}, {20, 25}}, goal);
        for (const int times : {1, 90}) {
          for (int tick = 0; tick < times; ++tick) crowd.world().tick();
          for (const AgentId agent : agents) EXPECT_EQ(*crowd.world().is_reachable(agent, goal), linked) << times;
        }
        EXPECT_EQ(*crowd.world().is_reachable({4, 4}, {target.x - 1, target.y - 1}, 0), linked);
        crowd.run(14);
        EXPECT_EQ(crowd.count(linked ? AgentState::kArrived : AgentState::kBlocked), 2u) << edge << " " << radius;
        EXPECT_LE(deepest_in_walls(crowd.world()), 1e-3);
      }
}

TEST(Links, LeaveThoseAloneWhomNothingMoves) {
  WorldDesc desc = body_desc(parted_hall(), 0.4f, 6);
  desc.fields.passages.links = {{{10, 10}, {40, 10}, 1, false}};
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({50, 10});
  const AgentId locked = crowd.spawn({.position = {10.5f, 10.5f, 0}, .goal = goal, .locked = true});
  const AgentId idle = crowd.spawn({.position = {10.5f, 12.5f, 0}});
  EXPECT_TRUE(run(crowd, 2).empty());
  EXPECT_EQ(crowd.position(locked), (Vec2{10.5f, 10.5f}));
  EXPECT_FALSE(crowd.world().set_locked(locked, false));
  EXPECT_EQ(run(crowd, 6).at(locked), std::vector<std::uint32_t>{0});
  EXPECT_EQ(crowd.position(idle), (Vec2{10.5f, 12.5f}));
}

TEST(Links, TakeACrowdThroughOneByOne) {
  for (const float radius : {0.3f, 0.5f, 0.9f}) {
    WorldDesc desc = body_desc(parted_hall(), radius, 6);
    desc.fields.passages.links = {{{22, 8}, {34, 12}, 1, false}};
    Crowd crowd(desc);
    const GoalId goal = crowd.add_goal({48, 12});
    std::vector<Vec2> starts;
    for (float i = 0; i < 36; ++i) starts.push_back({5 + std::fmod(i, 6.f) * 2, 4 + std::floor(i / 6) * 2});
    const auto agents = spawn(crowd, starts, goal);
    const Links taken = run(crowd, 25);
    EXPECT_EQ(taken.size(), agents.size()) << radius;
    for (const auto& [agent, links] : taken) EXPECT_EQ(links.size(), 1u) << radius;
    EXPECT_EQ(crowd.count(AgentState::kArrived), agents.size()) << radius;
    EXPECT_LE(deepest_in_walls(crowd.world()), 1e-3);
    EXPECT_LT(deepest_overlap(crowd.world()), 0.1) << radius;
  }
}

TEST(Links, NeverLeadIntoWallsThatHaveJustBeenPutThere) {
  for (const float radius : {0.f, 0.4f, 0.9f}) {
    WorldDesc desc = body_desc(parted_hall(), radius, 6);
    desc.fields.passages.links = {{{22, 8}, {40, 12}, 1, false}};
    desc.fields.latency_ticks = 4;
    Crowd crowd(desc);
    std::vector<Vec2> starts;
    for (float i = 0; i < 16; ++i) starts.push_back({2 + std::fmod(i, 8.f) * 2, 7 + std::floor(i / 8) * 2});
    const GoalId goal = crowd.add_goal({50, 12});
    const auto agents = spawn(crowd, starts, goal);
    for (int tick = 0; tick < 12 * 60; ++tick) {
      const bool wall = tick / 20 % 2 == 1;
      if (tick % 20 == 0) {
        EXPECT_FALSE(crowd.world().set_cost({39, 11}, {41, 13}, wall ? kWall : kOpenCost));
      }
      crowd.world().tick();
      ASSERT_LE(deepest_in_walls(crowd.world()), 1e-3) << radius << " " << tick;
    }
    EXPECT_FALSE(crowd.world().set_cost({39, 11}, {41, 13}, kOpenCost));
    crowd.run(6);
    for (const AgentId agent : agents) EXPECT_GT(crowd.position(agent).x, 31) << radius;
  }
}

/// Two corridors join two halls: a short one at the bottom and one at the top. In the short one ways lead to the right,
/// turned by so many quarters.
struct Halls {
  CostGrid map;
  OneWay one_way;

  explicit Halls(std::uint32_t quarters) {
    const bool upright = quarters % 2 == 1, back = quarters >= 2;
    map = upright ? open_map(44, 50) : open_map(50, 44);
    const auto wall = [&](Cell low, Cell high) {
      if (upright)
        add_wall(map, {low.y, low.x}, {high.y, high.x});
      else
        add_wall(map, low, high);
    };
    wall({15, 0}, {34, 3});
    wall({15, 7}, {34, 37});
    wall({15, 41}, {34, 43});
    const auto way = static_cast<std::int8_t>(back ? -1 : 1);
    one_way = upright ? OneWay{{4, 24}, {6, 25}, 0, way} : OneWay{{24, 4}, {25, 6}, way, 0};
  }
};

TEST(OneWays, ArePassedOneWayAndGoneAroundTheOtherWay) {
  for (std::uint32_t quarters = 0; quarters < 4; ++quarters)
    for (const float radius : {0.f, 0.4f, 0.9f, 1.4f}) {
      const Halls halls(quarters);
      WorldDesc desc = body_desc(halls.map, radius, 8);
      desc.fields.passages.one_ways = {halls.one_way};
      Crowd crowd(desc);
      const auto place = [&](float x, float y) { return quarters % 2 == 1 ? Vec2{y, x} : Vec2{x, y}; };
      const Vec2 left = place(7, 5.5f), right = place(43, 5.5f);
      const AgentId to_right = spawn(crowd, {left}, crowd.add_goal(right))[0];
      const AgentId to_left = spawn(crowd, {place(43, 12)}, crowd.add_goal(place(7, 12)))[0];
      std::map<AgentId, bool> short_way, long_way;
      run(crowd, 20, [&](AgentId agent, Vec2 at) {
        const Vec2 here = quarters % 2 == 1 ? Vec2{at.y, at.x} : at;
        if (here.x < 20 || here.x > 30) return;
        (here.y < 8 ? short_way : long_way)[agent] = true;
      });
      const AgentId along = quarters < 2 ? to_right : to_left, against = quarters < 2 ? to_left : to_right;
      EXPECT_TRUE(short_way[along] && !long_way[along]) << quarters << " " << radius;
      EXPECT_TRUE(long_way[against] && !short_way[against]) << quarters << " " << radius;
      EXPECT_LT(gap(crowd.position(to_right), right), 4) << quarters << " " << radius;
      EXPECT_LT(gap(crowd.position(to_left), place(7, 12)), 4) << quarters << " " << radius;
    }
}

TEST(OneWays, HoldThoseBackForWhomTheyAreTheOnlyWay) {
  for (const float radius : {0.4f, 0.9f}) {
    const Halls halls(0);
    WorldDesc desc = body_desc(halls.map, radius, 8);
    add_wall(desc.terrain, {20, 38}, {20, 40});
    desc.fields.passages.one_ways = {halls.one_way};
    Crowd crowd(desc);
    const AgentId along = spawn(crowd, {{7, 10}}, crowd.add_goal({43, 10}))[0];
    const GoalId back = crowd.add_goal({7, 30});
    const AgentId against = spawn(crowd, {{43, 30}}, back)[0];
    crowd.run(12);
    EXPECT_EQ(crowd.state(along), AgentState::kArrived);
    EXPECT_EQ(crowd.state(against), AgentState::kBlocked);
    EXPECT_FALSE(*crowd.world().is_reachable(against, back));
    EXPECT_FALSE(crowd.world().set_cost({20, 38}, {20, 40}, kOpenCost));
    crowd.run(16);
    EXPECT_EQ(crowd.state(against), AgentState::kArrived);
  }
}

}  // namespace
}  // namespace cardume::testing
