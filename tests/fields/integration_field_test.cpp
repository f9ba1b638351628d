#include "core/fields/integration_field.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "tests/fields/field_oracle.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

using testing::grid_of;

IntegrationField field_of(const CostGrid& grid, std::vector<Cell> goals, Metric metric = Metric::kOctile) {
  auto field = build_integration_field(grid, goals, metric);
  if (field) return *field;
  ADD_FAILURE() << field.error().message;
  return {};
}

CostGrid open_square(std::uint32_t size) { return {size, size, 1, std::vector<std::uint8_t>(size * size, kOpenCost)}; }

/// Dijkstra with a sorted set and 64 bits, relaxing from the text of the contract alone.
std::vector<std::uint64_t> brute_force(const CostGrid& grid, Cell goal, Metric metric) {
  constexpr std::uint64_t kFar = ~std::uint64_t{0};
  const auto cost = [&](int x, int y) {
    const Cell cell{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
    return grid.blocked(cell) ? int{kWall} : int{grid.cost[grid.index(cell)]};
  };
  std::vector<std::uint64_t> distance(grid.cost.size(), kFar);
  std::set<std::tuple<std::uint64_t, int, int>> queue{{0, static_cast<int>(goal.x), static_cast<int>(goal.y)}};
  distance[grid.index(goal)] = 0;
  while (!queue.empty()) {
    const auto [so_far, x, y] = *queue.begin();
    queue.erase(queue.begin());
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (cost(x + dx, y + dy) == kWall || cost(x, y + dy) == kWall || cost(x + dx, y) == kWall) continue;
        const std::uint64_t step = dx != 0 && dy != 0 && metric == Metric::kOctile ? 99 : 70;
        const std::uint64_t length = so_far + step * static_cast<std::uint64_t>(cost(x + dx, y + dy));
        auto& known = distance[static_cast<std::size_t>(y + dy) * grid.width + static_cast<std::size_t>(x + dx)];
        if (length >= known) continue;
        known = length;
        queue.insert({length, x + dx, y + dy});
      }
    }
  }
  return distance;
}

CostGrid random_grid(testing::Dice& random, std::uint32_t highest_cost) {
  CostGrid grid{random() % 14 + 1, random() % 14 + 1, 1, {}};
  const std::uint32_t walls = random() % 60;
  for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) {
    grid.cost.push_back(random.chance(walls) ? kWall : static_cast<std::uint8_t>(random() % highest_cost + 1));
  }
  return grid;
}

TEST(IntegrationField, OpenSquareHasOctileDistances) {
  const Cell goal{7, 3};
  const IntegrationField field = field_of(open_square(40), {goal});
  for (std::uint32_t y = 0; y < 40; ++y) {
    for (std::uint32_t x = 0; x < 40; ++x) {
      const std::uint32_t dx = x > goal.x ? x - goal.x : goal.x - x, dy = y > goal.y ? y - goal.y : goal.y - y;
      const std::uint32_t diagonal = std::min(dx, dy), straight = std::max(dx, dy) - diagonal;
      ASSERT_EQ(field.at({x, y}), 99 * diagonal + 70 * straight);
      const auto steps = steps_to_goal(open_square(40), field, {x, y});
      ASSERT_TRUE(steps);
      ASSERT_EQ(*steps, (Steps{straight, diagonal}));
    }
  }
}

TEST(IntegrationField, OpenSquareHasChebyshevDistances) {
  const IntegrationField field = field_of(open_square(20), {{5, 9}}, Metric::kChebyshev);
  for (std::uint32_t y = 0; y < 20; ++y) {
    for (std::uint32_t x = 0; x < 20; ++x) {
      const std::uint32_t dx = x > 5 ? x - 5 : 5 - x, dy = y > 9 ? y - 9 : 9 - y;
      ASSERT_EQ(field.at({x, y}), 70 * std::max(dx, dy));
    }
  }
}

TEST(IntegrationField, ChargesTheCostOfTheCellThatIsLeft) {
  const IntegrationField field = field_of(grid_of({"1357"}), {{1, 0}});
  EXPECT_EQ(field.distance, (std::vector<std::uint32_t>{70 * 1, 0, 70 * 5, 70 * (5 + 7)}));
  const IntegrationField corner = field_of(grid_of({"11", "12"}), {{0, 0}});
  EXPECT_EQ(corner.distance, (std::vector<std::uint32_t>{0, 70, 70, 99 * 2}));
}

