#include "core/space/sight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

/// The share of the way before a segment enters a square that is larger by `more` on each side; 1 where it does not.
double entry(Vec2 from, Vec2 to, double cell_x, double cell_y, double more) {
  const double at[] = {static_cast<double>(from.x), static_cast<double>(from.y)};
  const double way[] = {static_cast<double>(to.x) - at[0], static_cast<double>(to.y) - at[1]};
  const double low[] = {cell_x - more, cell_y - more};
  double first = 0, last = 1;
  for (int d = 0; d < 2; ++d) {
    const double high = low[d] + 1 + 2 * more;
    if (way[d] == 0 && (at[d] < low[d] || at[d] > high)) return 1;
    if (way[d] == 0) continue;
    const double a = (low[d] - at[d]) / way[d], b = (high - at[d]) / way[d];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first <= last ? first : 1;
}

double first_entry(const CostGrid& map, Vec2 from, Vec2 to, double more) {
  double first = 1;
  for (std::uint32_t y = 0; y < map.height; ++y)
    for (std::uint32_t x = 0; x < map.width; ++x)
      if (map.blocked({x, y})) first = std::min(first, entry(from, to, x, y, more));
  return first;
}

CostGrid with_walls(Dice& dice) {
  CostGrid map = open_map(16, 12);
  for (std::uint8_t& cost : map.cost)
    if (dice.chance(15)) cost = kWall;
  return map;
}

TEST(Sight, EndsWhereTheWayEntersTheFirstOfAllWalls) {
  Dice dice(3);
  const CostGrid map = with_walls(dice);
  int hidden = 0;
  for (int i = 0; i < 5000; ++i) {
    const Vec2 from{dice.below(16), dice.below(12)}, to{dice.below(16), dice.below(12)};
    if (map.blocked(cell_at(map, from))) continue;
    const double share = static_cast<double>(clear_share(map, from, to));
    // Walls that are a little larger or smaller bound what rounding may do where a way grazes one.
    EXPECT_GE(share, first_entry(map, from, to, 1e-4) - 1e-4);
    EXPECT_LE(share, first_entry(map, from, to, -1e-4) + 1e-3);
    EXPECT_EQ(in_sight(map, from, to), share == 1);
    hidden += share < 1;
  }
  EXPECT_GT(hidden, 1000);
}

TEST(Sight, IsClosedWhereWallsTouchAtACorner) {
  CostGrid map = open_map(6, 6);
  add_wall(map, {2, 3}, {2, 3});
  add_wall(map, {3, 2}, {3, 2});
  EXPECT_FALSE(in_sight(map, {2.5f, 2.5f}, {3.5f, 3.5f}));
  EXPECT_FALSE(in_sight(map, {3.5f, 3.5f}, {2.5f, 2.5f}));
  EXPECT_TRUE(in_sight(map, {0.5f, 0.5f}, {2.5f, 2.5f}));
}

TEST(Sight, EndsAtTheEdgeOfTheMap) {
  const CostGrid map = open_map(10, 10);
  EXPECT_NEAR(clear_share(map, {5, 5}, {15, 5}), 0.5f, 1e-6f);
  EXPECT_NEAR(clear_share(map, {5, 5}, {5, -1e6f}), 5e-6f, 1e-7f);
  EXPECT_TRUE(in_sight(map, {5, 5}, {5, 5}));
}

TEST(Sight, ADiscSeesThroughGapsThatAreWiderThanItself) {
  CostGrid map = open_map(20, 20);
  add_wall(map, {10, 0}, {10, 9});
  add_wall(map, {10, 12}, {10, 19});
  EXPECT_TRUE(in_sight(map, {2, 11}, {18, 11}, 0.95f));
  EXPECT_FALSE(in_sight(map, {2, 11}, {18, 11}, 1.05f));
}

}  // namespace
}  // namespace cardume::testing
