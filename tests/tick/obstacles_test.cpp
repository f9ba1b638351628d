#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/loners.hpp"

namespace cardume::testing {
namespace {

/// How far a place is within a zone that is a box or a ball; negative outside.
double depth_in(const Zone& zone, const Triple& at, std::uint32_t dimensions) {
  const Triple centre = triple(zone.centre, dimensions), half = triple(zone.half, dimensions);
  const bool ball = zone.shape == Zone::Shape::kBall;
  Triple beyond{};
  double inside = -1e9;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    const double off = std::fabs(at[d] - centre[d]) - (ball ? 0 : half[d]);
    beyond[d] = std::max(off, 0.0);
    inside = std::max(inside, off);
  }
  if (ball) return static_cast<double>(zone.radius) - length(beyond);
  return length(beyond) > 0 ? -length(beyond) : -inside;
}

/// The deepest that anybody is in any obstacle; negative where nobody is.
double deepest_in_obstacles(const World& world) {
  double deepest = -1e9;
  for (std::uint32_t row = 0; row < world.count(); ++row)
    for (const ObstacleDesc& one : world.desc().scenery.obstacles) {
      const double radius = world.radii().empty() ? 0 : static_cast<double>(world.radii()[row]);
      deepest = std::max(deepest, depth_in(one.zone, position_at(world, row), world.desc().dimensions) + radius);
    }
  return deepest;
}

/// Positions are floats, and bodies touch what they slide along.
constexpr double kRounding = 1e-5;

struct Aim {
  std::uint32_t dimensions;
  Zone zone;
  float body;
};

/// A flock on its way to a goal, with an obstacle in between that is narrower than it.
WorldDesc flock_desc(const Aim& aim) {
  WorldDesc desc = lone_desc(aim.dimensions);
  SpeciesDesc& species = desc.species[0];
  species.separation = {1.2f, 1.5f};
  species.alignment = {2.5f, 0.5f};
  species.cohesion = {2.5f, 0.3f};
  species.motion = {.max_speed = 5, .max_acceleration = 25, .response = 4};
  species.steering.seek.weight = 1;
  species.steering.look_ahead = {3, 1};
  species.body.radius = aim.body;
  desc.size = {120, 100, 100};
  desc.scenery.obstacles = {{aim.zone}};
  return desc;
}

void expect_flock_gets_past(const Aim& aim) {
  Crowd crowd(flock_desc(aim));
  const GoalId goal = crowd.add_goal({110, 50});
  EXPECT_FALSE(crowd.world().move_goal(goal, Vec3{110, 50, 50}));
  Dice dice(5);
  for (int i = 0; i < 250; ++i) {
    const Vec3 place{5 + dice.below(18), 40 + dice.below(20), 40 + dice.below(20)};
    crowd.spawn({.position = place, .velocity = {4, 0, 0}, .goal = goal});
  }
  std::vector<std::uint8_t> past(250, 0);
  for (int tick = 0; tick < 60 * 25; ++tick) {
    crowd.world().tick();
    if (tick % 4 == 0) {
      ASSERT_LE(deepest_in_obstacles(crowd.world()), kRounding) << "tick " << tick;
    }
    for (std::uint32_t row = 0; row < crowd.world().count(); ++row)
      if (crowd.world().positions(0)[row] > 60) past[crowd.world().id_at(row).slot()] = 1;
  }
  EXPECT_GE(std::count(past.begin(), past.end(), 1), 225);
}

TEST(Obstacles, B30_AFlockAimedAtADiscOrBallNarrowerThanItselfGetsPast) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float radius : {1.f, 6.f})
      for (float body : {0.f, 0.3f})
        expect_flock_gets_past({dimensions, {Zone::Shape::kBall, {38, 50, 50}, {}, radius}, body});
}

TEST(Obstacles, B30_AFlockAimedAtABoxNarrowerThanItselfGetsPast) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (Vec3 half : {Vec3{1, 1, 1}, Vec3{1, 6, 6}, Vec3{6, 3, 5}})
      for (float body : {0.f, 0.3f})
        expect_flock_gets_past({dimensions, {Zone::Shape::kBox, {38, 50, 50}, half, 0}, body});
}

ObstacleDesc draw_obstacle(Dice& dice) {
  const Vec3 centre{dice.below(100), dice.below(100), dice.below(100)};
  if (dice.chance(50)) return {{Zone::Shape::kBall, centre, {}, 1 + dice.below(7)}};
  return {{Zone::Shape::kBox, centre, {0.5f + dice.below(6), 0.5f + dice.below(6), 0.5f + dice.below(6)}, 0}};
}

TEST(Obstacles, B30_ThousandsOfFastShotsLeaveNobodyInside) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float body : {0.f, 0.4f}) {
      WorldDesc desc = lone_desc(dimensions);
      desc.scenery.edge = Edge::kReflect;
      desc.species[0].motion.max_speed = 3000;
      desc.species[0].body.radius = body;
      Dice dice(11 + dimensions);
      for (int i = 0; i < 60; ++i) desc.scenery.obstacles.push_back(draw_obstacle(dice));
      Crowd crowd(desc);
      int spawned = 0;
      for (int i = 0; i < 1500; ++i) {
        const float speed = dice.chance(50) ? 3000 : 200;
        AgentDesc shot;
        shot.position = {dice.below(100), dice.below(100), dice.below(100)};
        shot.velocity = {dice.below(2 * speed) - speed, dice.below(2 * speed) - speed, dice.below(2 * speed) - speed};
        shot.snap_distance = 30;
        spawned += crowd.world().spawn(shot) ? 1 : 0;
      }
      EXPECT_GT(spawned, 1000);
      for (int tick = 0; tick < 40; ++tick) {
        crowd.world().tick();
        for (std::uint32_t row = 0; row < crowd.world().count(); ++row)
          for (double one : position_at(crowd.world(), row)) ASSERT_TRUE(one >= 0 && one <= 100) << one;
        ASSERT_LE(deepest_in_obstacles(crowd.world()), body > 0 ? 0.02 : kRounding) << dimensions << " " << tick;
      }
    }
}

