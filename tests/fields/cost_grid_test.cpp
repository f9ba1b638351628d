#include <gtest/gtest.h>

#include <cardume/cost_grid.hpp>
#include <cardume/limits.hpp>
#include <limits>
#include <tuple>

#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

TEST(CostGrid, ValidGridsPass) {
  EXPECT_FALSE(validate(CostGrid{}));
  EXPECT_FALSE(validate(testing::grid_of({"."})));
  EXPECT_FALSE(validate(CostGrid{2, 1, 0.25f, {254, kWall}}));
}

TEST(CostGrid, BadGridsAreRefused) {
  const auto status = [](const CostGrid& grid) { return validate(grid).status; };
  EXPECT_EQ(status({2, 2, 1, {1, 1, 1}}), Status::kInvalidArgument);
  EXPECT_EQ(status({0, 2, 1, {}}), Status::kInvalidArgument);
  EXPECT_EQ(status({1u << 31, 1u << 31, 1, {}}), Status::kLimit);
  EXPECT_EQ(status({limits::kMaxMapEdge + 1, 1, 1, {}}), Status::kLimit);
  EXPECT_EQ(status({2, 1, 1, {1, 0}}), Status::kInvalidArgument);
  for (float size : {0.0f, -1.0f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_EQ(status({1, 1, size, {1}}), Status::kInvalidArgument) << size;
  }
  EXPECT_NE(validate({2, 1, 1, {1, 0}}).message.find("entry 1"), std::string::npos);
}

TEST(NearestFree, IsTheCellItselfWhereItIsFree) {
  EXPECT_EQ(*nearest_free(testing::grid_of({"#.#"}), {1, 0}, 0), (Cell{1, 0}));
}

TEST(NearestFree, LooksOnlyWithinTheRadius) {
  const CostGrid grid = testing::grid_of({"###.", "####"});
  EXPECT_EQ(*nearest_free(grid, {0, 1}, 3), (Cell{3, 0}));
  EXPECT_EQ(nearest_free(grid, {0, 1}, 2).error().status, Status::kGoalBlocked);
  EXPECT_EQ(nearest_free(testing::grid_of({"##"}), {0, 0}, ~0u).error().status, Status::kGoalBlocked);
}

TEST(NearestFree, ComesBackToTheMapFromOutside) {
  EXPECT_EQ(*nearest_free(testing::grid_of({"..", ".."}), {5, 1}, 10), (Cell{1, 1}));
  EXPECT_EQ(*nearest_free(testing::grid_of({"..", ".."}), {~0u, ~0u}, ~0u), (Cell{1, 1}));
  EXPECT_EQ(nearest_free(testing::grid_of({"..", ".."}), {5, 1}, 3).error().status, Status::kGoalBlocked);
}

TEST(NearestFree, EqualsBruteForce) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    testing::Dice random(seed);
    CostGrid grid{random() % 12 + 1, random() % 12 + 1, 1, {}};
    for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) {
      grid.cost.push_back(random.chance(85) ? kWall : kOpenCost);
    }
    const Cell wanted{random() % 16, random() % 16};
    using Key = std::tuple<std::int64_t, std::int64_t, std::uint32_t, std::uint32_t>;
    const std::int64_t radius = random() % 9;
    Key best{radius + 1, 0, 0, 0};
    for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
      const Cell cell{i % grid.width, i / grid.width};
      const std::int64_t dx = std::abs(std::int64_t{cell.x} - wanted.x), dy = std::abs(std::int64_t{cell.y} - wanted.y);
      if (!grid.blocked(cell)) best = std::min(best, Key{std::max(dx, dy), dx * dx + dy * dy, cell.y, cell.x});
    }
    const auto found = nearest_free(grid, wanted, static_cast<std::uint32_t>(radius));
    ASSERT_EQ(bool(found), std::get<0>(best) <= radius) << seed;
    const Cell expected{std::get<3>(best), std::get<2>(best)};
    ASSERT_TRUE(!found || *found == expected) << seed;
  }
}

}  // namespace
}  // namespace cardume
