#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/loners.hpp"

// What agents do by themselves, by closed forms.
namespace cardume::testing {
namespace {

constexpr double kRate = 60;

/// An agent, and the velocity that the rule wants of it; none where it wants nothing.
struct Case {
  Vec3 position, velocity;
  std::optional<Triple> wanted;
};

/// One tick takes each a tick's response and the weight toward what is wanted.
void expect_wanted(const WorldDesc& desc, Vec3 goal, double weight, const std::vector<Case>& cases) {
  Crowd crowd(desc);
  const GoalId target = *crowd.world().add_goal(goal);
  std::vector<AgentId> ids;
  for (const Case& one : cases)
    ids.push_back(crowd.spawn({.position = one.position, .velocity = one.velocity, .goal = target}));
  crowd.run(1 / kRate);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Triple expected = triple(cases[i].velocity, desc.dimensions);
    const double share = static_cast<double>(desc.species[0].motion.response) * weight / kRate;
    for (std::size_t d = 0; d < 3 && cases[i].wanted; ++d) expected[d] += ((*cases[i].wanted)[d] - expected[d]) * share;
    const Triple velocity = velocity_of(crowd.world(), ids[i]);
    for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(velocity[d], expected[d], 2e-5) << "agent " << i << " axis " << d;
  }
}

/// That long, from one place to the other.
Triple along(Vec3 from, Vec3 to, double speed, std::uint32_t dimensions) {
  Triple way = triple({to.x - from.x, to.y - from.y, to.z - from.z}, dimensions);
  const double scale = speed / length(way);
  for (double& axis : way) axis *= scale;
  return way;
}

TEST(Steer, B6_SeekGoesStraightToTheGoalAndSlowsDownBeforeIt) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float weight : {0.5f, 1.f, 2.f})
      for (float slow : {0.f, 4.f, 30.f}) {
        WorldDesc desc = lone_desc(dimensions);
        desc.species[0].steering.seek = {weight, slow};
        const Vec3 goal{50, 40, 30}, far{10, 20, 80}, near{50, 42, 30}, velocity{1, -2, 0.5f};
        const double pace = slow == 0 ? 1 : std::min(1.0, 2 / static_cast<double>(slow));
        const std::optional<Triple> halt = slow == 0 ? std::nullopt : std::optional<Triple>(Triple{});
        expect_wanted(desc, goal, static_cast<double>(weight),
                      {{far, velocity, along(far, goal, 5, dimensions)},
                       {near, velocity, along(near, goal, 5 * pace, dimensions)},
                       {goal, velocity, halt}});
      }
}

TEST(Steer, B6_FleeGoesStraightAwayFromTheGoalWithinTheRadius) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float radius : {3.f, 20.f}) {
      WorldDesc desc = lone_desc(dimensions);
      desc.species[0].steering.flee = {radius, 1.5f};
      const Vec3 goal{50, 40, 30}, outside{50 + radius * 1.001f, 40, 30}, inside{50, 40 - radius * 0.999f, 30};
      const Vec3 near{50.25f, 40.5f, 30}, velocity{1, -2, 0};
      expect_wanted(desc, goal, 1.5,
                    {{outside, velocity, {}},
                     {inside, velocity, along(goal, inside, 5, dimensions)},
                     {near, velocity, along(goal, near, 5, dimensions)}});
    }
}

TEST(Steer, B6_OrbitGoesAroundTheGoalAndStraightToItsCircle) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float radius : {3.f, 20.f}) {
      WorldDesc desc = lone_desc(dimensions);
      desc.species[0].steering.orbit = {radius, 1.5f};
      const Vec3 goal{50, 40, 30}, east{50 + radius, 40, 30}, south{50, 40 - radius, 30}, far{50, 40 + 3 * radius, 30};
      const Vec3 half_in{50 + radius / 2, 40, 30}, velocity{1, -2, 0};
      const double slant = 5 / std::sqrt(2.0);
      expect_wanted(desc, goal, 1.5,
                    {{east, velocity, Triple{0, 5, 0}},
                     {south, velocity, Triple{5, 0, 0}},
                     {far, velocity, Triple{0, -5, 0}},
                     {half_in, velocity, Triple{slant, slant, 0}}});
    }
}

/// In from afar, out from the middle, and then around, the same way and all the way.
TEST(Steer, WhoOrbitsKeepsItsCircle) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions);
    desc.species[0].steering.orbit = {12, 1};
    Crowd crowd(desc);
    const GoalId goal = *crowd.world().add_goal({50, 50, 50});
    const AgentId ids[] = {crowd.spawn({.position = {95, 50, 50}, .goal = goal}),
                           crowd.spawn({.position = {51, 50, 50}, .goal = goal})};
    crowd.run(25);
    for (int look = 0; look < 40; ++look) {
      crowd.run(0.25);
      for (const AgentId id : ids) {
        const Vec2 at = crowd.position(id), velocity = crowd.velocity(id);
        EXPECT_NEAR(std::hypot(at.x - 50, at.y - 50), 12, 2);
        EXPECT_GT((at.x - 50) * velocity.y - (at.y - 50) * velocity.x, 0) << "clockwise";
      }
    }
  }
}

