#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/dice.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/societies.hpp"

namespace cardume::testing {
namespace {

using Vector = Eigen::Vector3d;

constexpr double kPi = std::numbers::pi, kSpeed = 10, kResponse = 2;
const Vector kMiddle(20, 20, 0);

/// No rule at all: top speed 10, response 2, no limit within reach.
SpeciesDesc idle() {
  SpeciesDesc species;
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  species.separation.weight = 1;
  species.motion = {.max_speed = kSpeed, .max_acceleration = 1e6f, .response = kResponse};
  return species;
}

RelationDesc relation_to(std::uint8_t species) {
  RelationDesc relation;
  relation.species = species;
  return relation;
}

reference::World scene(std::vector<SpeciesDesc> species, std::vector<reference::Agent> agents, int dimensions = 2) {
  reference::World world = empty_society(dimensions, 40, std::move(species));
  world.agents = std::move(agents);
  return world;
}

Vector steering(const Vector& way, const Vector& velocity = Vector::Zero()) {
  return (kSpeed * way.normalized() - velocity) * kResponse;
}

void expect_near(const Vector& actual, const Vector& expected, double tolerance = 5e-4) {
  EXPECT_LE((actual - expected).norm(), tolerance) << actual.transpose() << " instead of " << expected.transpose();
}

/// Both the engine and the reference must want that of the agents, in order.
void expect_accelerations(const reference::World& world, const std::vector<Vector>& expected) {
  const Wishes wishes(world);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(i);
    expect_near(wishes.acceleration(i), expected[i]);
    expect_near(reference::acceleration(world, i), expected[i], 1e-9);
  }
}

SpeciesDesc only_separation(float radius, Falloff falloff) {
  SpeciesDesc species = idle();
  species.separation = {radius, 1, falloff};
  return species;
}

SpeciesDesc only_alignment(float radius, float inertia = 0) {
  SpeciesDesc species = idle();
  species.alignment = {radius, 1, inertia};
  return species;
}

SpeciesDesc only_cohesion(float radius) {
  SpeciesDesc species = idle();
  species.cohesion.radius = radius;
  return species;
}

Vector at_angle(double angle, double length = 1) { return {length * std::cos(angle), length * std::sin(angle), 0}; }

TEST(Society, B6_InverseFalloffOfTwoIsFullSteeringHoweverNear) {
  for (double distance : {0.125, 0.5, 1.0, 2.75})
    for (int step = 0; step < 8; ++step) {
      const Vector way = at_angle(step * kPi / 4 + 0.1, distance), velocity(1, -2, 0);
      expect_accelerations(scene({only_separation(3, Falloff::kInverse)}, {{kMiddle, velocity}, {kMiddle + way}}),
                           {steering(-way, velocity), steering(way)});
    }
}

TEST(Society, B6_InverseFalloffOfThreeCountsTheNearerForMore) {
  for (double far : {1.0, 2.0, 2.5})
    expect_accelerations(scene({only_separation(3, Falloff::kInverse)},
                               {{kMiddle}, {kMiddle + Vector(1, 0, 0)}, {kMiddle + Vector(0, far, 0)}}),
                         {steering({-1, -1 / far, 0})});
}

TEST(Society, B6_LinearFalloffOfTwoFadesTowardTheRadius) {
  for (float radius : {1.f, 2.f, 3.5f})
    for (double share : {0.0625, 0.25, 0.5, 0.875, 0.99})
      for (int dimensions : {2, 3}) {
        const Vector start = dimensions == 2 ? kMiddle : Vector(20, 20, 20), velocity(0, 3, 0);
        const Vector way = share * radius * (dimensions == 2 ? Vector(0.6, 0.8, 0) : Vector(2, 3, 6) / 7);
        expect_accelerations(
            scene({only_separation(radius, Falloff::kLinear)}, {{start, velocity}, {start + way}}, dimensions),
            {steering(-way, velocity) * (1 - share), steering(way) * (1 - share)});
      }
}

TEST(Society, B6_LinearFalloffOfThreeGrowsWithTheSumUpToOne) {
  const auto world = [](double right, double up) {
    return scene({only_separation(2, Falloff::kLinear)},
                 {{kMiddle}, {kMiddle + Vector(right, 0, 0)}, {kMiddle + Vector(0, up, 0)}});
  };
  expect_accelerations(world(1, 1.5), {steering({-0.5, -0.25, 0}) * std::hypot(0.5, 0.25)});
  expect_accelerations(world(0.25, 0.25), {steering({-1, -1, 0})});
  expect_accelerations(world(-1.5, 1.5), {steering({0.25, -0.25, 0}) * std::hypot(0.25, 0.25)});
}

TEST(Society, B6_OnTheVerySameSpotNobodyPushes) {
  for (Falloff falloff : {Falloff::kUnit, Falloff::kInverse, Falloff::kLinear})
    expect_accelerations(
        scene({only_separation(2, falloff), idle()}, {{kMiddle}, {kMiddle}, {kMiddle + Vector(0.5, 0, 0), {}, 1}}),
        {steering({-1, 0, 0}) * (falloff == Falloff::kLinear ? 0.75 : 1)});
}

TEST(Society, B6_WeightsOfPairsCountInTheSums) {
  SpeciesDesc species = idle();
  species.relations = {relation_to(1), relation_to(2)};
  species.relations[0].separation = {3, 2};
  species.relations[1].separation = {3, 0.5f};
  const std::vector<reference::Agent> agents{
      {kMiddle}, {kMiddle + Vector(1, 0, 0), {0, 4, 0}, 1}, {kMiddle + Vector(0, 2, 0), {3, 0, 0}, 2}};
  expect_accelerations(scene({species, idle(), idle()}, agents),
                       {steering({-2, -0.5, 0}), Vector::Zero(), Vector::Zero()});
}

TEST(Society, B6_AlignmentAndCohesionCrossSpeciesWhereARelationSaysSo) {
  SpeciesDesc species = only_alignment(2);
  species.cohesion = {2, 0.5f};
  species.relations = {relation_to(0), relation_to(1)};
  species.relations[0].alignment = RuleDesc{0, 1};
  species.relations[1].alignment = species.relations[1].cohesion = RuleDesc{3, 1};
  const std::vector<reference::Agent> agents{
      {kMiddle}, {kMiddle + Vector(1, 0, 0), {2, 2, 0}}, {kMiddle + Vector(0, 2.5, 0), {-3, 0, 0}, 1}};
  expect_accelerations(scene({species, idle()}, agents),
                       {steering({-1, 0, 0}) + steering({1, 2.5, 0}) / 2,
                        steering({-1, 0, 0}, {2, 2, 0}) + steering({-2, 2.5, 0}, {2, 2, 0}) / 2, Vector::Zero()});
}

TEST(Society, B6_InertiaIsHowMuchTheOwnVelocityCounts) {
  const Vector own(3, 0, 0), other(0, 2, 0);
  for (float inertia : {0.5f, 1.f, 4.f}) {
    const double counts = inertia;
    expect_accelerations(scene({only_alignment(2, inertia)}, {{kMiddle, own}, {kMiddle + Vector(1, 0, 0), other}}),
                         {steering(other + counts * own, own), steering(own + counts * other, other)});
    expect_accelerations(scene({only_alignment(2, inertia)}, {{kMiddle, own}}), {steering(own, own)});
    expect_accelerations(scene({only_alignment(0, inertia)}, {{kMiddle, own}}), {Vector::Zero()});
  }
}

TEST(Society, B6_TheFieldOfViewEndsAtHalfItsAngleOnEitherSide) {
  for (double view : {0.5, kPi / 2, 2.0, kPi, 4.0, 6.0})
    for (double share : {-0.98, -0.5, 0.0, 0.7, 0.98, 1.02, -1.02}) {
      SpeciesDesc species = only_cohesion(3);
      species.perception.field_of_view = static_cast<float>(view);
      const double angle = share * view / 2;
      if (std::abs(angle) > kPi) continue;
      for (double heading : {0.0, 1.0, 4.0})
        for (double speed : {0.01, 1.0, 300.0}) {
          const Vector velocity = at_angle(heading, speed), way = at_angle(heading + angle, 2);
          const bool seen = std::abs(share) < 1;
          expect_near(Wishes(scene({species, idle()}, {{kMiddle, velocity}, {kMiddle + way, {}, 0}})).acceleration(0),
                      seen ? steering(way, velocity) : Vector(Vector::Zero()), 2e-4 * (1 + speed));
        }
    }
}

TEST(Society, B6_ThoseWhoStandSeeAllAround) {
  SpeciesDesc species = only_cohesion(3);
  species.perception.field_of_view = 0.1f;
  for (double angle : {0.0, 2.0, kPi, 5.0})
    expect_accelerations(scene({species}, {{kMiddle}, {kMiddle + at_angle(angle)}}), {steering(at_angle(angle))});
}

TEST(Society, B6_AFullFieldOfViewHasNoBlindSpotBehind) {
  SpeciesDesc blinkered = only_cohesion(3), sees_all = only_cohesion(3);
  blinkered.perception.field_of_view = 6;
  const Vector velocity(2, 0, 0), behind(-1, 0, 0);
  const auto world = scene(
      {sees_all, blinkered},
      {{kMiddle, velocity}, {kMiddle + behind}, {Vector(5, 5, 0), velocity, 1}, {Vector(5, 5, 0) + behind, {}, 1}});
  expect_accelerations(world, {steering(behind, velocity), steering(-behind), Vector::Zero(), steering(-behind)});
}

SpeciesDesc sharing(float radius) {
  SpeciesDesc species = only_cohesion(radius);
  species.motion.speed = SpeedModel::kShared;
  return species;
}

TEST(Society, B6_SharedSpeedIsTheMeanOfOwnAndMates) {
  SpeciesDesc own = idle();
  own.motion.speed = SpeedModel::kOwn;
  const auto world = scene({sharing(2), own}, {{kMiddle, {1, 0, 0}},
                                               {kMiddle + Vector(1, 0, 0), {0, -2, 0}},
                                               {kMiddle + Vector(-1.5, 0, 0), {3, 4, 0}},
                                               {Vector(5, 5, 0), {0, 7, 0}},
                                               {kMiddle, {0, 9, 0}, 1}});
  const Wishes wishes(world);
  const double expected[] = {8.0 / 3, 1.5, 3, 7, 9};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_NEAR(wishes.speed(i), expected[i], 1e-5);
    EXPECT_NEAR(reference::speed(world, i), expected[i], 1e-9);
  }
}

