#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

constexpr float kRadius = 0.4f, kSpacing = 1;

double distance(Vec2 a, Vec2 b) { return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)); }

/// The offsets of a full block of ranks of ten, by hand.
std::vector<Vec2> ranks_of_ten(std::size_t count) {
  std::vector<Vec2> offsets;
  const float ranks = static_cast<float>(count) / 10;
  for (std::size_t i = 0; i < count; ++i)
    offsets.push_back(
        {((ranks - 1) / 2 - static_cast<float>(i / 10)) * kSpacing, (4.5f - static_cast<float>(i % 10)) * kSpacing});
  return offsets;
}

/// How far a group is from a shape.
struct Misfit {
  double rms = 0, worst = 0;
};

/// A group of bodies with one goal.
class Troop {
 public:
  Troop(const WorldDesc& desc, Vec2 goal) : crowd(desc), goal_(crowd.add_goal(goal)) { crowd.run(0.1); }
  Troop(CostGrid map, Vec2 goal) : Troop(body_desc(std::move(map), kRadius), goal) {}

  /// A random heap that they have to come out of.
  void gather(Vec2 corner, float wide, float high, std::uint32_t count, std::uint32_t seed) {
    Dice dice(seed);
    for (std::uint32_t i = 0; i < count; ++i)
      ids.push_back(crowd.spawn({.position = {corner.x + dice.below(wide), corner.y + dice.below(high), 0}}));
    crowd.run(0.05);
  }

  void form_up(Vec2 facing = {}) {
    const FormationDesc block{.spacing = kSpacing, .columns = 10, .facing = facing};
    EXPECT_FALSE(crowd.world().form_up(goal_, ids, block));
  }

  Vec2 centre() const {
    double x = 0, y = 0;
    for (const AgentId id : ids) {
      x += static_cast<double>(crowd.position(id).x);
      y += static_cast<double>(crowd.position(id).y);
    }
    const auto count = static_cast<double>(ids.size());
    return {static_cast<float>(x / count), static_cast<float>(y / count)};
  }

  /// Each slot's distance to the body nearest to it; without end if one body is the nearest to two.
  Misfit misfit(const std::vector<Vec2>& offsets, Vec2 centre, Vec2 heading) const {
    Misfit sum;
    std::vector<bool> taken(ids.size());
    for (const Vec2 offset : offsets) {
      const Vec2 slot{centre.x + offset.x * heading.x - offset.y * heading.y,
                      centre.y + offset.x * heading.y + offset.y * heading.x};
      std::size_t nearest = 0;
      for (std::size_t i = 0; i < ids.size(); ++i)
        if (distance(crowd.position(ids[i]), slot) < distance(crowd.position(ids[nearest]), slot)) nearest = i;
      const double off =
          taken[nearest] ? std::numeric_limits<double>::infinity() : distance(crowd.position(ids[nearest]), slot);
      taken[nearest] = true;
      sum.rms += off * off / static_cast<double>(offsets.size());
      sum.worst = std::max(sum.worst, off);
    }
    sum.rms = std::sqrt(sum.rms);
    return sum;
  }

  bool run_until_arrived(double seconds) {
    for (double time = 0; time < seconds; ++time) {
      crowd.run(1);
      if (arrived() == ids.size()) return true;
    }
    return false;
  }

  std::size_t arrived() const {
    return static_cast<std::size_t>(
        std::count_if(ids.begin(), ids.end(), [&](AgentId id) { return crowd.state(id) == AgentState::kArrived; }));
  }

  GoalId goal() const { return goal_; }

  Crowd crowd;
  std::vector<AgentId> ids;

 private:
  GoalId goal_;
};

