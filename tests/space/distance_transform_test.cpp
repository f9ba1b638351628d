#include "core/space/distance_transform.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/space/terrain.hpp"
#include "core/space/ways_out.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

CostGrid random_map(Dice& dice, std::uint32_t width, std::uint32_t height, std::uint32_t walls) {
  CostGrid map = open_map(width, height);
  for (std::uint8_t& cost : map.cost) cost = dice.chance(walls) ? kWall : kOpenCost;
  return map;
}

double gap(std::int64_t a, std::int64_t b) { return a == b ? 0 : std::abs(static_cast<double>(a - b)) - 0.5; }

/// From the centre of a cell to the nearest wall square, by all squares, in cells.
double clearance_by_all(const CostGrid& map, std::int64_t x, std::int64_t y) {
  double nearest = 1e9;
  for (std::int64_t row = -1; row <= map.height; ++row)
    for (std::int64_t column = -1; column <= map.width; ++column)
      if (map.blocked({static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)}))
        nearest = std::min(nearest, std::hypot(gap(column, x), gap(row, y)));
  return nearest;
}

TEST(DistanceTransform, EqualsTheNearestOfAllSquares) {
  Dice dice(1);
  for (int round = 0; round < 60; ++round) {
    CostGrid map = random_map(dice, 1 + dice() % 30, 1 + dice() % 30, round % 4 == 0 ? 0 : dice() % 20);
    map.cell_size = 0.5f + dice.below(3);
    const std::uint32_t limit = 1 + dice() % 32;
    std::vector<float> clearance(map.cost.size(), -1);
    DistanceTransform(map.width, limit).measure(map, {{0, 0}, {map.width - 1, map.height - 1}}, clearance);
    for (std::uint32_t y = 0; y < map.height; ++y)
      for (std::uint32_t x = 0; x < map.width; ++x) {
        const double cells = std::min(clearance_by_all(map, x, y), static_cast<double>(limit));
        ASSERT_NEAR(static_cast<double>(clearance[map.index({x, y})]), cells * static_cast<double>(map.cell_size),
                    1e-6 * cells * static_cast<double>(map.cell_size))
            << x << ", " << y << " limit " << limit;
      }
  }
}

TEST(DistanceTransform, WritesTheBoxItIsAskedForAndNothingElse) {
  Dice dice(2);
  const CostGrid map = random_map(dice, 40, 30, 8);
  DistanceTransform transform(40, 5);
  std::vector<float> whole(map.cost.size());
  transform.measure(map, {{0, 0}, {39, 29}}, whole);
  for (int round = 0; round < 200; ++round) {
    const Cell low{dice() % 40, dice() % 30}, high{low.x + dice() % (40 - low.x), low.y + dice() % (30 - low.y)};
    std::vector<float> part(map.cost.size(), -1);
    transform.measure(map, {low, high}, part);
    for (std::uint32_t cell = 0; cell < part.size(); ++cell) {
      const std::uint32_t x = cell % 40, y = cell / 40;
      const bool inside = x >= low.x && x <= high.x && y >= low.y && y <= high.y;
      ASSERT_EQ(part[cell], inside ? whole[cell] : -1);
    }
  }
}

TEST(Terrain, B18_EditsLeaveTheClearanceOfAFullRebuild) {
  Dice dice(3);
  for (float radius : {0.2f, 1.1f, 2.4f}) {
    Terrain terrain = make_terrain(random_map(dice, 64, 48, 6), radius);
    for (int round = 0; round < 40; ++round) {
      for (int edit = 0; edit < 10; ++edit) {
        const Cell low{dice() % 64, dice() % 48};
        const Cell high{std::min(low.x + dice() % 6, 63u), std::min(low.y + dice() % 6, 47u)};
        set_cost(terrain, low, high, dice.chance(50) ? kWall : dice.chance(50) ? 7 : kOpenCost);
        if (dice.chance(20)) forget_edits(terrain.edits);
      }
      ASSERT_EQ(terrain.clearance, make_terrain(terrain.grid, radius).clearance) << "round " << round;
    }
  }
}

TEST(Terrain, TheVersionTellsWhatWasChanged) {
  const auto version_after = [](Cell low, Cell high, std::uint8_t cost) {
    Terrain terrain = make_terrain(open_map(8, 8), 0);
    EXPECT_TRUE(terrain.clearance.empty());
    set_cost(terrain, low, high, cost);
    return terrain.version;
  };
  EXPECT_NE(version_after({1, 1}, {2, 2}, kWall), 0u);
  EXPECT_NE(version_after({1, 1}, {2, 2}, kWall), version_after({1, 1}, {2, 2}, 3));
  EXPECT_NE(version_after({1, 1}, {2, 2}, kWall), version_after({1, 1}, {2, 3}, kWall));
}

}  // namespace
}  // namespace cardume::testing
