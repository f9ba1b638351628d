#include "core/fields/wave.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/fields/flow_field.hpp"
#include "core/fields/integration_field.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

CostGrid open_ground(std::uint32_t width, std::uint32_t height) {
  return {width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height, kOpenCost)};
}

IntegrationField eikonal(const CostGrid& grid, Cell goal) {
  auto field = build_integration_field(grid, std::span(&goal, 1), Metric::kEikonal);
  EXPECT_TRUE(field);
  return field ? *field : IntegrationField{};
}

double degrees_between(Vec2 a, double x, double y) {
  return std::acos(std::clamp((a.x * x + a.y * y) / std::hypot(x, y), -1.0, 1.0)) * 180 / std::acos(-1.0);
}

void expect_as_the_crow_flies(const CostGrid& grid, Cell goal) {
  const IntegrationField field = eikonal(grid, goal);
  const FlowField flow = build_flow_field(grid, field);
  double sum = 0, most = 0, error = 0;
  for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
    const Cell cell{i % grid.width, i / grid.width};
    if (cell == goal) continue;
    const double x = static_cast<double>(goal.x) - cell.x, y = static_cast<double>(goal.y) - cell.y;
    const double angle = degrees_between(direction_at(flow, cell), x, y);
    sum += angle;
    most = std::max(most, angle);
    error = std::max(error, std::abs(field.at(cell) / double{kEikonalStep} - std::hypot(x, y)));
  }
  EXPECT_LE(sum / static_cast<double>(grid.cost.size()), 0.3) << grid.width << 'x' << grid.height;
  EXPECT_LE(most, 4.0) << grid.width << 'x' << grid.height;
  EXPECT_LE(error, 0.2) << grid.width << 'x' << grid.height;
}

TEST(Eikonal, OpenGroundIsAsTheCrowFlies) {
  expect_as_the_crow_flies(open_ground(50, 31), {22, 14});
  expect_as_the_crow_flies(open_ground(64, 64), {32, 31});
  expect_as_the_crow_flies(open_ground(300, 700), {7, 350});
  expect_as_the_crow_flies(open_ground(512, 512), {3, 5});
  expect_as_the_crow_flies(open_ground(512, 512), {256, 256});
  expect_as_the_crow_flies(open_ground(1024, 1024), {0, 0});
}

/// Ground with a block in its far corner, around whose own corner the shortest way bends.
TEST(Eikonal, WaysBendAroundTheCornersOfWalls) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    testing::Dice random(seed);
    const std::uint32_t size = 80 + random() % 300, bend_x = 20 + random() % (size - 40),
                        bend_y = 20 + random() % (size - 40);
    CostGrid grid = open_ground(size, size);
    for (std::uint32_t y = bend_y; y < size; ++y)
      for (std::uint32_t x = bend_x; x < size - 1; ++x) grid.cost[grid.index({x, y})] = kWall;
    // West of the block; what lies north of it and to its right is hidden by its corner, at less than half a cell.
    const Cell goal{random() % (bend_x - 8), bend_y + 4 + random() % (size - bend_y - 8)};
    const IntegrationField field = eikonal(grid, goal);
    const double corner_x = bend_x - 0.5, corner_y = bend_y - 0.5;
    const double slope = (corner_y - goal.y) / (corner_x - goal.x);
    for (std::uint32_t y = 0; y < bend_y; ++y)
      for (std::uint32_t x = bend_x; x < size; ++x) {
        const bool sees = y <= corner_y + slope * (x - corner_x);
        const double straight = std::hypot(static_cast<double>(x) - goal.x, static_cast<double>(y) - goal.y);
        const double bent = std::hypot(x - corner_x, y - corner_y) + std::hypot(corner_x - goal.x, corner_y - goal.y);
        ASSERT_NEAR(field.at({x, y}) / double{kEikonalStep}, sees ? straight : bent, 0.5)
            << x << ',' << y << " seed " << seed;
      }
  }
}

TEST(Eikonal, CorridorsAddUpTheCostsOfTheirCells) {
  testing::Dice random(1);
  CostGrid grid{40, 1, 1, {}};
  for (int i = 0; i < 40; ++i) grid.cost.push_back(static_cast<std::uint8_t>(random() % 254 + 1));
  const IntegrationField field = eikonal(grid, {0, 0});
  std::uint32_t expected = 0;
  for (std::uint32_t x = 1; x < 40; ++x) {
    expected += kEikonalStep * grid.cost[x];
    EXPECT_EQ(field.at({x, 0}), expected);
  }
}

/// Its distances are the one solution of their equations only if what is said of a cell never falls when a neighbour
/// rises, and is larger than what it rests on.
TEST(Eikonal, FrontsRiseWithTheirNeighbours) {
  testing::Dice random(2);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t step = wave_step(static_cast<std::uint8_t>(random() % 254 + 1));
    const std::uint64_t base = 3 * step, straight = base + random() % step;
    const std::uint64_t diagonal = straight + step / 4 - random() % (2 * step),
                        knight = diagonal + step / 4 - random() % step;
    const bool rounds = random.chance(50);
    const std::uint32_t cell = random();
    const auto front = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
      WaveFront result(cell, step, a);
      result.cross_to_diagonal(b, rounds);
      result.cross_to_knight(c);
      if (rounds) result.cross_beyond(b, c);
      return result.least();
    };
    const std::uint64_t value = front(straight, diagonal, knight);
    ASSERT_GT(value, std::min({straight, diagonal, knight}));
    ASSERT_GE(front(straight + 1, diagonal, knight), value);
    ASSERT_GE(front(straight, diagonal + 1, knight), value);
    ASSERT_GE(front(straight, diagonal, knight + 1), value);
  }
}

}  // namespace
}  // namespace cardume
