#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/loners.hpp"

namespace cardume::testing {
namespace {

/// What is ahead of an agent: so far along its way, with a face that looks there.
struct Hit {
  double share;
  Triple normal;
};

struct Look {
  WorldDesc desc;
  AgentDesc agent;

  explicit Look(std::uint32_t dimensions, float body = 0) : desc(lone_desc(dimensions)) {
    SpeciesDesc& species = desc.species[0];
    species.motion = {.max_speed = 8, .max_acceleration = 1e6f, .response = 2};
    species.steering.look_ahead = {0.5f, 2};
    species.body.radius = body;
  }
  double time() const { return static_cast<double>(desc.species[0].steering.look_ahead.time); }
  Triple velocity() const { return triple(agent.velocity, desc.dimensions); }
  /// What a disc of the agent keeps from obstacles: points a share of how far they look.
  double reach() const {
    const auto body = static_cast<double>(desc.species[0].body.radius);
    return body > 0 ? body : length(velocity()) * time() / 16;
  }
};

/// Ticks once, and expects steering to that side, the harder the nearer what is ahead.
void expect_turn(const Look& look, const Hit& hit, const Triple& side) {
  Crowd crowd(look.desc);
  const AgentId id = crowd.spawn(look.agent);
  crowd.world().tick();
  const SpeciesDesc& species = look.desc.species[0];
  const double strength = static_cast<double>(species.steering.look_ahead.weight) * (1 - hit.share) *
                          static_cast<double>(species.motion.response) / static_cast<double>(look.desc.tick_rate);
  const Triple wanted = side * (static_cast<double>(species.motion.max_speed) / length(side));
  const Triple expected = look.velocity() + (wanted - look.velocity()) * strength,
               found = velocity_of(crowd.world(), id);
  for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(found[d], expected[d], 1e-4) << d;
}

/// What of the way leads along the face.
Triple past(const Hit& hit, const Triple& velocity) { return velocity - hit.normal * dot(hit.normal, velocity); }

/// Where a way first comes so near to a place.
Hit near_place(const Triple& from, const Triple& way, double radius) {
  const double a = dot(way, way), b = dot(from, way), c = dot(from, from) - radius * radius;
  const double share = (-b - std::sqrt(b * b - a * c)) / a;
  const Triple there = from + way * share;
  return {share, there * (1 / length(there))};
}

TEST(LookAhead, B6_ABallAheadTurnsTheWayPastTheSideThatIsHit) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float body : {0.f, 0.5f}) {
      Dice dice(dimensions);
      for (int i = 0; i < 100; ++i) {
        Look look(dimensions, body);
        const float radius = 1 + dice.below(3);
        look.desc.scenery.obstacles = {{{Zone::Shape::kBall, {50, 50, 50}, {}, radius}}};
        look.agent.position = {50 - 6 - dice.below(2), 50 + dice.below(2) - 1, 50 + dice.below(2) - 1};
        look.agent.velocity = {5 + dice.below(2), dice.below(0.4f) - 0.2f, dice.below(0.4f) - 0.2f};
        const Triple from = triple(look.agent.position, dimensions) - triple({50, 50, 50}, dimensions);
        const Hit hit = near_place(from, look.velocity() * look.time(), static_cast<double>(radius) + look.reach());
        const Triple side = past(hit, look.velocity());
        if (!(length(side) > 0.01)) continue;
        expect_turn(look, hit, side);
      }
    }
}

TEST(LookAhead, B6_ABoxAheadTurnsTheWayAlongItsFace) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float body : {0.f, 0.5f})
      for (float slope : {0.1f, -0.1f, 0.6f, -0.6f}) {
        Look look(dimensions, body);
        look.desc.scenery.obstacles = {{{Zone::Shape::kBox, {60, 50, 50}, {4, 20, 20}, 0}}};
        look.agent.position = {50, 50, 50};
        look.agent.velocity = {5, 5 * slope, 0};
        const double share = (6 - look.reach()) / (5 * look.time());
        const Hit hit{share, {-1, 0, 0}};
        expect_turn(look, hit, past(hit, look.velocity()));
      }
}