TEST(Society, B6_WeightsOfPairsDoNotChangeTheSharedSpeed) {
  SpeciesDesc species = sharing(0);
  species.relations = {relation_to(1)};
  for (float weight : {0.f, 1.f, 5.f}) {
    species.relations[0].cohesion = {2, weight};
    const Wishes wishes(scene({species, idle()}, {{kMiddle, {1, 0, 0}}, {kMiddle + Vector(1, 0, 0), {0, 3, 0}, 1}}));
    EXPECT_NEAR(wishes.speed(0), 2, 1e-5);
    EXPECT_NEAR(wishes.speed(1), 3, 1e-5);
  }
}

/// Random agents, spread so that each has dozens of neighbours.
reference::World spread_out(int dimensions, std::vector<SpeciesDesc> species, std::uint32_t seed, std::size_t count) {
  Dice dice(seed);
  reference::World world = empty_society(dimensions, dimensions == 2 ? 20 : 9, std::move(species));
  for (std::size_t i = 0; i < count; ++i) {
    reference::Agent agent;
    for (int axis = 0; axis < dimensions; ++axis) {
      agent.position[axis] = dice.below(static_cast<float>(world.size[axis]));
      agent.velocity[axis] = dice.below(4) - 2;
    }
    agent.species = static_cast<std::uint8_t>(i % world.species.size());
    world.agents.push_back(agent);
  }
  return world;
}

