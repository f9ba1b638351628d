#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/support/dice.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/societies.hpp"

namespace cardume::testing {
namespace {

using Vector = Eigen::Vector3d;

/// Aligns with its `count` nearest neighbours: which they are shows in the direction of the sum of their velocities.
SpeciesDesc aligned_with_nearest(std::uint32_t count, float radius) {
  SpeciesDesc species;
  species.separation.radius = species.cohesion.radius = 0;
  species.alignment.radius = radius;
  species.motion.max_acceleration = 1e6f;
  species.perception.nearest = count;
  return species;
}

/// Agents on whole places of a grid, so that many are equally far and distances are exact, some in clumps on one spot.
reference::World crowd_on_grid(int dimensions, std::uint32_t seed, std::size_t count) {
  Dice dice(seed);
  reference::World world = empty_society(dimensions, dimensions == 2 ? 16 : 6, {});
  for (std::size_t i = 0; i < count; ++i) {
    reference::Agent agent;
    for (int axis = 0; axis < dimensions; ++axis) {
      agent.position[axis] = dice() % static_cast<std::uint32_t>(world.size[axis]);
      agent.velocity[axis] = dice.below(4) - 2;
    }
    if (dice.chance(20)) agent.position = world.agents.empty() ? agent.position : world.agents.front().position;
    world.agents.push_back(agent);
  }
  return world;
}

/// The sum of the velocities of the nearest within the radius, ties by number, by looking at everybody.
Vector sum_of_nearest(const reference::World& world, std::size_t self, std::size_t count, double radius) {
  const auto distance2 = [&](std::size_t i) {
    return (world.agents[i].position - world.agents[self].position).squaredNorm();
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < world.agents.size(); ++i)
    if (i != self && distance2(i) < radius * radius) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return distance2(a) != distance2(b) ? distance2(a) < distance2(b) : a < b;
  });
  order.resize(std::min(order.size(), count));
  Vector sum = Vector::Zero();
  for (std::size_t i : order) sum += world.agents[i].velocity;
  return sum;
}

void expect_aligned_with(const Vector& sum, const Vector& acceleration, const reference::Agent& agent) {
  const MotionDesc motion;
  Vector expected = Vector::Zero();
  if (sum.norm() > 0)
    expected = (double{motion.max_speed} * sum.normalized() - agent.velocity) * double{motion.response};
  EXPECT_LE((acceleration - expected).norm(), 1e-4 / std::min(sum.norm() + 1e-9, 1.0))
      << acceleration.transpose() << " instead of " << expected.transpose();
}

void expect_nearest(reference::World world, std::uint32_t count, float radius) {
  world.species = {aligned_with_nearest(count, radius)};
  const Wishes wishes(world);
  for (std::size_t i = 0; i < world.agents.size(); ++i) {
    SCOPED_TRACE(i);
    expect_aligned_with(sum_of_nearest(world, i, count, radius), wishes.acceleration(i), world.agents[i]);
  }
}

TEST(Nearest, B33_AreThoseOfBruteForceWithTiesById) {
  for (int dimensions : {2, 3})
    for (std::uint32_t count = 1; count <= limits::kMaxNearest; ++count)
      for (float radius : {1.5f, 3.f}) {
        SCOPED_TRACE(count);
        expect_nearest(crowd_on_grid(dimensions, count, 300), count, radius);
      }
}

TEST(Nearest, B33_AmongMoreThanAnyListHolds) {
  for (std::uint32_t count : {1u, 7u, 16u}) expect_nearest(crowd_on_grid(2, 99, 1500), count, 8);
}

TEST(Nearest, B33_AmongCoincidentAgentsAreTheLowestIds) {
  reference::World world = empty_society(2, 16, {aligned_with_nearest(2, 2)});
  for (int i = 0; i < 6; ++i) world.agents.push_back({Vector(8, 8, 0), Vector(i == 1 ? 3 : 1, i == 2 ? 2 : 0, 0)});
  const Wishes wishes(world);
  const std::vector<std::vector<std::size_t>> expected{{1, 2}, {0, 2}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Vector sum = world.agents[expected[i][0]].velocity + world.agents[expected[i][1]].velocity;
    expect_aligned_with(sum, wishes.acceleration(i), world.agents[i]);
  }
}

TEST(Nearest, B33_EveryRuleKeepsItsRadiusAmongTheNearest) {
  SpeciesDesc species = aligned_with_nearest(3, 5);
  species.separation = {1.5f, 1};
  reference::World world = empty_society(2, 40, {species});
  world.agents = {{Vector(20, 20, 0)}};
  for (double distance : {1.0, 2.0, 3.0, 4.0})
    world.agents.push_back({Vector(20, 20, 0) + (distance == 1 ? Vector(1, 0, 0) : Vector(0, distance, 0)),
                            Vector(0, distance == 4 ? -50 : 1, 0)});
  const MotionDesc motion;
  const Vector expected = Vector(-motion.max_speed * motion.response, motion.max_speed * motion.response, 0);
  EXPECT_LE((Wishes(world).acceleration(0) - expected).norm(), 1e-4);
}

TEST(Nearest, TheOrderOfSpawningDoesNotShow) {
  Dice dice(5);
  for (int dimensions : {2, 3}) {
    reference::World world = empty_society(dimensions, dimensions == 2 ? 20 : 8, {SpeciesDesc{}});
    world.species[0].perception.nearest = 7;
    for (int i = 0; i < 600; ++i) {
      reference::Agent agent;
      for (int axis = 0; axis < dimensions; ++axis) {
        agent.position[axis] = dice.below(static_cast<float>(world.size[axis]));
        agent.velocity[axis] = dice.below(4) - 2;
      }
      world.agents.push_back(agent);
    }
    const Wishes before(world);
    std::vector<std::size_t> order(world.agents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[dice() % (i + 1)]);
    reference::World shuffled = world;
    for (std::size_t i = 0; i < order.size(); ++i) shuffled.agents[i] = world.agents[order[i]];
    const Wishes after(shuffled);
    for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(after.acceleration(i), before.acceleration(order[i]));
  }
}

}  // namespace
}  // namespace cardume::testing