TEST(IntegrationField, ManyGoalsGiveTheNearest) {
  const IntegrationField field = field_of(grid_of({"........."}), {{0, 0}, {8, 0}, {8, 0}});
  EXPECT_EQ(field.distance, (std::vector<std::uint32_t>{0, 70, 140, 210, 280, 210, 140, 70, 0}));
}

TEST(IntegrationField, B11_WallsThatTouchDiagonallyAreClosed) {
  const IntegrationField field = field_of(grid_of({"..#", ".#.", "#.."}), {{0, 0}});
  EXPECT_EQ(field.at({2, 1}), kUnreachable);
  EXPECT_EQ(field.at({1, 2}), kUnreachable);
  EXPECT_EQ(field.at({2, 2}), kUnreachable);
  const IntegrationField around = field_of(grid_of({"...", ".#.", "..."}), {{1, 0}});
  EXPECT_EQ(around.at({0, 1}), 140u) << "one corner of one wall is closed as well";
}

TEST(IntegrationField, B14_RingOfWallsLeavesAnUnreachableIsland) {
  const CostGrid grid = grid_of({".....", ".###.", ".#.#.", ".###.", "....."});
  const IntegrationField field = field_of(grid, {{0, 0}});
  EXPECT_EQ(field.at({2, 2}), kUnreachable);
  EXPECT_EQ(field.at({1, 1}), kUnreachable) << "walls are unreachable";
  EXPECT_EQ(field.at({4, 4}), 70u * 8);
  EXPECT_EQ(steps_to_goal(grid, field, {2, 2}).error().status, Status::kInvalidArgument);
  EXPECT_EQ(path_to_goal(grid, field, {2, 2}).error().status, Status::kInvalidArgument);
}

TEST(IntegrationField, EqualsBruteForceOnRandomGrids) {
  IntegrationBuilder builder;  // One for all sizes: what it keeps must not leak into the next field.
  IntegrationField field;
  for (std::uint32_t seed = 0; seed < 900; ++seed) {
    testing::Dice random(seed);
    const CostGrid grid = random_grid(random, seed % 3 == 0 ? 1 : seed % 3 == 1 ? 9 : 254);
    const Cell goal{random() % grid.width, random() % grid.height};
    const Metric metric = seed % 2 == 0 ? Metric::kOctile : Metric::kChebyshev;
    const Error error = builder.build(grid, std::span(&goal, 1), metric, field);
    if (grid.blocked(goal)) {
      ASSERT_EQ(error.status, Status::kGoalBlocked);
      continue;
    }
    ASSERT_FALSE(error) << error.message;
    const auto expected = brute_force(grid, goal, metric);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const bool reachable = expected[i] != ~std::uint64_t{0};
      ASSERT_EQ(field.distance[i], reachable ? expected[i] : kUnreachable) << "seed " << seed << " cell " << i;
    }
  }
}

TEST(IntegrationField, LevelOnesEqualBruteForceOnOpenGroundAsFarAsTheyGo) {
  IntegrationBuilder builder;  // What is left in it when it stops short must not leak into the next field.
  IntegrationField field;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    testing::Dice random(seed);
    const CostGrid grid = random_grid(random, 254);
    const Cell goal{random() % grid.width, random() % grid.height};
    if (grid.blocked(goal)) continue;
    const Metric metric = seed % 2 == 0 ? Metric::kOctile : Metric::kChebyshev;
    const std::uint32_t most = random() % 1500;
    ASSERT_FALSE(builder.build(grid, std::span(&goal, 1), metric, field));
    builder.build_level(grid, goal, metric, most, field);
    CostGrid open = grid;
    for (std::uint8_t& cost : open.cost) cost = cost == kWall ? kWall : kOpenCost;
    const auto expected = brute_force(open, goal, metric);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (expected[i] < most) {
        ASSERT_EQ(field.distance[i], expected[i]) << "seed " << seed << " cell " << i;
      } else {
        ASSERT_GE(field.distance[i], most) << "seed " << seed << " cell " << i;
      }
    }
  }
}