TEST(Steer, WithoutAGoalNobodySeeksOrFlees) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions);
    desc.species[0].steering = {.seek = {1, 5}, .flee = {1000, 1}, .orbit = {10, 1}};
    Crowd crowd(desc);
    (void)crowd.add_goal({0, 0});
    const AgentId id = crowd.spawn({.position = {10, 10, 10}, .velocity = {1, 2, 0}});
    crowd.run(0.5);
    EXPECT_EQ(velocity_of(crowd.world(), id), (Triple{1, 2, 0}));
  }
}

/// A body or a point arrives, in the plane and in space, and goes after a goal that moves on.
TEST(Steer, GoalsWithoutTerrainAreReachedAndFollowedWhenTheyMove) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float radius : {0.f, 0.5f}) {
      WorldDesc desc = lone_desc(dimensions);
      desc.species[0].body.radius = radius;
      desc.species[0].steering.seek = {1, 4};
      Crowd crowd(desc);
      const GoalId goal = *crowd.world().add_goal({80, 20, 70});
      const AgentId id = crowd.spawn({.position = {20, 70, 10}, .goal = goal});
      for (Vec3 place : {Vec3{80, 20, 70}, Vec3{10, 90, 40}, Vec3{50, 50, 50}}) {
        ASSERT_FALSE(crowd.world().move_goal(goal, place));
        crowd.run(40);
        const Triple at = position_of(crowd.world(), id), expected = triple(place, dimensions);
        for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(at[d], expected[d], 0.01);
        EXPECT_LT(length(velocity_of(crowd.world(), id)), 0.01);
      }
    }
}

TEST(Steer, B6_HoldReturnsFromBeyondTheRadiusWithoutGoingTooFarAndStays) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float radius : {0.f, 5.f})
      for (float weight : {1.f, 4.f})
        for (float most : {1e6f, 4.f}) {
          WorldDesc desc = lone_desc(dimensions);
          desc.species[0].motion.max_acceleration = most;
          desc.species[0].steering.hold = {weight, radius};
          Crowd crowd(desc);
          const Vec3 home{30, 60, 20};
          const AgentId id = crowd.spawn({.position = {80, 20, 70}}), inside = crowd.spawn({.position = {10, 10, 10}});
          ASSERT_FALSE(crowd.world().set_home(id, home));
          double nearest = 1000;
          Triple at{};
          for (int tick = 0; tick < 40 * 60; ++tick) {
            crowd.run(1 / kRate);
            at = position_of(crowd.world(), id);
            const Triple off{at[0] - 30, at[1] - 60, dimensions == 3 ? at[2] - 20 : 0};
            nearest = std::min(nearest, length(off));
            if (tick > 30 * 60) {
              ASSERT_NEAR(length(off), radius, 0.1);
            }
          }
          EXPECT_GT(nearest, radius - 0.01);
          EXPECT_LT(length(velocity_of(crowd.world(), id)), 0.01);
          EXPECT_EQ(position_of(crowd.world(), inside), triple({10, 10, 10}, dimensions));
        }
}

TEST(Steer, B6_HoldWantsNothingInsideTheRadius) {
  WorldDesc desc = lone_desc(2);
  desc.species[0].steering.hold = {1, 10};
  Crowd crowd(desc);
  const AgentId id = crowd.spawn({.position = {50, 50, 0}, .velocity = {1, 0.5f, 0}});
  crowd.run(5);
  EXPECT_EQ(velocity_of(crowd.world(), id), (Triple{1, 0.5, 0}));
}

/// How the soft border of a box, along one axis, changes a velocity.
double after_box(double at, double velocity, double centre, double half, double margin) {
  const double low = std::clamp((centre - half + margin - at) / margin, 0.0, 1.0);
  const double high = std::clamp((at - (centre + half - margin)) / margin, 0.0, 1.0);
  const double push = low - high;
  return velocity + (push * 5 - std::fabs(push) * velocity) * 3 * 1.5 / kRate;
}

TEST(Steer, B6_ABoxTurnsBackAlongEachAxisTheHarderTheDeeperInItsMargin) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions);
    desc.species[0].border = {4, 1.5f, {Zone::Shape::kBox, {50, 40, 60}, {20, 15, 10}, 0}};
    Crowd crowd(desc);
    std::vector<AgentId> ids;
    std::vector<Vec3> places;
    const Vec3 velocity{1, -2, dimensions == 3 ? 0.5f : 0.f};
    for (float x : {10.f, 31.f, 50.f, 67.f, 99.f})
      for (float y : {25.f, 28.f, 40.f, 60.f})
        for (float z : {51.f, 60.f, 68.f}) places.push_back({x, y, z});
    for (Vec3 place : places) ids.push_back(crowd.spawn({.position = place, .velocity = velocity}));
    crowd.run(1 / kRate);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Triple after = velocity_of(crowd.world(), ids[i]);
      EXPECT_NEAR(after[0], after_box(places[i].x, 1, 50, 20, 4), 1e-5);
      EXPECT_NEAR(after[1], after_box(places[i].y, -2, 40, 15, 4), 1e-5);
      if (dimensions == 3) {
        EXPECT_NEAR(after[2], after_box(places[i].z, 0.5, 60, 10, 4), 1e-5);
      }
    }
  }
}