TEST(LookAhead, B6_AWallAheadTurnsTheWayAlongItsFace) {
  for (float body : {0.f, 0.5f})
    for (float slope : {0.1f, -0.1f, 0.6f, -0.6f})
      for (float cell : {1.f, 2.f}) {
        Look look(2, body);
        look.desc.terrain = open_map(40, 40);
        look.desc.terrain.cell_size = cell;
        add_wall(look.desc.terrain, {20, 0}, {22, 39});
        look.agent.position = {20 * cell - 5, 15 * cell, 0};
        look.agent.velocity = {4, 4 * slope, 0};
        const double reach = body > 0 ? look.reach() : std::min(look.reach(), 0.25 * static_cast<double>(cell));
        const Hit hit{(5 - reach * (1 - 1.0 / 2048)) / (4 * look.time()), {-1, 0, 0}};
        expect_turn(look, hit, past(hit, look.velocity()));
      }
}

TEST(LookAhead, HeadOnItTurnsRight) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (Zone::Shape shape : {Zone::Shape::kBox, Zone::Shape::kBall}) {
      Look look(dimensions, 0.5f);
      look.desc.scenery.obstacles = {{{shape, {50, 50, 50}, {2, 2, 2}, 2}}};
      look.agent.position = {50, 42, 50};
      look.agent.velocity = {0, 5, 0};
      expect_turn(look, {(6 - 0.5) / 10, {0, -1, 0}}, {1, 0, 0});
    }
}

/// The change of an agent's velocity in one tick.
double change(const Look& look) {
  Crowd crowd(look.desc);
  const AgentId id = crowd.spawn(look.agent);
  crowd.world().tick();
  return length(velocity_of(crowd.world(), id) - look.velocity());
}

TEST(LookAhead, WhatIsBeyondItsTimeBehindOrBesideItDoesNotMatter) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Look look(dimensions, 0.5f);
    look.desc.scenery.obstacles = {{{Zone::Shape::kBall, {50, 50, 50}, {}, 2}}};
    look.agent.velocity = {3, 0, 0};
    for (Vec3 place : {Vec3{41, 50, 50}, Vec3{53, 50, 50}, Vec3{45, 53, 50}, Vec3{45, 47, 50}}) {
      look.agent.position = place;
      EXPECT_EQ(change(look), 0);
    }
    look.agent.position = {42, 50, 50};
    EXPECT_GT(change(look), 0);
  }
}

TEST(LookAhead, WhoStandsStillOrGoesOnOpenGroundWantsNothing) {
  Look look(2);
  look.desc.terrain = open_map(40, 40);
  look.agent.position = {20, 20, 0};
  look.agent.velocity = {4, 1, 0};
  EXPECT_EQ(change(look), 0);
  look.agent.position = {39.5f, 20, 0};
  look.agent.velocity = {};
  EXPECT_EQ(change(look), 0);
}

TEST(LookAhead, OfAWallAndAnObstacleTheNearerCounts) {
  for (float obstacle : {30.f, 36.f}) {
    Look look(2, 0.5f);
    look.desc.terrain = open_map(40, 40);
    add_wall(look.desc.terrain, {34, 0}, {34, 39});
    look.desc.scenery.obstacles = {{{Zone::Shape::kBox, {obstacle, 20, 0}, {1, 5, 1}, 0}}};
    look.agent.position = {25, 20, 0};
    look.agent.velocity = {7, 0.5f, 0};
    const double until = obstacle < 34 ? 4 - 0.5 : 9 - 0.5 * (1 - 1.0 / 2048);
    const Hit hit{until / 14, {-1, 0, 0}};
    expect_turn(look, hit, past(hit, look.velocity()));
  }
}

/// However little it flies aside, what is straight above turns it like anything else.
TEST(LookAhead, WhoFliesAsGoodAsStraightUpTurnsAsWell) {
  for (float aside : {0.f, 1e-15f, 1e-20f, 1e-23f, 1e-30f}) {
    Look look(3);
    look.desc.scenery.obstacles.push_back({{Zone::Shape::kBox, {20, 20, 30}, {5, 5, 5}, 0}});
    look.agent.position = {20, 20, 20};
    look.agent.velocity = {aside, 0, 4};
    Crowd crowd(look.desc);
    const AgentId id = crowd.spawn(look.agent);
    crowd.run(0.05);
    const Triple velocity = velocity_of(crowd.world(), id);
    EXPECT_GT(velocity[2], 3) << aside;
    EXPECT_GT(std::hypot(velocity[0], velocity[1]), 0.1) << aside;
  }
}

}  // namespace
}  // namespace cardume::testing
