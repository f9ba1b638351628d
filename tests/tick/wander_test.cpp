#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

constexpr float kPeriod = 0.8f;
constexpr int kAgents = 400;

/// Points that do nothing but wander, and take up at once what they want.
WorldDesc wander_desc(std::uint32_t dimensions, std::uint64_t seed = 1) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = {1000, 1000, 1000};
  desc.seed = seed;
  desc.species.resize(1);
  SpeciesDesc& species = desc.species[0];
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  species.motion = {.max_speed = 3, .max_acceleration = 1e6f, .response = 60};
  species.steering.wander = {1, kPeriod, 0.7f};
  return desc;
}

std::vector<AgentId> spawn_some(Crowd& crowd) {
  std::vector<AgentId> ids;
  for (int i = 0; i < kAgents; ++i) ids.push_back(crowd.spawn({.position = {500, 500, 500}}));
  return ids;
}

Vec3 heading(World& world, AgentId id) {
  const std::uint32_t row = world.row_of(id).value();
  const float x = world.velocities(0)[row], y = world.velocities(1)[row];
  const float z = world.desc().dimensions == 3 ? world.velocities(2)[row] : 0, length = std::hypot(x, y, z);
  return {x / length, y / length, z / length};
}

double cosine(Vec3 a, Vec3 b) { return static_cast<double>(a.x * b.x + a.y * b.y + a.z * b.z); }

TEST(Wander, HeadingsAreEvenOverTheWholeAndThoseWhoStandSetOut) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Crowd crowd(wander_desc(dimensions));
    const std::vector<AgentId> ids = spawn_some(crowd);
    for (int second = 0; second < 5; ++second) {
      crowd.run(1);
      double x = 0, y = 0, z = 0;
      for (AgentId id : ids) {
        const Vec3 way = heading(crowd.world(), id);
        ASSERT_NEAR(cosine(way, way), 1, 1e-5);
        x += static_cast<double>(way.x) / kAgents;
        y += static_cast<double>(way.y) / kAgents;
        z += static_cast<double>(way.z) / kAgents;
      }
      EXPECT_LT(std::hypot(x, y, z), 5 / std::sqrt(kAgents));
    }
  }
}

/// Headings turn, but by no more a tick than the largest push aside can make them.
TEST(Wander, HeadingsTurnSmoothly) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Crowd crowd(wander_desc(dimensions));
    const std::vector<AgentId> ids = spawn_some(crowd);
    crowd.run(0.5);
    std::vector<Vec3> last, first;
    for (AgentId id : ids) last.push_back(heading(crowd.world(), id));
    first = last;
    for (int tick = 0; tick < 120; ++tick) {
      crowd.run(1 / 60.0);
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const Vec3 now = heading(crowd.world(), ids[i]);
        ASSERT_LT(std::acos(std::min(1.0, cosine(now, last[i]))), std::asin(0.7) + 1e-3);
        last[i] = now;
      }
    }
    double turned_far = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) turned_far += cosine(first[i], last[i]) < 0.5;
    EXPECT_GT(turned_far, kAgents / 2);
  }
}

/// Velocities after a second, in order of spawning.
std::vector<Vec3> after_a_second(std::uint32_t dimensions, std::uint64_t seed) {
  Crowd crowd(wander_desc(dimensions, seed));
  const std::vector<AgentId> ids = spawn_some(crowd);
  crowd.run(1);
  std::vector<Vec3> headings;
  for (AgentId id : ids) headings.push_back(heading(crowd.world(), id));
  return headings;
}

double mean_cosine(const std::vector<Vec3>& a, const std::vector<Vec3>& b, std::size_t shift) {
  double sum = 0;
  for (std::size_t i = 0; i + shift < a.size(); ++i) sum += cosine(a[i], b[i + shift]);
  return sum / static_cast<double>(a.size() - shift);
}

TEST(Wander, AgentsAndSeedsHaveNothingInCommonAndTheSameIsTheSame) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    const std::vector<Vec3> one = after_a_second(dimensions, 1), again = after_a_second(dimensions, 1);
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].x, again[i].x);
    const double margin = 5 / std::sqrt(2.0 * kAgents);
    for (std::size_t shift : {1u, 2u, 64u}) EXPECT_LT(std::fabs(mean_cosine(one, one, shift)), margin);
    for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{2}, ~std::uint64_t{0}, std::uint64_t{1} << 32})
      EXPECT_LT(std::fabs(mean_cosine(one, after_a_second(dimensions, seed), 0)), margin) << seed;
  }
}

/// The push of a directionless agent, tick by tick, is a smooth curve: it bends, but never jumps, not even from one
/// period to the next.
TEST(Wander, TheRandomDirectionNeverJumps) {
  WorldDesc desc = wander_desc(2);
  desc.species[0].steering.wander.spread = 1e6f;  // The heading no longer counts.
  desc.species[0].motion.max_speed = 1;
  Crowd crowd(desc);
  const std::vector<AgentId> ids = spawn_some(crowd);
  crowd.run(0.5);
  std::vector<Vec3> last;
  for (AgentId id : ids) last.push_back(heading(crowd.world(), id));
  std::size_t sudden = 0, ticks = 0;
  for (int tick = 0; tick < 240; ++tick) {
    crowd.run(1 / 60.0);
    for (std::size_t i = 0; i < ids.size(); ++i, ++ticks) {
      const Vec3 now = heading(crowd.world(), ids[i]);
      // It turns by more than half a radian a tick only where it passes close to 0.
      sudden += cosine(now, last[i]) < std::cos(0.5);
      last[i] = now;
    }
  }
  EXPECT_LT(static_cast<double>(sudden) / static_cast<double>(ticks), 0.01);
}

}  // namespace
}  // namespace cardume::testing