TEST(Society, RelationsThatSayWhatTheDefaultsSayChangeNothing) {
  for (int dimensions : {2, 3}) {
    std::vector<SpeciesDesc> plain(2);
    plain[1].separation = {1.5f, 1};
    plain[1].cohesion = {3, 0.5f};
    std::vector<SpeciesDesc> related = plain;
    for (std::uint8_t own : {std::uint8_t{0}, std::uint8_t{1}})
      for (std::uint8_t other : {std::uint8_t{0}, std::uint8_t{1}}) {
        RelationDesc relation = relation_to(other);
        relation.separation = {plain[own].separation.radius, 1};
        relation.alignment = {own == other ? plain[own].alignment.radius : 0, 1};
        relation.cohesion = {own == other ? plain[own].cohesion.radius : 0, 1};
        related[own].relations.push_back(relation);
      }
    Wishes expected(spread_out(dimensions, plain, 1, 500)), actual(spread_out(dimensions, related, 1, 500));
    EXPECT_TRUE(expected.state().setup.table.rules.plain);
    EXPECT_FALSE(actual.state().setup.table.rules.plain);
    for (std::size_t i = 0; i < 500; ++i) expect_near(actual.acceleration(i), expected.acceleration(i), 1e-5);
  }
}

TEST(Society, ARelationToASpeciesWithoutAgentsChangesNothing) {
  SpeciesDesc species, related;
  related.relations = {relation_to(1)};
  related.relations[0].separation = related.relations[0].cohesion = RuleDesc{2, 3};
  reference::World world = spread_out(2, {species, SpeciesDesc{}}, 2, 300);
  for (reference::Agent& agent : world.agents) agent.species = 0;
  const Wishes expected(world);
  world.species[0] = related;
  const Wishes actual(world);
  for (std::size_t i = 0; i < 300; ++i) expect_near(actual.acceleration(i), expected.acceleration(i), 1e-5);
}

}  // namespace
}  // namespace cardume::testing
