#include <gtest/gtest.h>

#include <cardume/world.hpp>
#include <cmath>
#include <memory>
#include <ostream>
#include <random>
#include <vector>

#include "tests/support/reference.hpp"

namespace cardume::testing {
namespace {

using Vector = Eigen::Vector3d;

constexpr float kTickRate = 64;  // a power of two, so that hand-made forms divide exactly
constexpr double kSize = 100;

Vec3 to_vec3(const Vector& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

reference::World empty_world(int dimensions, std::vector<SpeciesDesc> species) {
  reference::World world;
  world.dimensions = dimensions;
  world.size = Vector(kSize, kSize, dimensions == 3 ? kSize : 0);
  world.seconds_per_tick = 1.0 / kTickRate;
  world.species = std::move(species);
  return world;
}

WorldDesc desc_of(const reference::World& world) {
  WorldDesc desc;
  desc.dimensions = static_cast<std::uint32_t>(world.dimensions);
  desc.size = {static_cast<float>(kSize), static_cast<float>(kSize), static_cast<float>(kSize)};
  desc.tick_rate = kTickRate;
  desc.budget.crowd_limit = 0;
  desc.species = world.species;
  return desc;
}

reference::Agent agent_at(const cardume::World& world, std::uint32_t row, std::uint32_t dimensions) {
  reference::Agent agent;
  agent.species = world.species()[row];
  for (std::uint32_t axis = 0; axis < dimensions; ++axis) {
    agent.position[axis] = world.positions(axis)[row];
    agent.velocity[axis] = world.velocities(axis)[row];
  }
  return agent;
}

/// The agents of `start` after one tick of the engine, in the same order.
std::vector<reference::Agent> engine_tick(const reference::World& start) {
  const auto scheduler = make_serial_scheduler();
  const WorldDesc desc = desc_of(start);
  auto world = cardume::World::create(desc, *scheduler);
  EXPECT_TRUE(world) << world.error().message;
  std::vector<AgentDesc> agents;
  for (const auto& agent : start.agents) {
    agents.push_back({to_vec3(agent.position), to_vec3(agent.velocity), agent.species, {}});
  }
  std::vector<AgentId> ids(agents.size());
  const Error error = world->spawn_all(agents, ids);
  EXPECT_FALSE(error) << error.message;
  world->tick();
  std::vector<reference::Agent> result;
  for (AgentId id : ids) result.push_back(agent_at(*world, world->row_of(id).value(), desc.dimensions));
  return result;
}

void expect_near(const Vector& actual, const Vector& expected, double tolerance) {
  EXPECT_LE((actual - expected).norm(), tolerance) << actual.transpose() << " instead of " << expected.transpose();
}

struct Crowd {
  int dimensions;
  SteeringLimit limit;
  unsigned seed;
};

/// Keeps what lies between the members out of the names of the tests.
void PrintTo(const Crowd& crowd, std::ostream* stream) {
  *stream << crowd.dimensions << "D, " << (crowd.limit == SteeringLimit::kTotal ? "total" : "each rule") << ", seed "
          << crowd.seed;
}

class RulesAgainstReference : public ::testing::TestWithParam<Crowd> {};

std::vector<SpeciesDesc> three_species(SteeringLimit limit) {
  std::vector<SpeciesDesc> species(3);
  species[0] = {{{2, 1.5f}, {4, 1}, {5, 0.75f}, {4, 1, 16, 4, limit}, {8, 2}, {}}};
  species[1] = {{{3, 1}, {6, 0.5f}, {3, 2}, {7, 0, 9, 6, limit}, {0, 2}, {}}};
  species[2] = {{{1.5f, 3}, {0, 1}, {6, 1}, {2, 2, 40, 10, limit}, {20, 1}, {}}};
  return species;
}

/// Whether some rule's radius runs so close past a pair that float and double may disagree on who is inside.
bool ambiguous(const reference::World& world, const Vector& position) {
  for (const auto& other : world.agents) {
    const double distance = (other.position - position).norm();
    for (const auto& kind : world.species) {
      for (float radius : {kind.separation.radius, kind.alignment.radius, kind.cohesion.radius}) {
        if (std::abs(distance - radius) < 1e-4) return true;
      }
    }
  }
  return false;
}

double draw(std::mt19937& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random()) * 0x1p-32;
}

Vector draw_vector(std::mt19937& random, int dimensions, double low, double high) {
  Vector result = Vector::Zero();
  for (int axis = 0; axis < dimensions; ++axis) result[axis] = static_cast<float>(draw(random, low, high));
  return result;
}

/// Agents packed into the corner at the origin, where the border acts on some of them.
reference::World random_crowd(const Crowd& crowd, std::size_t count) {
  reference::World world = empty_world(crowd.dimensions, three_species(crowd.limit));
  std::mt19937 random(crowd.seed);
  while (world.agents.size() < count) {
    const Vector position = draw_vector(random, crowd.dimensions, 0, crowd.dimensions == 2 ? 40 : 20);
    if (ambiguous(world, position)) continue;
    const auto species = static_cast<std::uint8_t>(world.agents.size() % world.species.size());
    world.agents.push_back({position, draw_vector(random, crowd.dimensions, -4, 4), species});
  }
  return world;
}

TEST_P(RulesAgainstReference, OneTickOfHundreds) {
  reference::World world = random_crowd(GetParam(), 700);
  const auto actual = engine_tick(world);
  reference::tick(world);
  for (std::size_t i = 0; i < actual.size(); ++i) {
    SCOPED_TRACE(i);
    const double speed = world.species[actual[i].species].motion.max_speed;
    expect_near(actual[i].velocity, world.agents[i].velocity, 1e-4 * speed);
    expect_near(actual[i].position, world.agents[i].position, 1e-4 * speed / kTickRate + 1e-5);
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Crowds, RulesAgainstReference,
                         ::testing::Values(Crowd{2, SteeringLimit::kTotal, 1}, Crowd{2, SteeringLimit::kEachRule, 2},
                                           Crowd{2, SteeringLimit::kTotal, 3}, Crowd{2, SteeringLimit::kEachRule, 4},
                                           Crowd{3, SteeringLimit::kTotal, 5}, Crowd{3, SteeringLimit::kEachRule, 6},
                                           Crowd{3, SteeringLimit::kTotal, 7}, Crowd{3, SteeringLimit::kEachRule, 8}));

constexpr double kRootHalf = 0.70710678118654752;
const Vector kMiddle(50, 50, 0);

/// No rule at all: top speed 10, response 2, no limit within reach.
SpeciesDesc idle() { return {{{0, 1}, {0, 1}, {0, 1}, {10, 0, 1000, 2, SteeringLimit::kTotal}, {0, 1}, {}}}; }

SpeciesDesc only_separation(float radius) {
  SpeciesDesc species = idle();
  species.separation.radius = radius;
  return species;
}

SpeciesDesc only_alignment(float radius) {
  SpeciesDesc species = idle();
  species.alignment.radius = radius;
  return species;
}

SpeciesDesc only_cohesion(float radius) {
  SpeciesDesc species = idle();
  species.cohesion.radius = radius;
  return species;
}

/// Both the engine and the reference must accelerate `world`'s agents by `expected` and move them accordingly.
void expect_accelerations(const reference::World& world, const std::vector<Vector>& expected) {
  const auto engine = engine_tick(world);
  reference::World oracle = world;
  reference::tick(oracle);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(i);
    const Vector velocity = world.agents[i].velocity + expected[i] / kTickRate;
    const Vector position = world.agents[i].position + velocity / kTickRate;
    expect_near(engine[i].velocity, velocity, 1e-5);
    expect_near(engine[i].position, position, 1e-5);
    expect_near(oracle.agents[i].velocity, velocity, 1e-9);
    expect_near(oracle.agents[i].position, position, 1e-9);
  }
}

reference::World scene(const SpeciesDesc& species, std::vector<reference::Agent> agents, int dimensions = 2) {
  reference::World world = empty_world(dimensions, {species, species});
  world.agents = std::move(agents);
  return world;
}

TEST(Rules, B6_SeparationOfTwo) {
  const auto world = scene(only_separation(2), {{kMiddle, {0, 3, 0}}, {kMiddle + Vector(1, 0, 0)}});
  expect_accelerations(world, {{-20, -6, 0}, {20, 0, 0}});
}

TEST(Rules, B6_SeparationOfThree) {
  const auto world = scene(only_separation(2), {{kMiddle}, {kMiddle + Vector(1, 0, 0)}, {kMiddle + Vector(0, 1, 0)}});
  const double cosine = 0.92387953251128674, sine = 0.38268343236508977;  // of 22.5 degrees
  expect_accelerations(
      world, {{-20 * kRootHalf, -20 * kRootHalf, 0}, {20 * cosine, -20 * sine, 0}, {-20 * sine, 20 * cosine, 0}});
}

TEST(Rules, B6_AlignmentOfTwo) {
  const auto world = scene(only_alignment(2), {{kMiddle, {1, 0, 0}}, {kMiddle + Vector(1, 0, 0), {0, 2, 0}}});
  expect_accelerations(world, {{-2, 20, 0}, {20, -4, 0}});
}

TEST(Rules, B6_AlignmentOfThree) {
  const auto world = scene(only_alignment(3),
                           {{kMiddle}, {kMiddle + Vector(2, 0, 0), {3, 0, 0}}, {kMiddle + Vector(0, 2, 0), {0, 4, 0}}});
  expect_accelerations(world, {{12, 16, 0}, {-6, 20, 0}, {20, -8, 0}});
}

TEST(Rules, B6_CohesionOfTwo) {
  const auto world = scene(only_cohesion(6), {{kMiddle}, {kMiddle + Vector(3, 4, 0)}});
  expect_accelerations(world, {{12, 16, 0}, {-12, -16, 0}});
}

TEST(Rules, B6_CohesionOfThree) {
  const auto world = scene(only_cohesion(8), {{kMiddle}, {kMiddle + Vector(4, 0, 0)}, {kMiddle + Vector(0, 4, 0)}});
  const double root_fifth = 0.44721359549995794;
  expect_accelerations(world, {{20 * kRootHalf, 20 * kRootHalf, 0},
                               {-40 * root_fifth, 20 * root_fifth, 0},
                               {20 * root_fifth, -40 * root_fifth, 0}});
}

TEST(Rules, B6_InSpaceAllAxesCount) {
  const auto world = scene(only_cohesion(8), {{Vector(50, 50, 50)}, {Vector(52, 53, 56)}}, 3);
  const Vector pull(40.0 / 7, 60.0 / 7, 120.0 / 7);
  expect_accelerations(world, {pull, -pull});
  const auto apart = scene(only_separation(8), {{Vector(50, 50, 50)}, {Vector(52, 53, 56)}}, 3);
  expect_accelerations(apart, {-pull, pull});
}

TEST(Rules, B6_ANeighbourAtTheRadiusIsOutside) {
  const auto world = scene(only_cohesion(5), {{kMiddle}, {kMiddle + Vector(3, 4, 0)}});
  expect_accelerations(world, {Vector::Zero(), Vector::Zero()});
}

TEST(Rules, B6_CoincidentAgentsDoNotSeparate) {
  const auto world = scene(only_separation(2), {{kMiddle}, {kMiddle}, {kMiddle + Vector(0, 1, 0)}});
  expect_accelerations(world, {{0, -20, 0}, {0, -20, 0}, {0, 20, 0}});
}

TEST(Rules, B6_OnlySeparationCrossesSpecies) {
  SpeciesDesc all = only_separation(2);
  all.alignment.radius = all.cohesion.radius = 2;
  const auto world = scene(all, {{kMiddle, Vector::Zero(), 0}, {kMiddle + Vector(0, 1, 0), {0, 2, 0}, 1}});
  expect_accelerations(world, {{0, -20, 0}, {0, 16, 0}});
}

TEST(Rules, B6_EachRuleIsLimitedBeforeItIsWeighted) {
  SpeciesDesc species = only_cohesion(6);
  species.cohesion.weight = 3;
  species.motion.max_acceleration = 5;
  species.motion.limit = SteeringLimit::kEachRule;
  expect_accelerations(scene(species, {{kMiddle}, {kMiddle + Vector(3, 4, 0)}}), {{9, 12, 0}, {-9, -12, 0}});
}

TEST(Rules, B6_TheTotalIsLimitedAfterTheSum) {
  SpeciesDesc species = only_cohesion(6);
  species.cohesion.weight = 3;
  species.motion.max_acceleration = 5;
  expect_accelerations(scene(species, {{kMiddle}, {kMiddle + Vector(3, 4, 0)}}), {{3, 4, 0}, {-3, -4, 0}});
}

TEST(Rules, B6_TheBorderPushesHarderTowardTheEdge) {
  SpeciesDesc species = idle();
  species.border = {10, 1};
  expect_accelerations(scene(species, {{{5, 50, 0}, {-2, 1, 0}}, {{97.5, 0, 0}}, {{50, 90, 0}, {1, 1, 0}}}),
                       {{12, 0, 0}, {-15, 20, 0}, {0, 0, 0}});
}

TEST(Integration, SpeedStaysBetweenItsLimits) {
  SpeciesDesc species = idle();
  species.motion.min_speed = 1;
  const auto world = scene(species, {{{20, 20, 0}, {0.3, 0.4, 0}}, {{40, 40, 0}}, {{60, 60, 0}, {18, 24, 0}}});
  const auto engine = engine_tick(world);
  expect_near(engine[0].velocity, {0.6, 0.8, 0}, 1e-6);
  expect_near(engine[1].velocity, Vector::Zero(), 0);
  expect_near(engine[2].velocity, {6, 8, 0}, 1e-5);
}

TEST(Integration, TheEdgeOfTheWorldTakesTheOutwardVelocity) {
  const auto world = scene(idle(), {{{0.01, 20, 0}, {-8, 3, 0}}, {{50, 99.99, 0}, {2, 4, 0}}});
  const auto engine = engine_tick(world);
  expect_near(engine[0].velocity, {0, 3, 0}, 1e-6);
  EXPECT_EQ(engine[0].position.x(), 0);
  expect_near(engine[1].velocity, {2, 0, 0}, 1e-6);
  EXPECT_EQ(engine[1].position.y(), kSize);
}

}  // namespace
}  // namespace cardume::testing
