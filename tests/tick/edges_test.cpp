#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/crowds.hpp"

// What happens at the edge of the world.
namespace cardume::testing {
namespace {

constexpr double kRate = 60;

WorldDesc edge_desc(std::uint32_t dimensions, Edge edge, float max_speed) {
  WorldDesc desc;
  desc.dimensions = dimensions;
  desc.size = {20, 30, 40};
  desc.scenery.edge = edge;
  desc.species.resize(1);
  SpeciesDesc& species = desc.species[0];
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  species.motion.max_speed = max_speed;
  return desc;
}

struct Point {
  double place = 0, velocity = 0;
};

Point along(World& world, AgentId id, std::uint32_t axis) {
  const std::uint32_t row = world.row_of(id).value();
  return {world.positions(axis)[row], world.velocities(axis)[row]};
}

double size_along(std::uint32_t axis) { return 20 + 10.0 * axis; }

/// Where a straight way leads in a world between two mirrors.
Point mirrored(double from, double velocity, double time, double size) {
  const double far = from + velocity * time, rest = far - std::floor(far / (2 * size)) * 2 * size;
  return rest <= size ? Point{rest, velocity} : Point{2 * size - rest, -velocity};
}

/// Where it leads on a ring.
Point around(double from, double velocity, double time, double size) {
  const double far = from + velocity * time;
  return {far - std::floor(far / size) * size, velocity};
}

template <class Closed>
void expect_path(Edge edge, double margin, Closed closed) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (Vec3 velocity : {Vec3{7, -11, 5}, Vec3{-400, 333, -90}, Vec3{9000, 5000, -7000}}) {
      Crowd crowd(edge_desc(dimensions, edge, 1e6f));
      const AgentId id = crowd.spawn({.position = {3, 29, 20}, .velocity = velocity});
      const double from[] = {3, 29, 20}, speed[] = {velocity.x, velocity.y, velocity.z};
      for (int tick = 1; tick <= 120; ++tick) {
        crowd.run(1 / kRate);
        for (std::uint32_t d = 0; d < dimensions; ++d) {
          const Point expected = closed(from[d], speed[d], tick / kRate, size_along(d));
          const Point now = along(crowd.world(), id, d);
          const double tolerance = margin * (1 + std::fabs(speed[d]) * tick / kRate);
          // Right at the edge rounding may have put it on either side.
          if (std::min(expected.place, size_along(d) - expected.place) < tolerance) continue;
          ASSERT_NEAR(now.place, expected.place, tolerance) << "tick " << tick;
          ASSERT_NEAR(now.velocity, expected.velocity, 1e-3 * std::fabs(speed[d]));
        }
      }
    }
}

TEST(Edges, MirrorsThrowBackAsOftenAsItTakes) { expect_path(Edge::kReflect, 1e-5, mirrored); }

TEST(Edges, OnATorusWaysComeInOnTheOtherSide) { expect_path(Edge::kWrap, 1e-5, around); }

TEST(Edges, AnOpenWorldGoesOn) {
  for (std::uint32_t dimensions : {2u, 3u}) {
    Crowd crowd(edge_desc(dimensions, Edge::kOpen, 1000));
    const AgentId id = crowd.spawn({.position = {3, 29, 20}, .velocity = {-100, 200, 50}});
    crowd.run(5);
    EXPECT_NEAR(along(crowd.world(), id, 0).place, 3 - 500, 0.05);
    EXPECT_NEAR(along(crowd.world(), id, 1).place, 29 + 1000, 0.05);
  }
}

TEST(Edges, HostileSpeedsInTinyWorldsStayFiniteAndInside) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (Edge edge : {Edge::kStop, Edge::kReflect, Edge::kWrap, Edge::kOpen})
      for (float size : {1e-6f, 1.f, 1e6f}) {
        WorldDesc desc = edge_desc(dimensions, edge, 1e6f);
        desc.size = {size, size, size};
        desc.tick_rate = 1;
        Crowd crowd(desc);
        const float middle = size / 3;
        for (float speed : {1e6f, -1e6f, 12345.6f, -1e-3f})
          crowd.spawn({.position = {middle, middle, middle}, .velocity = {speed, -speed / 3, speed / 7}});
        for (int tick = 0; tick < 50; ++tick) {
          crowd.run(1);
          for (std::uint32_t d = 0; d < dimensions; ++d)
            for (float place : crowd.world().positions(d)) {
              ASSERT_TRUE(std::isfinite(place));
              ASSERT_GE(place, edge == Edge::kOpen ? -1e6f : 0.f);
              ASSERT_LE(place, edge == Edge::kOpen ? 1e6f : size);
              if (edge == Edge::kWrap) {
                ASSERT_LT(place, size);
              }
            }
        }
      }
}

/// A body that meets nobody but a mirror keeps its speed; so do two that meet far from it.
TEST(Edges, AMirrorThrowsBackBodiesAsFastAsTheyCame) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float speed : {1.f, 8.f, 30.f}) {
      WorldDesc desc = edge_desc(dimensions, Edge::kReflect, 50);
      desc.species[0].body.radius = 0.4f;
      Crowd crowd(desc);
      const AgentId id = crowd.spawn({.position = {10, 15, 20}, .velocity = {speed, speed * 0.7f, 0}});
      for (int tick = 0; tick < 1200; ++tick) {
        crowd.run(1 / kRate);
        ASSERT_NEAR(std::fabs(along(crowd.world(), id, 0).velocity), speed, 1e-3 * static_cast<double>(speed));
        ASSERT_NEAR(std::fabs(along(crowd.world(), id, 1).velocity), speed * 0.7f, 1e-3 * static_cast<double>(speed));
      }
    }
}

/// Far beyond the edges of an open world bodies are still kept apart, and flocks see each other.
TEST(Edges, BeyondTheEdgesOfAnOpenWorldAgentsStillFindEachOther) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (float far : {-400.f, -3.f, 33.f, 5000.f}) {
      WorldDesc desc = edge_desc(dimensions, Edge::kOpen, 4);
      desc.species[0].body.radius = 0.5f;
      Crowd bodies(desc);
      for (int i = 0; i < 40; ++i) {
        const auto column = static_cast<float>(i % 8) * 0.6f, row = static_cast<float>(i / 8) * 0.6f;
        bodies.spawn({.position = {far + column, far + row, far}});
      }
      bodies.run(10);
      EXPECT_LT(deepest_overlap(bodies.world()), 0.02) << far;

      WorldDesc flock_desc = edge_desc(dimensions, Edge::kOpen, 4);
      flock_desc.species[0].cohesion.radius = 3;
      Crowd flock(flock_desc);
      const AgentId one = flock.spawn({.position = {far, far, far}});
      flock.spawn({.position = {far + 2, far, far}});
      flock.run(1 / kRate);
      EXPECT_GT(along(flock.world(), one, 0).velocity, 0.1) << far;
    }
}

}  // namespace
}  // namespace cardume::testing