/// Thin boxes all around a room; in the plane four of them.
std::vector<ObstacleDesc> cage(float half, float thick) {
  std::vector<ObstacleDesc> walls;
  for (int d = 0; d < 3; ++d)
    for (float side : {-1.f, 1.f}) {
      float centre[] = {50, 50, 50}, halves[] = {half + thick, half + thick, half + thick};
      centre[d] += side * half;
      halves[d] = thick;
      walls.push_back({{Zone::Shape::kBox, {centre[0], centre[1], centre[2]}, {halves[0], halves[1], halves[2]}, 0}});
    }
  return walls;
}

TEST(Obstacles, B30_NoShotLeavesACageOfThinBoxes) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float body : {0.f, 0.3f})
      for (float speed : {20.f, 500.f, 20000.f}) {
        WorldDesc desc = lone_desc(dimensions);
        desc.species[0].motion = {.max_speed = speed, .max_acceleration = 0};
        desc.species[0].body = {.radius = body, .collides = 0};
        desc.scenery.obstacles = cage(20, 0.05f);
        if (dimensions == 2) desc.scenery.obstacles.resize(4);
        Crowd crowd(desc);
        Dice dice(13);
        for (int i = 0; i < 800; ++i) {
          const Vec3 place{35 + dice.below(30), 35 + dice.below(30), 35 + dice.below(30)};
          crowd.spawn({.position = place,
                       .velocity = {dice.below(2) * speed - speed, dice.below(2) * speed - speed,
                                    dice.below(2) * speed - speed}});
        }
        crowd.run(1);
        for (std::uint32_t row = 0; row < crowd.world().count(); ++row) {
          const Triple off = position_at(crowd.world(), row) - triple({50, 50, 50}, dimensions);
          for (double one : off) EXPECT_LE(std::fabs(one), 20 - 0.05 - static_cast<double>(body) + kRounding);
        }
      }
}

TEST(Obstacles, OnATorusNobodyComesInsideAcrossTheEdge) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions);
    desc.scenery.edge = Edge::kWrap;
    desc.species[0].motion = {.max_speed = 40, .max_acceleration = 0};
    desc.scenery.obstacles = {{{Zone::Shape::kBall, {0, 50, 50}, {}, 8}}, {{Zone::Shape::kBall, {100, 50, 50}, {}, 8}}};
    Crowd crowd(desc);
    Dice dice(17);
    for (int i = 0; i < 500; ++i)
      crowd.spawn({.position = {20 + dice.below(60), 30 + dice.below(40), 30 + dice.below(40)},
                   .velocity = {dice.below(80) - 40, dice.below(10) - 5, dice.below(10) - 5}});
    for (int tick = 0; tick < 300; ++tick) {
      crowd.world().tick();
      ASSERT_LE(deepest_in_obstacles(crowd.world()), kRounding);
      for (float x : crowd.world().positions(0)) ASSERT_TRUE(x >= 0 && x <= 100);
    }
  }
}

TEST(Obstacles, NobodyIsSpawnedInsideOneButMayBeMovedOut) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float body : {0.f, 0.5f}) {
      WorldDesc desc = lone_desc(dimensions);
      desc.species[0].body.radius = body;
      desc.scenery.obstacles = {{{Zone::Shape::kBall, {50, 50, 50}, {}, 5}}};
      Crowd crowd(desc);
      AgentDesc agent{.position = {53, 50, 50}};
      const auto refused = crowd.world().spawn(agent);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().status, Status::kInvalidArgument);
      EXPECT_NE(refused.error().message.find("obstacles"), std::string::npos) << refused.error().message;
      agent.snap_distance = 1.5f;
      EXPECT_FALSE(crowd.world().spawn(agent));
      agent.snap_distance = 4;
      const AgentId id = crowd.spawn(agent);
      crowd.world().tick();
      EXPECT_NEAR(position_of(crowd.world(), id)[0], 55 + static_cast<double>(body), 1e-3);
      agent.position = {55.01f + body, 50, 50};
      EXPECT_TRUE(crowd.world().spawn(agent));
    }
}

TEST(Obstacles, WallsHaveTheLastWord) {
  WorldDesc desc = body_desc(open_map(40, 20), 0.4f, 30);
  add_wall(desc.terrain, {20, 0}, {20, 19});
  desc.scenery.obstacles = {{{Zone::Shape::kBox, {19, 10, 0}, {0.5f, 4, 1}, 0}}};
  desc.capacity = 400;
  Crowd crowd(desc);
  Dice dice(19);
  for (int i = 0; i < 200; ++i)
    crowd.spawn({.position = {1 + dice.below(10), 1 + dice.below(18), 0}, .velocity = {30, dice.below(20) - 10, 0}});
  for (int tick = 0; tick < 120; ++tick) {
    crowd.world().tick();
    EXPECT_LE(deepest_in_walls(crowd.world()), 0.4 / 1024);
    for (std::uint32_t row = 0; row < crowd.world().count(); ++row) EXPECT_LT(crowd.world().positions(0)[row], 20);
  }
}

}  // namespace
}  // namespace cardume::testing