Vec2 direction(float degrees) {
  const double angle = static_cast<double>(degrees) * std::acos(-1.) / 180;
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

class HeapSize : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(HeapSize, AHeapFormsUpWithinTenSeconds) {
  const std::uint32_t count = GetParam();
  for (const float facing : {0.f, 70.f}) {
    Troop troop(open_map(60, 60), {30, 30});
    troop.gather({22, 24}, 14, 12, count, count);
    troop.form_up(direction(facing));
    EXPECT_TRUE(troop.run_until_arrived(10));
    EXPECT_LT(troop.misfit(ranks_of_ten(count), {30, 30}, direction(facing)).worst, 0.6 * static_cast<double>(kRadius));
    EXPECT_LT(deepest_overlap(troop.crowd.world()), 0.02);
    EXPECT_LT(kinetic_energy(troop.crowd.world()), 0.01 * count);
  }
}

INSTANTIATE_TEST_SUITE_P(March, HeapSize, ::testing::Values(40, 100, 200));

TEST(March, HoldsItsShapeOnAStraightWay) {
  for (const float degrees : {0.f, 17.f, 45.f, -90.f}) {
    const Vec2 ahead = direction(degrees), goal{50 + 33 * ahead.x, 50 + 33 * ahead.y};
    Troop troop(open_map(100, 100), goal);
    troop.gather({50 - 33 * ahead.x - 6, 50 - 33 * ahead.y - 6}, 12, 12, 60, 5);
    troop.form_up();
    troop.crowd.run(6);
    const double to_go = distance(troop.centre(), goal);
    double worst = 0;
    for (int i = 0; i < 10; ++i) {
      const Vec2 centre = troop.centre();
      const double left = distance(centre, goal);
      const Vec2 heading{static_cast<float>((goal.x - centre.x) / left),
                         static_cast<float>((goal.y - centre.y) / left)};
      worst = std::max(worst, troop.misfit(ranks_of_ten(60), centre, heading).rms);
      troop.crowd.run(1);
    }
    EXPECT_LT(worst, 0.25 * static_cast<double>(kRadius)) << degrees;
    EXPECT_LT(distance(troop.centre(), goal), to_go - 30);
    EXPECT_TRUE(troop.run_until_arrived(15));
    EXPECT_LT(distance(troop.centre(), goal), 0.1);
  }
}

struct Obstacle {
  const char* name;
  std::vector<std::pair<Cell, Cell>> walls;
};

class Obstacles : public ::testing::TestWithParam<Obstacle> {};

TEST_P(Obstacles, AllPassAndFormUpAgain) {
  CostGrid map = open_map(110, 60);
  for (const auto& [low, high] : GetParam().walls) add_wall(map, low, high);
  Troop troop(std::move(map), {90, 30});
  troop.gather({8, 22}, 16, 16, 100, 7);
  troop.form_up({1, 0});
  double deepest = 0;
  for (int second = 0; second < 60 && troop.arrived() < 100; ++second) {
    troop.crowd.run(1);
    deepest = std::max(deepest, deepest_in_walls(troop.crowd.world()));
  }
  EXPECT_EQ(troop.arrived(), 100u);
  EXPECT_LT(troop.misfit(ranks_of_ten(100), {90, 30}, {1, 0}).worst, static_cast<double>(kRadius));
  EXPECT_LT(deepest, 0.01);
}

INSTANTIATE_TEST_SUITE_P(March, Obstacles,
                         ::testing::Values(Obstacle{"block", {{{50, 28}, {53, 33}}}},
                                           Obstacle{"gap", {{{50, 0}, {51, 27}}, {{50, 31}, {51, 59}}}},
                                           Obstacle{"two_pillars", {{{45, 24}, {46, 25}}, {{52, 33}, {54, 35}}}}),
                         [](const auto& name) { return name.param.name; });

TEST(March, KeepsItsShapeThroughATurn) {
  CostGrid map = open_map(90, 90);
  add_wall(map, {0, 40}, {44, 89});
  Troop troop(std::move(map), {70, 75});
  troop.gather({10, 10}, 12, 12, 60, 3);
  troop.form_up();
  troop.crowd.run(6);
  std::vector<double> apart;
  const auto pairs = [&] {
    std::vector<double> all;
    for (std::size_t i = 1; i < troop.ids.size(); ++i)
      all.push_back(distance(troop.crowd.position(troop.ids[i - 1]), troop.crowd.position(troop.ids[i])));
    return all;
  };
  const auto before = pairs();
  double worst = 0;
  for (int second = 0; second < 16; ++second) {
    troop.crowd.run(1);
    const auto now = pairs();
    double sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) sum += (now[i] - before[i]) * (now[i] - before[i]);
    worst = std::max(worst, std::sqrt(sum / static_cast<double>(now.size())));
  }
  EXPECT_LT(worst, 0.6 * static_cast<double>(kSpacing));
  EXPECT_TRUE(troop.run_until_arrived(20));
}

TEST(March, TurnsAboutWithoutCrossingWays) {
  Troop troop(open_map(120, 40), {100, 20});
  troop.gather({50, 14}, 12, 12, 100, 3);
  troop.form_up();
  troop.crowd.run(6);
  const Vec2 there = troop.centre();
  EXPECT_FALSE(troop.crowd.world().move_goal(troop.goal(), {20, 20}));
  // A wheel of this block would take its outer members half a circle around the centre, and many seconds.
  std::vector<Vec2> before;
  for (const AgentId id : troop.ids) before.push_back(troop.crowd.position(id));
  troop.crowd.run(4);
  double farthest = 0;
  const Vec2 now = troop.centre();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Vec2 at = troop.crowd.position(troop.ids[i]);
    farthest =
        std::max(farthest, distance({at.x - now.x, at.y - now.y}, {before[i].x - there.x, before[i].y - there.y}));
  }
  EXPECT_LT(now.x, there.x - 4);
  EXPECT_LT(farthest, 2.5 * static_cast<double>(kSpacing));
  EXPECT_TRUE(troop.run_until_arrived(40));
}

