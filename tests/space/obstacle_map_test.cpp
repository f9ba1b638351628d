#include "core/space/obstacle_map.hpp"

#include <gtest/gtest.h>

#include <cardume/limits.hpp>
#include <cmath>

#include "core/space/obstacle_sweep.hpp"
#include "tests/support/dice.hpp"

namespace cardume {
namespace {

using testing::Dice;

constexpr float kEdge = 60;

ObstacleDesc draw_obstacle(Dice& dice) {
  const Vec3 centre{dice.below(kEdge), dice.below(kEdge), dice.below(kEdge)};
  if (dice.chance(50)) return {{Zone::Shape::kBall, centre, {}, 0.3f + dice.below(6)}};
  return {{Zone::Shape::kBox, centre, {0.2f + dice.below(6), 0.2f + dice.below(6), 0.2f + dice.below(6)}, 0}};
}

WorldDesc draw_scenery(Dice& dice, std::uint32_t dimensions, std::uint32_t count) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = {kEdge, kEdge, kEdge};
  for (std::uint32_t i = 0; i < count; ++i) desc.scenery.obstacles.push_back(draw_obstacle(dice));
  return desc;
}

/// From the surface of the zone outward, negative within; by hand, not by the library.
double distance_to(const Zone& zone, const Place& at, std::uint32_t dimensions) {
  const double centre[] = {zone.centre.x, zone.centre.y, zone.centre.z},
               half[] = {zone.half.x, zone.half.y, zone.half.z};
  double sum = 0, inside = -1e9;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    const double off = std::fabs(at[d] - centre[d]), beyond = zone.shape == Zone::Shape::kBall ? off : off - half[d];
    inside = std::max(inside, beyond);
    sum += beyond > 0 ? beyond * beyond : 0;
  }
  if (zone.shape == Zone::Shape::kBall) return std::sqrt(sum) - static_cast<double>(zone.radius);
  return sum > 0 ? std::sqrt(sum) : inside;
}

double distance_to_all(const WorldDesc& desc, const Place& at) {
  double least = 1e9;
  for (const ObstacleDesc& one : desc.scenery.obstacles)
    least = std::min(least, distance_to(one.zone, at, desc.dimensions));
  return least;
}

Place draw_place(Dice& dice, std::uint32_t dimensions) {
  return {static_cast<double>(dice.below(kEdge)), static_cast<double>(dice.below(kEdge)),
          dimensions == 3 ? static_cast<double>(dice.below(kEdge)) : 0};
}

/// Looks along the way in small steps: as far away as `reach` until the contact, and just so far there.
void expect_first(const WorldDesc& desc, const Place& at, const Place& step, double reach, const ObstacleContact& hit) {
  constexpr int kLooks = 400;
  for (int i = 0; i < kLooks; ++i) {
    const double time = hit.time * i / kLooks;
    EXPECT_GT(distance_to_all(desc, at + step * time), reach - 1e-9) << time << " of " << hit.time;
  }
  if (!hit.hit) return;
  const Place there = at + step * hit.time;
  EXPECT_NEAR(distance_to_all(desc, there), reach, 1e-6);
  EXPECT_NEAR(dot(hit.normal, hit.normal), 1, 1e-9);
  EXPECT_LE(dot(hit.normal, step), 1e-9);
  EXPECT_NEAR(distance_to_all(desc, there + hit.normal * 1e-4), reach + 1e-4, 1e-6);
}

TEST(ObstacleMap, ContactsAreTheFirstOnTheWay) {
  Dice dice(3);
  int hits = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const std::uint32_t dimensions = 2 + trial % 2;
    const WorldDesc desc = draw_scenery(dice, dimensions, 1 + dice() % 12);
    const ObstacleMap map = make_obstacle_map(desc);
    const Place at = draw_place(dice, dimensions), step = draw_place(dice, dimensions) - at;
    const double reach = 0.01 + static_cast<double>(dice.below(dice.chance(50) ? 0.1f : 3));
    if (distance_to_all(desc, at) <= reach) continue;
    const ObstacleContact hit = first_contact(map, at, step, reach);
    hits += hit.hit;
    expect_first(desc, at, step, reach, hit);
  }
  EXPECT_GT(hits, 500);
}

TEST(ObstacleMap, AnyNumberOfAnySizeIsLaidOut) {
  for (float size : {1e-6f, 1.f, 1e6f})
    for (std::uint32_t count : {1u, 7u, limits::kMaxObstacles}) {
      Dice dice(count);
      WorldDesc desc = draw_scenery(dice, 2, count);
      for (ObstacleDesc& one : desc.scenery.obstacles) one.zone.half = {size, size, size}, one.zone.radius = size;
      const ObstacleMap map = make_obstacle_map(desc);
      EXPECT_LT(memory_bytes(map), (2u << 20) + count * 96);
      for (int i = 0; i < 100; ++i) {
        const Place at = draw_place(dice, 2);
        EXPECT_EQ(clear(map, 2, 0, vector_of(at)), distance_to_all(desc, at) >= 0);
      }
    }
}

