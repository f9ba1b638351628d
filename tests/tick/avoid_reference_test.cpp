#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/bits.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

using Vector = Eigen::Vector3d;

constexpr float kTickRate = 64;
constexpr double kComfort = 1.4, kEagerness = 1.5, kReaction = 1.5, kBrake = 0.05, kTieBias = 1e-3;

Vector to_vector(Vec3 v) { return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)}; }

Vector right_of(const Vector& way) {
  const double level2 = way.x() * way.x() + way.y() * way.y();
  if (level2 < 0.25 * way.z() * way.z()) return {way.z() > 0 ? 1.0 : -1.0, 0, 0};
  return Vector(way.y(), -way.x(), 0).normalized();
}

/// Who does how much of it: 2 is all.
double share_of(const Scene& scene, const AgentDesc& self, const AgentDesc& other, const Vector& way) {
  const int own = scene.desc.species[self.species].body.priority;
  const int theirs = other.locked ? 256 : scene.desc.species[other.species].body.priority;
  if (own != theirs) return own < theirs ? 2 : 0;
  const double closes = std::max(0.0, way.dot(to_vector(self.velocity)));
  return 2 * closes / (closes + std::max(0.0, -way.dot(to_vector(other.velocity))));
}

/// What one agent does about another, in double precision.
Vector aside(const Scene& scene, const AgentDesc& self, const AgentDesc& other) {
  const SpeciesDesc& species = scene.desc.species[self.species];
  const BodyDesc& body = scene.desc.species[other.species].body;
  const AvoidanceDesc& avoidance = species.avoidance;
  const Vector way = to_vector(other.position) - to_vector(self.position);
  const Vector closing = to_vector(self.velocity) - to_vector(other.velocity);
  if (body.radius == 0 || species.body.radius == 0 || (avoidance.layers & body.layers) == 0) return Vector::Zero();
  const double room = kComfort * static_cast<double>(species.body.radius + body.radius), approach = way.dot(closing);
  const double gap2 = std::max(0.0, way.squaredNorm() - room * room);
  const double course2 = approach * approach - closing.squaredNorm() * gap2;
  if (way.norm() >= static_cast<double>(avoidance.radius) || approach <= 0 || course2 <= 0) return Vector::Zero();
  const double time = gap2 / (approach + std::sqrt(course2)), horizon = static_cast<double>(avoidance.horizon);
  if (time >= horizon) return Vector::Zero();

  const Vector miss = closing * (approach / closing.squaredNorm()) - way;
  const double bias = static_cast<double>(avoidance.right_bias) + kTieBias;
  const Vector side = (miss + right_of(closing) * bias * room).normalized();
  const double soon = time + kReaction / std::max(1.0, static_cast<double>(species.motion.response));
  const double fade = 1 - time / horizon;
  const double urgency = share_of(scene, self, other, way) * fade * fade / (soon * soon);
  return urgency * (2 * kEagerness * (room - miss.dot(side)) * side - kBrake * soon * closing);
}

Vector at_most(const Vector& vector, double length) {
  return vector.norm() > length ? Vector(vector * (length / vector.norm())) : vector;
}

Vector velocity_after_a_tick(const Scene& scene, std::size_t self) {
  const SpeciesDesc& species = scene.desc.species[scene.agents[self].species];
  if (scene.agents[self].locked) return Vector::Zero();
  Vector sum = Vector::Zero();
  for (std::size_t other = 0; other < scene.agents.size(); ++other)
    if (other != self) sum += aside(scene, scene.agents[self], scene.agents[other]);
  const auto most = static_cast<double>(species.motion.max_acceleration);
  sum = at_most(at_most(sum, most) * static_cast<double>(species.avoidance.weight), most);
  const Vector velocity = to_vector(scene.agents[self].velocity) + sum / static_cast<double>(kTickRate);
  return at_most(velocity, static_cast<double>(species.motion.max_speed));
}

SpeciesDesc draw_species(Dice& dice) {
  SpeciesDesc species;
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  species.motion.max_acceleration = dice.chance(50) ? 1e4f : 5 + dice.below(20);
  species.motion.response = 0.5f + dice.below(8);
  species.body.radius = dice.chance(15) ? 0 : 0.1f + dice.below(0.5f);
  species.body.priority = static_cast<std::uint8_t>(dice() % 3);
  species.body.layers = 1u << dice() % 3;
  species.avoidance = {dice.chance(15) ? 0 : 1 + dice.below(5), 0.5f + dice.below(1), 0.2f + dice.below(4),
                       dice.below(1), dice.chance(70) ? ~0u : dice()};
  return species;
}

/// Bodies of up to three species on their ways, none of which will touch within a tick.
Scene draw_crowd(std::uint32_t seed) {
  Dice dice(seed);
  Scene scene{"random", {}, {}, {}, {}};
  scene.desc.dimensions = 2 + seed % 2;
  scene.desc.tick_rate = kTickRate;
  scene.desc.budget.crowd_limit = 0;
  const float size = 8 + dice.below(16);
  scene.desc.size = {size, size, size / 2};
  scene.desc.species.clear();
  for (std::uint32_t count = 1 + dice() % 3; count > 0; --count) scene.desc.species.push_back(draw_species(dice));
  scene.desc.species[0].body.radius = 0.3f;
  for (int attempt = 0; attempt < 150; ++attempt) {
    AgentDesc agent;
    agent.species = static_cast<std::uint8_t>(dice() % scene.desc.species.size());
    agent.position = {1 + dice.below(size - 2), 1 + dice.below(size - 2), 1 + dice.below(size / 2 - 2)};
    agent.velocity = {dice.below(4) - 2, dice.below(4) - 2, dice.below(2) - 1};
    if (scene.desc.dimensions == 2) agent.position.z = agent.velocity.z = 0;
    if (dice.chance(10)) agent.velocity = {};
    if (dice.chance(5) && scene.desc.species[agent.species].body.radius > 0) agent.locked = true;
    if (agent.locked) agent.velocity = {};
    const bool free = std::all_of(scene.agents.begin(), scene.agents.end(), [&](const AgentDesc& other) {
      const float radii = scene.desc.species[agent.species].body.radius + scene.desc.species[other.species].body.radius;
      return (to_vector(agent.position) - to_vector(other.position)).norm() > static_cast<double>(radii) + 0.2;
    });
    if (free) scene.agents.push_back(agent);
  }
  return scene;
}

