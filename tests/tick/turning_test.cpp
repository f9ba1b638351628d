#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/crowds.hpp"

// Limited turns, kept speeds and noise.
namespace cardume::testing {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr double kRate = 60;

/// Points that go straight for their goal, or do nothing at all.
WorldDesc desc_with(std::uint32_t dimensions, const MotionDesc& motion) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = {1000, 1000, 1000};
  desc.species.resize(1);
  SpeciesDesc& species = desc.species[0];
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  species.motion = motion;
  return desc;
}

Vec3 velocity_of(World& world, AgentId id) {
  const std::uint32_t row = world.row_of(id).value();
  return {world.velocities(0)[row], world.velocities(1)[row],
          world.desc().dimensions == 3 ? world.velocities(2)[row] : 0};
}

double length(Vec3 a) {
  return std::hypot(static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z));
}

/// In double precision and by its sine where it is small: floats tell angles of 1e-3 well enough.
double angle(Vec3 a, Vec3 b) {
  const double ax = a.x, ay = a.y, az = a.z, bx = b.x, by = b.y, bz = b.z;
  return std::atan2(std::hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx), ax * bx + ay * by + az * bz);
}

/// The goal lies that far to the side; response is so fast that only the turn rate holds the agent back.
TEST(Turning, HeadingsTurnByExactlyTheTurnOfATickUntilTheyAreThere) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float rate : {0.01f, 0.05f, 0.5f, 3.f, 40.f, 120.f})
      for (float aside : {9e-4f, 0.3f, 1.5f, 3.f, kPi}) {
        WorldDesc desc = desc_with(dimensions, {.max_speed = 1, .max_acceleration = 1e6f, .response = 60});
        desc.species[0].motion.turn_rate = rate;
        desc.species[0].steering.seek.weight = 1;
        Crowd crowd(desc);
        const GoalId goal = *crowd.world().add_goal({500 + 400 * std::cos(aside), 500 + 400 * std::sin(aside), 500});
        const AgentId id = crowd.spawn({.position = {500, 500, 500}, .velocity = {1, 0, 0}, .goal = goal});
        const double turn = static_cast<double>(rate) / kRate;
        Vec3 last{1, 0, 0};
        double turned = 0;
        for (int tick = 0; tick < 100; ++tick) {
          crowd.run(1 / kRate);
          const Vec3 now = velocity_of(crowd.world(), id);
          const double by = angle(last, now);
          ASSERT_LT(by, turn + 1e-6) << rate << " " << aside;
          if (turned + 2 * turn < static_cast<double>(aside)) {
            ASSERT_NEAR(by, turn, 1e-6) << rate << " " << aside << " tick " << tick;
          }
          ASSERT_NEAR(length(now), 1, 1e-5);
          turned += by;
          last = now;
        }
      }
}

TEST(Turning, WhoStandsSetsOutAnyWayAtOnce) {
  WorldDesc desc = desc_with(2, {.max_speed = 2, .max_acceleration = 1e6f, .response = 60});
  desc.species[0].motion.turn_rate = 0.1f;
  desc.species[0].steering.seek.weight = 1;
  Crowd crowd(desc);
  const AgentId id = crowd.spawn({.position = {500, 500, 0}, .goal = crowd.add_goal({100, 800})});
  crowd.run(1 / kRate);
  EXPECT_LT(angle(velocity_of(crowd.world(), id), {-400, 300, 0}), 1e-5);
}

/// To a goal exactly behind the turn goes to the left, and in space stays in one plane.
TEST(Turning, ExactlyOppositeWaysAreTakenByAFixedSide) {
  for (Vec3 ahead : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-0.6f, 0.8f, 0}, Vec3{0.1f, 0.7f, 0}}) {
    WorldDesc desc = desc_with(2, {.max_speed = 2, .max_acceleration = 1e6f, .response = 60});
    desc.species[0].motion.turn_rate = 1;
    desc.species[0].steering.seek.weight = 1;
    Crowd crowd(desc);
    const GoalId goal = crowd.add_goal({500 - 256 * ahead.x, 500 - 256 * ahead.y});
    const AgentId id = crowd.spawn({.position = {500, 500, 0}, .velocity = ahead, .goal = goal});
    crowd.run(10 / kRate);
    const Vec3 now = velocity_of(crowd.world(), id);
    EXPECT_NEAR(angle(ahead, now), 10 / kRate, 1e-4);
    EXPECT_GT(ahead.x * now.y - ahead.y * now.x, 0);
  }
}

