#include "tools/scenario/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume {
namespace {

using testing::Dice;

struct Ball {
  Vec3 at;
  float radius;
};

double gap_between(Ball a, Ball b) {
  const double dx = static_cast<double>(a.at.x) - static_cast<double>(b.at.x);
  const double dy = static_cast<double>(a.at.y) - static_cast<double>(b.at.y);
  const double dz = static_cast<double>(a.at.z) - static_cast<double>(b.at.z);
  return std::sqrt(dx * dx + dy * dy + dz * dz) - static_cast<double>(a.radius) - static_cast<double>(b.radius);
}

Ball draw_ball(Dice& dice, Vec3 size, float largest) {
  const Vec3 at{dice.below(size.x), dice.below(size.y), dice.below(size.z)};
  return {at, largest * (0.1f + 0.9f * dice.below(1))};
}

// Overlaps are exact; how wide a gap is matters to nobody, but that there is one does.
void expect_gaps(Vec3 size, std::uint32_t dimensions, float largest, std::uint32_t bodies) {
  Dice dice(bodies);
  Crowding crowding(size, dimensions, largest, bodies);
  std::vector<Ball> placed;
  for (std::uint32_t i = 0; i < 300; ++i) {
    Ball ball = draw_ball(dice, size, largest);
    if (dimensions == 2) ball.at.z = 0;
    double expected = std::numeric_limits<double>::infinity();
    for (const Ball& other : placed) expected = std::min(expected, gap_between(ball, other));
    const double gap = static_cast<double>(crowding.gap(ball.at, ball.radius));
    EXPECT_NEAR(std::min(gap, 0.0), std::min(expected, 0.0), 1e-4);
    EXPECT_EQ(gap < 0, expected < 0) << i;
    crowding.add(ball.at, ball.radius);
    placed.push_back(ball);
  }
}

TEST(Crowding, FindsOverlapsAsBruteForceDoes) {
  expect_gaps({30, 20, 0}, 2, 1, 300);
  expect_gaps({30, 20, 0}, 2, 0.01f, 300);
  expect_gaps({30, 20, 0}, 2, 15, 300);
  expect_gaps({12, 9, 10}, 3, 1, 300);
  expect_gaps({12, 9, 10}, 3, 0.5f, 2);  // Far more come than were announced.
}

TEST(Crowding, StaysSmallWhereTheWorldIsLarge) {
  Crowding crowding({1e6f, 1e6f, 1e6f}, 3, 1e-6f, 10);
  crowding.add({1e6f, 1e6f, 1e6f}, 1e-6f);
  EXPECT_LT(crowding.gap({1e6f, 1e6f, 1e6f}, 1e-6f), 0);
  EXPECT_GT(crowding.gap({0, 0, 0}, 1e-6f), 0);
}

double depth_in_walls(const CostGrid& map, Ball ball) {
  double deepest = 0;
  const auto edge = static_cast<double>(map.cell_size);
  for (int y = -1; y <= static_cast<int>(map.height); ++y)
    for (int x = -1; x <= static_cast<int>(map.width); ++x) {
      if (!map.blocked({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)})) continue;
      const auto px = static_cast<double>(ball.at.x), py = static_cast<double>(ball.at.y);
      const double dx = px - std::clamp(px, x * edge, (x + 1) * edge);
      const double dy = py - std::clamp(py, y * edge, (y + 1) * edge);
      deepest = std::max(deepest, static_cast<double>(ball.radius) - std::hypot(dx, dy));
    }
  return deepest;
}

TEST(ClearOfWalls, AgreesWithBruteForce) {
  CostGrid map = testing::open_map(12, 9);
  map.cell_size = 1.5f;
  testing::add_wall(map, {3, 2}, {3, 6});
  testing::add_wall(map, {8, 8}, {8, 8});
  Dice dice(3);
  int clear = 0;
  for (int i = 0; i < 5000; ++i) {
    const Ball ball = draw_ball(dice, {18, 13.5f, 0}, i % 2 ? 0.5f : 4);
    const double depth = depth_in_walls(map, ball);
    if (std::fabs(depth) > 0 && depth < 1e-5) continue;  // Rounding decides.
    EXPECT_EQ(clear_of_walls(map, {ball.at.x, ball.at.y}, ball.radius), depth == 0) << ball.at.x << " " << ball.at.y;
    clear += depth == 0;
  }
  EXPECT_GT(clear, 500);
}

}  // namespace
}  // namespace cardume