TEST(AvoidReference, TheStageDoesWhatIsSaidAboutItInAnyCrowd) {
  std::size_t steered = 0;
  const auto scheduler = make_serial_scheduler();
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const Scene scene = draw_crowd(seed);
    Result<World> world = World::create(scene.desc, *scheduler);
    ASSERT_TRUE(world) << world.error().message;
    std::vector<AgentId> ids(scene.agents.size());
    ASSERT_FALSE(world->spawn_all(scene.agents, ids));
    world->tick();
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Vector expected = velocity_after_a_tick(scene, i);
      steered += expected != to_vector(scene.agents[i].velocity);
      for (std::uint32_t d = 0; d < scene.desc.dimensions; ++d)
        ASSERT_NEAR(world->velocities(d)[*world->row_of(ids[i])], expected[d], 2e-3)
            << "seed " << seed << " agent " << i;
    }
  }
  EXPECT_GT(steered, 3000u);
}

/// The same with places and speeds that are hard on arithmetic.
Scene draw_hostile_crowd(std::uint32_t seed) {
  Scene scene = draw_crowd(seed);
  Dice dice(seed);
  for (SpeciesDesc& species : scene.desc.species)
    if (dice.chance(30)) species.motion = {1e6f, 0, 1e6f, dice.chance(50) ? 0 : 1e6f, SteeringLimit::kEachRule};
  for (AgentDesc& agent : scene.agents) {
    if (dice.chance(20)) agent.position = scene.agents[0].position;
    if (agent.locked) continue;
    if (dice.chance(10)) agent.velocity = {};
    if (dice.chance(10)) agent.velocity = {1e-20f, -1e-30f, 0};
    if (dice.chance(10)) agent.velocity = {-1e6f, dice.chance(50) ? 1e6f : 1e-6f, 0};
    if (dice.chance(10)) agent.velocity = scene.agents[0].velocity;
  }
  return scene;
}

TEST(AvoidReference, EverySetGivesTheSameBitsInHostileCrowds) {
  const auto scheduler = make_serial_scheduler();
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    Scene scene = draw_hostile_crowd(seed);
    scene.desc.budget.crowd_limit = seed % 3 == 0 ? 4 : 0;
    scene.desc.instruction_set = "scalar";
    World expected = build(scene, *scheduler);
    for (int tick = 0; tick < 3; ++tick) expected.tick();
    for (const char* set : instruction_sets()) {
      scene.desc.instruction_set = set;
      World world = build(scene, *scheduler);
      for (int tick = 0; tick < 3; ++tick) world.tick();
      for (std::uint32_t d = 0; d < scene.desc.dimensions; ++d) {
        ASSERT_EQ(bits(world.positions(d)), bits(expected.positions(d))) << set << " seed " << seed;
        ASSERT_EQ(bits(world.velocities(d)), bits(expected.velocities(d))) << set << " seed " << seed;
        ASSERT_TRUE(all_finite(world.positions(d)) && all_finite(world.velocities(d))) << set << " seed " << seed;
      }
    }
  }
}

/// Four crowds that cross on a square, more of them than fit into one chunk.
Scene crossing_crowds() {
  Scene scene{"crossing", {}, {}, {{5, 5}, {95, 5}, {5, 95}, {95, 95}}, {}};
  scene.desc = body_desc(open_map(100, 100), 0.3f);
  scene.desc.species[0].avoidance.radius = 2.5f;
  Dice dice(1);
  for (std::uint32_t i = 0; i < 6000; ++i) {
    const Vec3 position{1 + static_cast<float>(i % 80) * 1.22f, 1 + static_cast<float>(i / 80) * 1.3f, 0};
    scene.agents.push_back({.position = position, .goal = {1 + dice() % 4}});
  }
  return scene;
}

constexpr std::uint32_t kTicks = 40;

TEST(AvoidDeterminism, B37_AnyNumberOfTbbThreadsGivesTheSameHashes) {
  const Scene scene = crossing_crowds();
  const auto expected = run(scene, *make_serial_scheduler(), kTicks);
  const tbb::global_control more_threads(tbb::global_control::max_allowed_parallelism, 8);
  for (const std::uint32_t workers : {2u, 3u, 8u})
    EXPECT_EQ(run(scene, *make_tbb_scheduler(workers), kTicks), expected);
}

TEST(AvoidDeterminism, B37_EverySetGivesTheSameHashesOnTheSerialScheduler) {
  Scene scene = crossing_crowds();
  const auto expected = run(scene, *make_serial_scheduler(), kTicks);
  for (const char* set : instruction_sets()) {
    scene.desc.instruction_set = set;
    EXPECT_EQ(run(scene, *make_serial_scheduler(), kTicks), expected) << set;
  }
}

}  // namespace
}  // namespace cardume::testing