TEST(Turning, OwnSpeedsStayWhateverSteers) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    WorldDesc desc = desc_with(dimensions, {.max_speed = 6, .min_speed = 1, .max_acceleration = 50, .response = 8});
    desc.species[0].motion.speed = SpeedModel::kOwn;
    desc.species[0].steering = {.seek = {1, 30}, .wander = {1, 0.5f, 1}};
    Crowd crowd(desc);
    const GoalId goal = *crowd.world().add_goal({520, 500, 500});
    std::vector<AgentId> ids;
    for (float speed : {0.f, 0.5f, 1.f, 2.f, 3.7f, 6.f, 9.f})
      ids.push_back(crowd.spawn({.position = {500, 500, 500}, .velocity = {0, speed, 0}, .goal = goal}));
    const double expected[] = {0, 1, 1, 2, 3.7, 6, 6};
    for (int second = 0; second < 20; ++second) {
      crowd.run(1);
      for (std::size_t i = 0; i < ids.size(); ++i)
        ASSERT_NEAR(length(velocity_of(crowd.world(), ids[i])), expected[i], 1e-4 * expected[i]);
    }
  }
}

/// The turns of one tick of noise, from a heading along x.
std::vector<Vec3> shaken(std::uint32_t dimensions, float noise, std::uint32_t agents, int ticks) {
  WorldDesc desc = desc_with(dimensions, {.max_speed = 6});
  desc.species[0].motion.noise = noise;
  Crowd crowd(desc);
  std::vector<AgentId> ids;
  for (std::uint32_t i = 0; i < agents; ++i)
    ids.push_back(crowd.spawn({.position = {500, 500, 500}, .velocity = {2, 0, 0}}));
  crowd.run(ticks / kRate);
  std::vector<Vec3> velocities;
  for (AgentId id : ids) velocities.push_back(velocity_of(crowd.world(), id));
  return velocities;
}

TEST(Turning, NoiseInThePlaneIsUniformOverItsWidth) {
  constexpr std::uint32_t kAgents = 8000;
  for (float noise : {1e-3f, 0.5f, 2.f, 2 * kPi}) {
    std::vector<int> count(20);
    for (Vec3 velocity : shaken(2, noise, kAgents, 1)) {
      ASSERT_NEAR(length(velocity), 2, 1e-5);
      const double share = std::atan2(velocity.y, velocity.x) / static_cast<double>(noise) + 0.5;
      ASSERT_GT(share, -1e-4);
      ASSERT_LT(share, 1 + 1e-4);
      ++count[static_cast<std::size_t>(std::clamp(share * 20, 0.0, 19.0))];
    }
    double chi = 0;
    for (int one : count) chi += (one - kAgents / 20.0) * (one - kAgents / 20.0) / (kAgents / 20.0);
    EXPECT_LT(chi, 19 + 5 * std::sqrt(2 * 19.0)) << noise;
  }
}

TEST(Turning, NoiseInSpaceIsUniformInItsAngleAndGoesAnyWay) {
  constexpr std::uint32_t kAgents = 8000;
  for (float noise : {0.5f, 2.f, 2 * kPi}) {
    std::vector<int> angles(10), ways(10);
    for (Vec3 velocity : shaken(3, noise, kAgents, 1)) {
      ASSERT_NEAR(length(velocity), 2, 1e-5);
      const double share = angle({1, 0, 0}, velocity) / (static_cast<double>(noise) / 2);
      ASSERT_LT(share, 1 + 1e-4);
      ++angles[static_cast<std::size_t>(std::clamp(share * 10, 0.0, 9.0))];
      const double around = std::atan2(velocity.z, velocity.y) / (2 * std::numbers::pi) + 0.5;
      ++ways[static_cast<std::size_t>(std::clamp(around * 10, 0.0, 9.0))];
    }
    for (const std::vector<int>& count : {angles, ways}) {
      double chi = 0;
      for (int one : count) chi += (one - kAgents / 10.0) * (one - kAgents / 10.0) / (kAgents / 10.0);
      EXPECT_LT(chi, 9 + 5 * std::sqrt(2 * 9.0)) << noise;
    }
  }
}

/// A walk of turns that have nothing to do with each other: after n ticks cosines have shrunk to the n-th power.
TEST(Turning, NoiseOfOneTickHasNothingToDoWithThatOfTheNext) {
  constexpr int kTicks = 20;
  const double each = std::sin(0.25) / 0.25;  // The mean cosine of an angle up to 0.25 either way.
  double mean = 0;
  const std::vector<Vec3> velocities = shaken(2, 0.5f, 8000, kTicks);
  for (Vec3 velocity : velocities) mean += static_cast<double>(velocity.x) / 2 / static_cast<double>(velocities.size());
  EXPECT_NEAR(mean, std::pow(each, kTicks), 0.02);
}

}  // namespace
}  // namespace cardume::testing