TEST(IntegrationField, EqualsRelaxationWithSourcesPassagesAndFlight) {
  constexpr Metric metrics[] = {Metric::kOctile, Metric::kChebyshev, Metric::kEikonal};
  for (std::uint32_t seed = 0; seed < 800; ++seed) {
    testing::Dice random(seed);
    const CostGrid grid = testing::random_map(random, seed % 4 == 0 ? 1 : seed % 4 == 1 ? 3 : 254, seed % 5 == 0);
    IntegrationDesc desc = testing::random_field(random, grid, metrics[seed % 3]);
    desc.nearest_instead = random.chance(30);
    desc.flee = random.chance(20);
    if (desc.sources.empty()) continue;
    IntegrationField field;
    ASSERT_FALSE(IntegrationBuilder().build(grid, desc, field));
    ASSERT_EQ(field.distance, testing::field_by_relaxation(grid, desc).distance) << "seed " << seed;
  }
}

TEST(IntegrationField, PathsAddUpToTheDistance) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    testing::Dice random(seed);
    const CostGrid grid = random_grid(random, 9);
    const Cell goal{random() % grid.width, random() % grid.height};
    if (grid.blocked(goal)) continue;
    const IntegrationField field = field_of(grid, {goal});
    for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
      const Cell from{i % grid.width, i / grid.width};
      if (field.at(from) == kUnreachable) continue;
      const auto path = path_to_goal(grid, field, from);
      ASSERT_TRUE(path);
      ASSERT_EQ(path->front(), from);
      ASSERT_EQ(path->back(), goal);
      std::uint32_t length = 0;
      for (std::size_t k = 1; k < path->size(); ++k) {
        const Cell a = (*path)[k - 1], b = (*path)[k];
        length += (a.x != b.x && a.y != b.y ? 99u : 70u) * grid.cost[grid.index(a)];
      }
      ASSERT_EQ(length, field.at(from));
    }
  }
}

/// A snake of corridors through the costliest ground.
TEST(IntegrationField, DistancesBeyondTheirTypeStayUnreachable) {
  const std::uint32_t size = 1023;
  CostGrid grid{size, size, 1, std::vector<std::uint8_t>(size * size, 254)};
  for (std::uint32_t y = 1; y < size; y += 2) {
    for (std::uint32_t x = 0; x < size; ++x) {
      if (x != (y % 4 == 1 ? size - 1 : 0)) grid.cost[grid.index({x, y})] = kWall;
    }
  }
  const IntegrationField field = field_of(grid, {{0, 0}});
  std::uint64_t expected = 0;
  bool left_to_right = true;
  for (std::uint32_t y = 0; y < size; y += 2, left_to_right = !left_to_right) {
    for (std::uint32_t i = 0; i < size; ++i, expected += 70 * 254) {
      const Cell cell{left_to_right ? i : size - 1 - i, y};
      ASSERT_EQ(field.at(cell), expected < kUnreachable - 1 ? expected : kUnreachable);
    }
    expected += 70 * 254;
  }
  EXPECT_GT(expected, kUnreachable);
}

TEST(IntegrationField, RefusesBadGoals) {
  const CostGrid grid = grid_of({".#"});
  const auto status = [&](std::vector<Cell> goals) { return build_integration_field(grid, goals).error().status; };
  EXPECT_EQ(status({}), Status::kInvalidArgument);
  EXPECT_EQ(status({{0, 0}, {2, 0}}), Status::kInvalidArgument);
  EXPECT_EQ(status({{0, 0}, {1, 0}}), Status::kGoalBlocked);
  const Cell origin{0, 0};
  EXPECT_EQ(build_integration_field(CostGrid{}, std::span(&origin, 1)).error().status, Status::kInvalidArgument);
  EXPECT_EQ(build_integration_field(grid_of({"0"}), std::span(&origin, 1)).error().status, Status::kInvalidArgument);
}

TEST(IntegrationField, WaysRefuseAFieldOfAnotherGrid) {
  const IntegrationField field = field_of(grid_of({"...."}), {{0, 0}});
  EXPECT_EQ(steps_to_goal(grid_of({"..", ".."}), field, {0, 0}).error().status, Status::kInvalidArgument);
  EXPECT_EQ(steps_to_goal(grid_of({"...."}), field, {4, 0}).error().status, Status::kInvalidArgument);
  IntegrationField forged = field;
  forged.distance = {1, 1, 1, 1};
  EXPECT_EQ(path_to_goal(grid_of({"...."}), forged, {2, 0}).error().status, Status::kInvalidArgument);
}

}  // namespace
}  // namespace cardume