TEST(Steer, B6_ABallTurnsBackTowardItsMiddleAndNotAside) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = lone_desc(dimensions);
    desc.species[0].border = {4, 1.5f, {Zone::Shape::kBall, {50, 50, 50}, {}, 20}};
    for (double distance : {10.0, 16.0, 17.0, 19.0, 20.0, 35.0}) {
      const double depth = std::clamp((distance - 16) / 4, 0.0, 1.0);
      Crowd crowd(desc);
      const Vec3 place{50 + static_cast<float>(distance) * 0.6f, 50 - static_cast<float>(distance) * 0.8f, 50};
      const AgentId id = crowd.spawn({.position = place, .velocity = {2, 1, 0}});
      crowd.run(1 / kRate);
      const double inward = 2 * -0.6 + 1 * 0.8, change = (5 - inward) * depth * 3 * 1.5 / kRate;
      const Triple after = velocity_of(crowd.world(), id);
      EXPECT_NEAR(after[0], 2 - 0.6 * change, 1e-5) << distance;
      EXPECT_NEAR(after[1], 1 + 0.8 * change, 1e-5) << distance;
      EXPECT_NEAR(after[2], 0, 1e-6);
    }
  }
}

TEST(Steer, NobodyWhoWandersLeavesTheZoneByMuch) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (Zone::Shape shape : {Zone::Shape::kBox, Zone::Shape::kBall}) {
      WorldDesc desc = lone_desc(dimensions);
      desc.species[0].steering.wander = {1, 1, 1};
      desc.species[0].border = {5, 2, {shape, {50, 50, 50}, {20, 20, 20}, 20}};
      Crowd crowd(desc);
      std::vector<AgentId> ids;
      for (int i = 0; i < 50; ++i) ids.push_back(crowd.spawn({.position = {50, 50, 50}}));
      for (int second = 0; second < 60; ++second) {
        crowd.run(1);
        for (AgentId id : ids) {
          Triple off = position_of(crowd.world(), id);
          for (std::size_t d = 0; d < dimensions; ++d) off[d] -= 50;
          const double out = shape == Zone::Shape::kBall ? length(off) : std::max(std::fabs(off[0]), std::fabs(off[1]));
          ASSERT_LT(out, 21) << second;
        }
      }
    }
}

/// Several rules add up: each is what it would be alone.
TEST(Steer, RulesAddUp) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    const auto seek = [](SteeringDesc& steering) { steering.seek = {0.5f, 0}; };
    const auto wander = [](SteeringDesc& steering) { steering.wander = {0.7f, 2, 1}; };
    const auto hold = [](SteeringDesc& steering) { steering.hold = {0.9f, 0}; };
    using Rule = std::function<void(SteeringDesc&)>;
    const auto change = [&](std::initializer_list<Rule> rules) {
      WorldDesc desc = lone_desc(dimensions);
      desc.species[0].motion.max_speed = 100;
      for (const Rule& rule : rules) rule(desc.species[0].steering);
      Crowd crowd(desc);
      const GoalId goal = *crowd.world().add_goal({80, 20, 30});
      const AgentId id = crowd.spawn({.position = {40, 50, 60}, .velocity = {1, 2, 0}, .goal = goal});
      if (desc.species[0].steering.hold.weight > 0) {
        EXPECT_FALSE(crowd.world().set_home(id, {10, 10, 10}));
      }
      crowd.run(1 / kRate);
      Triple velocity = velocity_of(crowd.world(), id);
      velocity[0] -= 1;
      velocity[1] -= 2;
      return velocity;
    };
    const Triple a = change({seek}), b = change({wander}), c = change({hold}), all = change({hold, seek, wander});
    for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(all[d], a[d] + b[d] + c[d], 1e-4);
    EXPECT_GT(std::min({length(a), length(b), length(c)}), 0.1);
  }
}

TEST(Steer, ProfilesOfOneWorldEachHaveTheirOwnRules) {
  WorldDesc desc = lone_desc(2);
  desc.species.resize(3, desc.species[0]);
  desc.species[1].steering.seek = {1, 0};
  desc.species[2].steering.flee = {100, 1};
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({50, 50});
  std::vector<AgentId> ids;
  for (std::uint8_t species : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}})
    ids.push_back(crowd.spawn({.position = {30, 50, 0}, .species = species, .goal = goal}));
  crowd.run(1);
  EXPECT_EQ(velocity_of(crowd.world(), ids[0])[0], 0);
  EXPECT_GT(velocity_of(crowd.world(), ids[1])[0], 4);
  EXPECT_LT(velocity_of(crowd.world(), ids[2])[0], -4);
}

}  // namespace
}  // namespace cardume::testing