void expect_outside(const WorldDesc& desc, float radius, const Glide& end) {
  EXPECT_GE(distance_to_all(desc, place_of(end.position, desc.dimensions)), static_cast<double>(radius));
}

TEST(ObstacleMap, B30_NoShotEndsInsideAnObstacleOrGoesThroughOne) {
  Dice dice(4);
  int stopped = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::uint32_t dimensions = 2 + trial % 2;
    const WorldDesc desc = draw_scenery(dice, dimensions, 1 + dice() % 20);
    const ObstacleMap map = make_obstacle_map(desc);
    const float radius = dice.chance(40) ? 0 : 0.05f + dice.below(1);
    for (int shot = 0; shot < 20; ++shot) {
      const Place from = draw_place(dice, dimensions), to = draw_place(dice, dimensions);
      if (distance_to_all(desc, from) <= static_cast<double>(radius) + 0.01) continue;
      const Vec3 velocity = vector_of(to - from);
      const Glide end = glide(map, dimensions, radius, {vector_of(from), velocity}, vector_of(to));
      expect_outside(desc, radius, end);
      if (first_contact(map, from, to - from, map.reach(radius)).hit) {
        ++stopped;
        EXPECT_LT(dot(place_of(end.velocity, 3), place_of(end.velocity, 3)), dot(to - from, to - from));
      } else {
        EXPECT_EQ(end.position, vector_of(to));
        EXPECT_EQ(end.velocity, velocity);
      }
    }
  }
  EXPECT_GT(stopped, 500);
}

TEST(ObstacleMap, B30_AHeadOnShotStopsAtTheSurfaceAtAnySpeed) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (Zone::Shape shape : {Zone::Shape::kBox, Zone::Shape::kBall})
      for (float radius : {0.f, 0.25f, 2.f})
        for (float far : {1.f, 7.f, 40.f}) {
          WorldDesc desc;
          desc.dimensions = dimensions;
          desc.scenery.obstacles = {{{shape, {50, 50, 50}, {3, 1, 2}, 3}}};
          const ObstacleMap map = make_obstacle_map(desc);
          const float start = 50 - 3 - radius - 0.5f, z = dimensions == 3 ? 50.f : 0.f;
          const Glide end = glide(map, dimensions, radius, {{start, 50, z}, {5, 0, 0}}, {start + far, 50, z});
          EXPECT_NEAR(end.position.x, 50 - 3 - radius, 0.001f);
          EXPECT_EQ(end.position.y, 50);
          EXPECT_NEAR(end.velocity.x, 0, 1e-6f);
        }
}

TEST(ObstacleMap, SlidingAlongABoxKeepsTheSpeedAlongIt) {
  WorldDesc desc;
  desc.scenery.obstacles = {{{Zone::Shape::kBox, {50, 50, 0}, {10, 1, 1}, 0}}};
  const ObstacleMap map = make_obstacle_map(desc);
  const Glide end = glide(map, 2, 0.5f, {{45, 48, 0}, {4, 3, 0}}, {49, 51, 0});
  EXPECT_NEAR(end.position.x, 49, 1e-4f);
  EXPECT_NEAR(end.position.y, 48.5f, 1e-3f);
  EXPECT_NEAR(end.velocity.x, 4, 1e-5f);
  EXPECT_NEAR(end.velocity.y, 0, 1e-5f);
}

TEST(ObstacleMap, WhoeverIsInsideComesOutAtTheNearestPlace) {
  WorldDesc desc;
  desc.scenery.obstacles = {{{Zone::Shape::kBox, {20, 20, 0}, {4, 2, 1}, 0}},
                            {{Zone::Shape::kBall, {50, 50, 0}, {}, 5}}};
  const ObstacleMap map = make_obstacle_map(desc);
  for (float radius : {0.f, 0.5f}) {
    const Vec3 box = pushed_out(map, 2, radius, {17, 20.5f, 0}), ball = pushed_out(map, 2, radius, {53, 54, 0});
    EXPECT_NEAR(box.x, 16 - radius, 1e-3f);
    EXPECT_NEAR(box.y, 20.5f, 1e-3f);
    EXPECT_NEAR(ball.x, 50 + 0.6f * (5 + radius), 1e-3f);
    EXPECT_NEAR(ball.y, 50 + 0.8f * (5 + radius), 1e-3f);
  }
  EXPECT_EQ(pushed_out(map, 2, 1, {90, 90, 0}), (Vec3{90, 90, 0}));
}

TEST(ObstacleMap, OnATorusObstaclesReachAcrossTheEdge) {
  WorldDesc desc;
  desc.scenery.edge = Edge::kWrap;
  desc.scenery.obstacles = {{{Zone::Shape::kBall, {0, 50, 0}, {}, 5}}};
  const ObstacleMap map = make_obstacle_map(desc);
  EXPECT_FALSE(clear(map, 2, 0, {97, 50, 0}));
  EXPECT_TRUE(clear(map, 2, 0, {94, 50, 0}));
  EXPECT_FALSE(clear(map, 2, 0, {3, 50, 0}));
}

}  // namespace
}  // namespace cardume
