#include <gtest/gtest.h>

#include <Eigen/Core>

#include "tests/support/dice.hpp"
#include "tests/support/scenes.hpp"

// The step of a tutorial as its pages print it (D. Shiffman, "The nature of code", 2012), in double precision: pixels,
// pixels a frame, every boid against every other. <cardume/species.hpp> says how its numbers become those of a species.
namespace cardume::testing {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kFramesPerSecond = 60;
constexpr int kBoids = 60;

struct Rule {
  double radius, weight;
};

/// What a tutorial lets its readers turn, a frame.
struct Tutorial {
  double max_speed, max_force;
  Rule separation, alignment, cohesion;
};

struct Boid {
  Vector position, velocity;
};

using Boids = std::vector<Boid>;

Vector limited(const Vector& vector, double most) {
  return vector.norm() > most ? Vector(vector.normalized() * most) : vector;
}

/// Calls `visit(other)` for each other boid nearer than `radius` and returns how many there are.
template <class Visit>
int for_near(const Boids& boids, std::size_t self, double radius, Visit visit) {
  int count = 0;
  for (std::size_t other = 0; other < boids.size(); ++other) {
    if (other == self || (boids[other].position - boids[self].position).norm() >= radius) continue;
    visit(boids[other]);
    ++count;
  }
  return count;
}

Vector separate(const Boids& boids, std::size_t self, double radius) {
  Vector sum = Vector::Zero();
  for_near(boids, self, radius,
           [&](const Boid& other) { sum += (boids[self].position - other.position).normalized(); });
  return sum;
}

Vector align(const Boids& boids, std::size_t self, double radius) {
  Vector sum = Vector::Zero();
  const int count = for_near(boids, self, radius, [&](const Boid& other) { sum += other.velocity; });
  return count > 0 ? Vector(sum / count) : sum;
}

Vector cohere(const Boids& boids, std::size_t self, double radius) {
  Vector sum = Vector::Zero();
  const int count = for_near(boids, self, radius, [&](const Boid& other) { sum += other.position; });
  return count > 0 ? Vector(sum / count - boids[self].position) : sum;
}

Vector steer(const Vector& wanted, const Vector& velocity, const Tutorial& tutorial) {
  if (wanted.norm() == 0) return Vector::Zero();
  return limited(wanted.normalized() * tutorial.max_speed - velocity, tutorial.max_force);
}

Boids next_frame(const Boids& boids, const Tutorial& tutorial) {
  Boids next = boids;
  for (std::size_t i = 0; i < boids.size(); ++i) {
    const Vector& velocity = boids[i].velocity;
    const Vector force =
        steer(separate(boids, i, tutorial.separation.radius), velocity, tutorial) * tutorial.separation.weight +
        steer(align(boids, i, tutorial.alignment.radius), velocity, tutorial) * tutorial.alignment.weight +
        steer(cohere(boids, i, tutorial.cohesion.radius), velocity, tutorial) * tutorial.cohesion.weight;
    next[i].velocity = limited(velocity + force, tutorial.max_speed);
    next[i].position += next[i].velocity;
  }
  return next;
}

template <class Desc>
Desc rule_desc(const Rule& rule) {
  return {static_cast<float>(rule.radius), static_cast<float>(rule.weight)};
}

/// The tutorial's numbers by the mapping that MotionDesc documents.
WorldDesc world_desc(const Tutorial& tutorial) {
  WorldDesc desc;
  desc.size = {640, 360, 1};
  desc.tick_rate = static_cast<float>(kFramesPerSecond);
  desc.budget.crowd_limit = 0;
  SpeciesDesc& species = desc.species[0];
  species.separation = rule_desc<SeparationDesc>(tutorial.separation);
  species.alignment = rule_desc<AlignmentDesc>(tutorial.alignment);
  species.cohesion = rule_desc<RuleDesc>(tutorial.cohesion);
  MotionDesc& motion = species.motion;
  motion.max_speed = static_cast<float>(kFramesPerSecond * tutorial.max_speed);
  motion.max_acceleration = static_cast<float>(kFramesPerSecond * kFramesPerSecond * tutorial.max_force);
  motion.response = static_cast<float>(kFramesPerSecond);
  motion.limit = SteeringLimit::kEachRule;
  return desc;
}

/// Boids about the middle of the canvas, far enough from its edges for ten frames.
Boids draw_boids(const Tutorial& tutorial, std::uint32_t seed) {
  Dice dice(seed);
  const auto most = static_cast<float>(tutorial.max_speed);
  Boids boids;
  for (int i = 0; i < kBoids; ++i)
    boids.push_back({Vector(220 + dice.below(200), 80 + dice.below(200)),
                     Vector(dice.below(2 * most) - most, dice.below(2 * most) - most) * 0.7});
  return boids;
}

AgentDesc agent_desc(const Boid& boid) {
  const Vector velocity = boid.velocity * kFramesPerSecond;
  return {{static_cast<float>(boid.position.x()), static_cast<float>(boid.position.y()), 0},
          {static_cast<float>(velocity.x()), static_cast<float>(velocity.y()), 0}};
}

class TutorialMapping : public ::testing::TestWithParam<Tutorial> {};

void PrintTo(const Tutorial& tutorial, std::ostream* stream) {
  *stream << "speed " << tutorial.max_speed << ", force " << tutorial.max_force;
}

TEST_P(TutorialMapping, GivesTheSamePlacesFrameByFrame) {
  const Tutorial& tutorial = GetParam();
  Boids boids = draw_boids(tutorial, 3);
  std::vector<AgentDesc> agents;
  for (const Boid& boid : boids) agents.push_back(agent_desc(boid));
  const auto scheduler = make_serial_scheduler();
  World world = build({"tutorial", world_desc(tutorial), {}, {}, {}}, *scheduler);
  std::vector<AgentId> ids(agents.size());
  EXPECT_FALSE(world.spawn_all(agents, ids));
  for (int frame = 1; frame <= 10; ++frame) {
    boids = next_frame(boids, tutorial);
    world.tick();
    for (std::size_t i = 0; i < boids.size(); ++i) {
      const std::uint32_t row = world.row_of(ids[i]).value();
      const Vector place(world.positions(0)[row], world.positions(1)[row]);
      ASSERT_LE((place - boids[i].position).norm(), 1e-3) << "boid " << i << ", frame " << frame;
    }
  }
}

// Gentle forces: under strong ones the rounding of a start to float alone grows beyond the tolerance in ten frames.
INSTANTIATE_TEST_SUITE_P(Tutorials, TutorialMapping,
                         ::testing::Values(Tutorial{2, 0.03, {25, 1.5}, {50, 1}, {50, 1}},
                                           Tutorial{4, 0.2, {24, 1}, {25, 1.5}, {40, 0.75}},
                                           Tutorial{3, 0.05, {30, 2}, {100, 0.5}, {60, 1}}));

}  // namespace
}  // namespace cardume::testing
