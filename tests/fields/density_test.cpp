#include "core/fields/density.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

TEST(Density, SmallBodiesFillTheirShareOfACell) {
  const CostGrid map = open_map(4, 4);
  std::vector<std::uint32_t> filled(16);
  add_body(map, {1.9f, 2.1f}, 0.25f, filled);
  add_body(map, {1.1f, 2.9f}, 0.25f, filled);
  const double share = 2 * 3.14159265 * 0.25 * 0.25;
  EXPECT_NEAR(filled[map.index({1, 2})], share * kFull, 2);
  EXPECT_EQ(std::count(filled.begin(), filled.end(), 0u), 15);
}

TEST(Density, NoCellIsMoreThanFull) {
  const CostGrid map = open_map(2, 2);
  std::vector<std::uint32_t> filled(4);
  for (int body = 0; body < 100'000; ++body) add_body(map, {0.5f, 0.5f}, 0.4f, filled);
  EXPECT_EQ(filled[0], kFull);
}

TEST(Density, LargeBodiesFillTheCellsThatTheyCover) {
  const CostGrid map = open_map(20, 20);
  for (float radius : {0.8f, 2.f, 4.5f}) {
    std::vector<std::uint32_t> filled(400);
    add_body(map, {9.5f, 9.5f}, radius, filled);
    add_body(map, {0.2f, 19.8f}, radius, filled);  // Partly off the map.
    for (std::uint32_t cell = 0; cell < 400; ++cell) {
      const float x = static_cast<float>(cell % 20) + 0.5f, y = static_cast<float>(cell / 20) + 0.5f;
      const auto covers = [&](float at_x, float at_y) {
        return (x - at_x) * (x - at_x) + (y - at_y) * (y - at_y) <= radius * radius;
      };
      EXPECT_EQ(filled[cell], covers(9.5f, 9.5f) || covers(0.2f, 19.8f) ? kFull : 0) << x << ", " << y;
    }
  }
}

TEST(Density, CostsGrowInProportionAndNeverMakeAWall) {
  CostGrid map = open_map(5, 1);
  map.cost = {1, 1, 10, 250, kWall};
  add_costs({0, kFull / 2, kFull, kFull, kFull}, 20, map);
  EXPECT_EQ(map.cost, (std::vector<std::uint8_t>{1, 11, 30, 254, kWall}));
}

}  // namespace
}  // namespace cardume::testing