TEST(March, GoesOnWithoutThoseWhoDieOrAreCalledAway) {
  Troop troop(open_map(100, 60), {80, 30});
  troop.gather({8, 24}, 12, 12, 60, 11);
  troop.form_up({1, 0});
  const GoalId other = troop.crowd.add_goal({20, 50});
  troop.crowd.run(6);
  std::vector<AgentId> called;
  for (int i = 0; i < 20; ++i) {
    const AgentId id = troop.ids[static_cast<std::size_t>(i) * 2];
    if (i % 2 == 0) {
      EXPECT_FALSE(troop.crowd.world().despawn(id));
    } else {
      EXPECT_FALSE(troop.crowd.world().set_goal(id, other));
      called.push_back(id);
    }
  }
  for (std::size_t i = 20; i-- > 0;) troop.ids.erase(troop.ids.begin() + static_cast<std::ptrdiff_t>(2 * i));
  EXPECT_TRUE(troop.run_until_arrived(40));
  EXPECT_LT(troop.misfit(ranks_of_ten(40), {80, 30}, {1, 0}).worst, static_cast<double>(kRadius));
  for (const AgentId id : called) EXPECT_LT(distance(troop.crowd.position(id), {20, 50}), 4);
}

TEST(March, ANewFormationLetsGoOfTheOldOne) {
  Troop troop(open_map(60, 60), {40, 30});
  troop.gather({8, 24}, 12, 12, 60, 2);
  troop.form_up({1, 0});
  troop.crowd.run(3);
  const std::vector<AgentId> left_over(troop.ids.begin() + 1, troop.ids.end());
  troop.ids.resize(1);
  troop.form_up();
  troop.crowd.run(30);
  // Without a formation they arrive as any crowd does: packed, not in ranks with gaps between.
  double farthest = 0;
  for (const AgentId id : left_over) farthest = std::max(farthest, distance(troop.crowd.position(id), {40, 30}));
  EXPECT_LT(farthest, 1.5 * static_cast<double>(kRadius) * std::sqrt(60.));
}

TEST(March, TheLastCallBeforeATickCounts) {
  Troop troop(open_map(60, 60), {40, 30});
  troop.gather({8, 24}, 12, 12, 20, 2);
  const GoalId other = troop.crowd.add_goal({10, 10});
  troop.form_up({1, 0});
  EXPECT_FALSE(troop.crowd.world().set_goal(troop.ids.back(), other));
  troop.crowd.run(25);
  EXPECT_LT(distance(troop.crowd.position(troop.ids.back()), {10, 10}), 2);
  EXPECT_EQ(troop.arrived(), 20u);
}

TEST(March, TwoFormationsCross) {
  Crowd crowd(body_desc(open_map(80, 80), kRadius));
  const GoalId goals[] = {crowd.add_goal({70, 40}), crowd.add_goal({40, 70})};
  std::vector<AgentId> members[2];
  Dice dice(4);
  for (int i = 0; i < 100; ++i) {
    const float x = dice.below(10), y = dice.below(10);
    members[i % 2].push_back(crowd.spawn({.position = {i % 2 == 0 ? 5 + x : 35 + x, i % 2 == 0 ? 35 + y : 5 + y, 0}}));
  }
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(crowd.world().form_up(goals[i], members[i]));
  for (int second = 0; second < 60 && crowd.count(AgentState::kArrived) < 100; ++second) crowd.run(1);
  EXPECT_EQ(crowd.count(AgentState::kArrived), 100u);
  EXPECT_EQ(crowd.world().overlaps().deep, 0u);
}

TEST(March, FindsRoomForAllWhereWallsAreInTheWay) {
  Troop troop(open_map(60, 40), {58, 20});
  troop.gather({20, 14}, 12, 12, 100, 9);
  troop.form_up();
  EXPECT_TRUE(troop.run_until_arrived(60));
  EXPECT_EQ(troop.crowd.world().overlaps().deep, 0u);
}

TEST(March, OneThatIsLockedIsNotWaitedForForEver) {
  Troop troop(open_map(60, 40), {50, 20});
  troop.gather({10, 14}, 12, 12, 30, 9);
  EXPECT_FALSE(troop.crowd.world().set_locked(troop.ids[0], true));
  troop.form_up();
  troop.crowd.run(45);
  EXPECT_GE(troop.arrived(), 28u);
}

}  // namespace
}  // namespace cardume::testing
