#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

Vec3 lift(Vec2 at) { return {at.x, at.y, 0}; }

double gap(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

GoalPart part_of(const std::vector<Vec2>& places, float weight = 1, bool flee = false) {
  GoalPart part;
  for (const Vec2 place : places) part.places.push_back({.position = lift(place)});
  part.flee = flee;
  part.weight = weight;
  return part;
}

GoalDesc goal_of(const std::vector<Vec2>& places) { return {{part_of(places)}}; }

GoalDesc away_from(Vec2 threat) { return {{part_of({threat}, 1, true)}}; }

GoalId add(Crowd& crowd, const GoalDesc& desc) {
  const auto goal = crowd.world().add_goal(desc);
  EXPECT_TRUE(goal) << goal.error().message;
  return goal ? *goal : GoalId{};
}

std::vector<AgentId> spawn(Crowd& crowd, const std::vector<Vec2>& places, GoalId goal) {
  std::vector<AgentId> agents;
  for (const Vec2 place : places) agents.push_back(crowd.spawn({.position = lift(place), .goal = goal}));
  return agents;
}

/// Which of the places each agent comes near to first; their number where it comes to none.
std::vector<std::size_t> first_reached(Crowd& crowd, const std::vector<AgentId>& agents,
                                       const std::vector<Vec2>& places, double near, double seconds) {
  std::vector<std::size_t> reached(agents.size(), places.size());
  for (int tick = 0; tick < seconds * 60; ++tick) {
    crowd.world().tick();
    for (std::size_t i = 0; i < agents.size(); ++i)
      for (std::size_t k = 0; k < places.size() && reached[i] == places.size(); ++k)
        if (gap(crowd.position(agents[i]), places[k]) <= near) reached[i] = k;
  }
  return reached;
}

/// A map that a wall parts in two, but for a gap at the far end.
CostGrid parted(std::uint32_t width, std::uint32_t height, std::uint32_t wall, std::uint32_t gap_at) {
  CostGrid map = open_map(width, height);
  add_wall(map, {wall, 0}, {wall, gap_at - 1});
  return map;
}

TEST(Goals, EachAgentGoesToThePlaceThatIsNearestByItsWay) {
  for (const Metric metric : {Metric::kOctile, Metric::kEikonal})
    for (const std::uint32_t end : {12u, 26u})
      for (const float handicap : {0.f, 9.f}) {
        WorldDesc desc = body_desc(parted(50, 36, 24, end), 0, 8);
        desc.fields.metric = metric;
        Crowd crowd(desc);
        // The first is right behind the wall.
        const std::vector<Vec2> places{{27.5f, 4.5f}, {5.5f, 6.5f}};
        GoalDesc goal = goal_of(places);
        goal.parts[0].places[1].handicap = handicap;
        const auto corner = static_cast<float>(end);
        std::vector<Vec2> starts;
        std::vector<std::size_t> expected;
        for (float x = 2.5f; x < 24; x += 3)
          for (float y = 2.5f; y < 34; y += 3) {
            const Vec2 near{24, corner}, far{25, corner};
            const bool in_sight = y > corner && 25 + (y - 4.5f) * (27.5f - x) < 0;
            const double around = gap({x, y}, near) + 1 + gap(far, places[0]);
            const double here = gap({x, y}, places[1]) + static_cast<double>(handicap);
            if (in_sight || std::fabs(around - here) < 2 + 0.08 * (around + here)) continue;
            starts.push_back({x, y});
            expected.push_back(around < here ? 0u : 1u);
          }
        const auto agents = spawn(crowd, starts, add(crowd, goal));
        EXPECT_EQ(first_reached(crowd, agents, places, 1.5, 12), expected) << end << " " << handicap;
        EXPECT_EQ(std::count(expected.begin(), expected.end(), 0u) == 0, end == 26 && handicap == 0);
      }
}

TEST(Goals, AHandicapShiftsTheBorderByHalfOfIt) {
  for (const Metric metric : {Metric::kOctile, Metric::kEikonal})
    for (const float edge : {0.5f, 1.f, 2.f})
      for (const float share : {0.f, 0.3f, 0.8f, 1.1f}) {
        CostGrid map = open_map(48, 9);
        map.cell_size = edge;
        WorldDesc desc = body_desc(map, 0, 10 * edge);
        desc.fields.metric = metric;
        Crowd crowd(desc);
        const std::vector<Vec2> places{{4.5f * edge, 4.5f * edge}, {40.5f * edge, 4.5f * edge}};
        GoalDesc goal = goal_of(places);
        const float apart = 36 * edge, handicap = share * apart;
        goal.parts[0].places[1].handicap = handicap;
        const float border = places[0].x + (apart + handicap) / 2;
        std::vector<Vec2> starts;
        std::vector<std::size_t> expected;
        for (float x = 6.5f; x < 39; ++x) {
          if (std::fabs(x * edge - border) <= edge) continue;
          starts.push_back({x * edge, 4.5f * edge});
          expected.push_back(x * edge < border ? 0u : 1u);
        }
        const auto agents = spawn(crowd, starts, add(crowd, goal));
        EXPECT_EQ(first_reached(crowd, agents, places, 1.2 * static_cast<double>(edge), 6), expected)
            << edge << " " << share;
      }
}

TEST(Goals, BodiesComeToRestAtTwoPointsAtOnceAndWhereTheseAreMovedTo) {
  for (const float radius : {0.3f, 0.5f, 1.f, 1.4f})
    for (const float handicap : {0.f, 6.f}) {
      Crowd crowd(body_desc(open_map(64, 30), radius, 6));
      const std::vector<Vec2> before{{14.5f, 15.5f}, {50.5f, 15.5f}}, after{{20.5f, 6.5f}, {44.5f, 22.5f}};
      GoalDesc desc = goal_of(before);
      desc.parts[0].places[1].handicap = handicap;
      const GoalId goal = add(crowd, desc);
      std::vector<Vec2> starts;
      for (float i = 0; i < 8; ++i) {
        starts.push_back({3 + i * 2.9f, 3});
        starts.push_back({61 - i * 2.3f, 27});
      }
      const auto agents = spawn(crowd, starts, goal);
      for (const std::vector<Vec2>& places : {before, after}) {
        for (std::size_t i = 0; i < 2; ++i) desc.parts[0].places[i].position = lift(places[i]);
        EXPECT_FALSE(crowd.world().move_goal(goal, desc));
        crowd.run(22);
        EXPECT_EQ(crowd.count(AgentState::kArrived), 16u) << radius << " " << handicap;
        std::array<std::uint32_t, 2> at{};
        for (const AgentId agent : agents)
          for (std::size_t i = 0; i < 2; ++i)
            at[i] += static_cast<std::uint32_t>(gap(crowd.position(agent), places[i]) < 5.5 * radius + 1);
        EXPECT_EQ(at, (std::array<std::uint32_t, 2>{8, 8})) << radius << " " << handicap;
      }
    }
}

double beyond(Vec2 at, const GoalPlace& place) {
  const float dx = std::max(0.f, std::fabs(at.x - place.position.x) - place.half.x);
  const float dy = std::max(0.f, std::fabs(at.y - place.position.y) - place.half.y);
  return std::hypot(dx, dy);
}

TEST(Goals, BodiesComeToRestInARectangleOrAtItsEdge) {
  for (const Vec2 half : {Vec2{6, 3}, Vec2{0, 8}, Vec2{2.5f, 2.5f}})
    for (const float radius : {0.4f, 1.f})
      for (const std::uint8_t cost : {std::uint8_t{1}, std::uint8_t{9}}) {
        CostGrid map = open_map(48, 48);
        std::fill(map.cost.begin(), map.cost.end(), cost);
        Crowd crowd(body_desc(map, radius, 6));
        GoalDesc desc = goal_of({{24, 24}});
        GoalPlace& place = desc.parts[0].places[0];
        place.half = half;
        const GoalId goal = add(crowd, desc);
        // From all sides, and one from inside.
        std::vector<Vec2> starts{{24, 24}};
        for (float i = 0; i < 12; ++i)
          starts.push_back({24 + 20 * std::cos(i * 0.5236f), 24 + 20 * std::sin(i * 0.5236f)});
        const auto agents = spawn(crowd, starts, goal);
        crowd.run(20);
        EXPECT_EQ(crowd.count(AgentState::kArrived), agents.size()) << half.x << " " << radius << " " << int{cost};
        for (const AgentId agent : agents) {
          EXPECT_LT(beyond(crowd.position(agent), place), 3 * static_cast<double>(radius) + 0.5)
              << half.x << " " << radius << " " << int{cost};
        }
      }
}

TEST(Goals, OnlyTheCellsThatARectangleCoversAreTheGoal) {
  for (const Vec2 low : {Vec2{4, 3}, Vec2{9, 10}})
    for (const Vec2 size : {Vec2{2, 4}, Vec2{5, 1}}) {
      WorldDesc desc = body_desc(open_map(24, 20), 0);
      Crowd crowd(desc);
      GoalDesc goal = goal_of({{low.x + size.x / 2, low.y + size.y / 2}});
      goal.parts[0].places[0].half = {size.x / 2, size.y / 2};
      const GoalId id = add(crowd, goal);
      crowd.run(0.5);
      const FlowField* field = crowd.world().field(id);
      ASSERT_NE(field, nullptr);
      for (std::uint32_t y = 0; y < 20; ++y)
        for (std::uint32_t x = 0; x < 24; ++x) {
          const Vec2 middle{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
          const bool inside = beyond(middle, goal.parts[0].places[0]) == 0;
          EXPECT_EQ(field->packed({x, y}) == 0, inside) << x << " " << y;
        }
    }
}

/// A room of `edge` cells at (20, 20) with one door of two cells, off the middle of one of its sides.
CostGrid room_map(std::uint32_t edge, std::uint32_t side) {
  CostGrid map = open_map(90, 90);
  const std::uint32_t low = 20, high = low + edge + 1, door = low + 3;
  add_wall(map, {low, low}, {high, low});
  add_wall(map, {low, high}, {high, high});
  add_wall(map, {low, low}, {low, high});
  add_wall(map, {high, low}, {high, high});
  const Cell doors[] = {{door, low}, {high, door}, {door, high}, {low, door}};
  const Cell first = doors[side];
  map.cost[map.index(first)] = kOpenCost;
  map.cost[map.index({first.x + (side % 2 == 0 ? 1u : 0u), first.y + (side % 2 == 0 ? 0u : 1u)})] = kOpenCost;
  return map;
}

TEST(Goals, WhoFleesLeavesARoomThroughTheDoorRatherThanForTheCorner) {
  for (const std::uint32_t edge : {8u, 12u})
    for (std::uint32_t side = 0; side < 4; ++side)
      for (const float radius : {0.f, 0.45f}) {
        Crowd crowd(body_desc(room_map(edge, side), radius, 6));
        const auto middle = 21 + static_cast<float>(edge) / 2, far = 21 + static_cast<float>(edge) - 1.5f;
        const Vec2 threat{middle, middle};
        std::vector<Vec2> starts;
        for (const float x : {22.5f, middle + 1.5f, far})
          for (const float y : {22.5f, middle + 1.5f, far}) starts.push_back({x, y});
        const auto agents = spawn(crowd, starts, add(crowd, away_from(threat)));
        crowd.run(15);
        for (const AgentId agent : agents) {
          const Vec2 at = crowd.position(agent);
          const float high = 22 + static_cast<float>(edge);
          const bool inside = at.x > 20 && at.y > 20 && at.x < high && at.y < high;
          EXPECT_FALSE(inside) << edge << " " << side << " " << radius << ": " << at.x << " " << at.y;
          EXPECT_GT(gap(at, threat), 25);
        }
      }
}

TEST(Goals, AThreatThatMovesDrivesThemBeforeIt) {
  Crowd crowd(body_desc(open_map(60, 12), 0, 6));
  const GoalId goal = add(crowd, away_from({30, 6}));
  const auto agents = spawn(crowd, {{20, 4}, {24, 8}}, goal);
  crowd.run(6);
  for (const AgentId agent : agents) EXPECT_LT(crowd.position(agent).x, 8);
  EXPECT_FALSE(crowd.world().move_goal(goal, away_from({0.5f, 6})));
  crowd.run(14);
  for (const AgentId agent : agents) EXPECT_GT(crowd.position(agent).x, 50);
}

/// Where the weighted sum of the distances to some places is least, to an eighth of a cell.
Vec2 median_of(const std::vector<Vec2>& places, const std::vector<float>& weights) {
  Vec2 best;
  double least = 1e30;
  for (float x = 0; x <= 40; x += 0.125f)
    for (float y = 0; y <= 40; y += 0.125f) {
      double sum = 0;
      for (std::size_t i = 0; i < places.size(); ++i) sum += static_cast<double>(weights[i]) * gap({x, y}, places[i]);
      if (sum >= least) continue;
      least = sum;
      best = {x, y};
    }
  return best;
}

TEST(Goals, PartsThatDrawAgentsHaveThemSettleWhereTheWeightedSumOfDistancesIsLeast) {
  const std::vector<Vec2> places{{6.5f, 7.5f}, {34.5f, 9.5f}, {18.5f, 35.5f}};
  for (const std::vector<float>& weights : {std::vector<float>{1, 1, 1}, {2, 1.6f, 1}, {1, 1, 3}}) {
    WorldDesc desc = body_desc(open_map(40, 40), 0, 4);
    desc.fields.metric = Metric::kEikonal;
    Crowd crowd(desc);
    GoalDesc goal;
    for (std::size_t i = 0; i < places.size(); ++i) goal.parts.push_back(part_of({places[i]}, weights[i]));
    const auto agents = spawn(crowd, {{3, 3}, {38, 2}, {20, 20}, {2, 38}, {37, 30}}, add(crowd, goal));
    crowd.run(20);
    const Vec2 expected = median_of(places, weights);
    for (const AgentId agent : agents) EXPECT_LT(gap(crowd.position(agent), expected), 3) << weights[1];
  }
}

TEST(Goals, OfTwoWaysAlikeTheOneWithoutAThreatIsTaken) {
  for (const float threat : {4.5f, 26.5f})
    for (const float weight : {0.2f, 0.6f}) {
      CostGrid map = open_map(41, 31);
      add_wall(map, {10, 9}, {30, 21});
      Crowd crowd(body_desc(map, 0, 6));
      const Vec2 target{37.5f, 15.5f};
      const GoalId goal = add(crowd, {{part_of({target}), part_of({{20.5f, threat}}, weight, true)}});
      const auto agents = spawn(crowd, {{3.5f, 15.5f}, {6.5f, 15.5f}}, goal);
      for (int tick = 0; tick < 12 * 60; ++tick) {
        crowd.world().tick();
        for (const AgentId agent : agents) {
          const Vec2 at = crowd.position(agent);
          if (at.x > 12 && at.x < 28) {
            EXPECT_EQ(at.y > 15, threat < 15) << weight;
          }
        }
      }
      for (const AgentId agent : agents) EXPECT_LT(gap(crowd.position(agent), target), 4) << weight;
    }
}

}  // namespace
}  // namespace cardume::testing
