#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/dice.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/societies.hpp"

namespace cardume::testing {
namespace {

using Vector = Eigen::Vector3d;

/// Whether rounding may turn what the agent wants: a sum that nearly cancels out, or somebody on the edge of its view.
bool ambiguous(const reference::World& world, std::size_t self) {
  const auto rules = {reference::separation, reference::alignment, reference::cohesion};
  for (std::size_t rule = 0; rule < rules.size(); ++rule)
    if (reference::counted(world, self, rule) > 0 && rules.begin()[rule](world, self).norm() < 0.05) return true;
  const reference::Agent& agent = world.agents[self];
  const double cosine = std::cos(world.species[agent.species].perception.field_of_view / 2);
  for (const reference::Agent& other : world.agents) {
    Vector way = other.position - agent.position;
    if (world.wrapped)
      for (int axis = 0; axis < world.dimensions; ++axis) way[axis] = std::remainder(way[axis], world.size[axis]);
    const double lengths = way.norm() * agent.velocity.norm();
    if (lengths > 0 && std::abs(way.dot(agent.velocity) / lengths - cosine) < 1e-5) return true;
  }
  return false;
}

/// How far off the acceleration may be, by how much each rule may steer.
double tolerance(const SpeciesDesc& species) {
  return 1e-3 * (1 + (species.separation.weight + species.alignment.weight + species.cohesion.weight) *
                         (species.motion.max_speed + 4) * species.motion.response);
}

/// How many agents were compared.
std::size_t expect_as_in_reference(const reference::World& world) {
  const Wishes wishes(world);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < world.agents.size(); ++i) {
    if (ambiguous(world, i)) continue;
    SCOPED_TRACE(i);
    ++compared;
    const Vector expected = reference::acceleration(world, i), actual = wishes.acceleration(i);
    EXPECT_LE((actual - expected).norm(), tolerance(world.species[world.agents[i].species]))
        << actual.transpose() << " instead of " << expected.transpose();
    if (world.species[world.agents[i].species].motion.speed == SpeedModel::kShared) {
      EXPECT_NEAR(wishes.speed(i), reference::speed(world, i), 1e-4);
    }
  }
  return compared;
}

void expect_all_as_in_reference(const SocietyDesc& desc, std::uint32_t worlds) {
  std::size_t compared = 0, all = 0;
  for (std::uint32_t seed = 1; seed <= worlds && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    const reference::World world = draw_society(dice, desc);
    compared += expect_as_in_reference(world);
    all += world.agents.size();
  }
  EXPECT_GT(compared, all / 2);
}

TEST(SocietyAgainstReference, RandomRelationsFalloffsAndInertia) {
  for (int dimensions : {2, 3})
    expect_all_as_in_reference({.dimensions = dimensions, .nearest = false, .view = false}, 200);
}

TEST(SocietyAgainstReference, RandomViewsAndSpeeds) {
  for (int dimensions : {2, 3}) expect_all_as_in_reference({.dimensions = dimensions, .nearest = false}, 200);
}

TEST(SocietyAgainstReference, B33_RandomNearestNeighbours) {
  for (int dimensions : {2, 3}) expect_all_as_in_reference({.dimensions = dimensions}, 200);
}

TEST(SocietyAgainstReference, RandomToruses) {
  for (int dimensions : {2, 3}) {
    expect_all_as_in_reference({.dimensions = dimensions, .wrapped = true, .nearest = false, .view = false}, 300);
    expect_all_as_in_reference({.dimensions = dimensions, .wrapped = true}, 300);
  }
}

TEST(Torus, EverybodyIsSeenOnceHoweverSmallTheWorldIs) {
  SpeciesDesc species;
  species.separation.radius = species.alignment.radius = 0;
  species.cohesion.radius = 1;
  for (double edge : {0.5, 0.9, 1.0, 1.5, 2.0, 2.1, 3.1, 4.0, 4.02, 7.3})
    for (int dimensions : {2, 3}) {
      Dice dice(3);
      reference::World world = empty_society(dimensions, edge, {species});
      world.wrapped = true;
      world.size[1] = edge * 1.7;
      for (int i = 0; i < 40; ++i) {
        reference::Agent agent;
        for (int axis = 0; axis < dimensions; ++axis)
          agent.position[axis] = static_cast<double>(dice.below(static_cast<float>(world.size[axis])));
        world.agents.push_back(agent);
      }
      SCOPED_TRACE(edge);
      EXPECT_GT(expect_as_in_reference(world), 15u);
    }
}

TEST(Torus, NobodySeesWhereTheSeamIs) {
  for (int dimensions : {2, 3}) {
    Dice dice(8);
    reference::World world = draw_society(dice, {.dimensions = dimensions, .wrapped = true, .view = false});
    world.agents.clear();
    for (int axis = 0; axis < dimensions; ++axis) world.size[axis] = axis == 0 ? 24 : 13;
    for (int i = 0; i < 400; ++i) {
      reference::Agent agent;
      for (int axis = 0; axis < dimensions; ++axis) {
        agent.position[axis] = (dice() % 1024) / 1024.0 * world.size[axis];
        agent.velocity[axis] = dice.below(2) - 1;
      }
      agent.species = static_cast<std::uint8_t>(dice() % world.species.size());
      world.agents.push_back(agent);
    }
    const Wishes before(world);
    for (double share : {0.125, 0.5, 0.75}) {
      reference::World moved = world;
      for (reference::Agent& agent : moved.agents)
        for (int axis = 0; axis < dimensions; ++axis)
          agent.position[axis] = std::fmod(agent.position[axis] + share * world.size[axis], world.size[axis]);
      const Wishes after(moved);
      for (std::size_t i = 0; i < world.agents.size(); ++i) {
        if (ambiguous(world, i)) continue;
        EXPECT_LE((after.acceleration(i) - before.acceleration(i)).norm(), 0.02) << i;
      }
    }
  }
}

}  // namespace
}  // namespace cardume::testing
