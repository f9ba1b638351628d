#include "core/fields/flow_field.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/fields/integration_field.hpp"
#include "tests/fields/field_oracle.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

using testing::grid_of;

struct Built {
  CostGrid grid;
  IntegrationField field;
  FlowField flow;
};

Built build(const CostGrid& grid, Cell goal, DirectionMode mode, Metric metric = Metric::kOctile) {
  auto field = build_integration_field(grid, std::span(&goal, 1), metric);
  if (!field) {
    ADD_FAILURE() << field.error().message;
    return {};
  }
  return {grid, *field, build_flow_field(grid, *field, mode)};
}

/// The neighbour that a direction points at most nearly, by angle and in floating point: an oracle for nearest_step.
Step nearest_by_angle(Vec2 direction) {
  const double octant = std::round(std::atan2(direction.y, direction.x) / (std::acos(-1.0) / 4));
  const double angle = octant * std::acos(-1.0) / 4;
  return {static_cast<int>(std::lround(std::cos(angle))), static_cast<int>(std::lround(std::sin(angle)))};
}

/// Every reachable cell points at a neighbour that can be entered and is nearer to the goal; all others hold nothing.
void expect_downhill(const Built& built) {
  for (std::uint32_t y = 0; y < built.grid.height; ++y) {
    for (std::uint32_t x = 0; x < built.grid.width; ++x) {
      const Cell cell{x, y};
      const std::uint32_t distance = built.field.at(cell);
      ASSERT_EQ(built.flow.packed(cell) == FlowField::kNoDirection, distance == kUnreachable) << x << ',' << y;
      const Vec2 direction = direction_at(built.flow, cell);
      if (distance == kUnreachable || distance == 0) {
        ASSERT_EQ(direction, Vec2{}) << x << ',' << y;
        continue;
      }
      ASSERT_NEAR(std::hypot(direction.x, direction.y), 1, 5e-5) << x << ',' << y;
      const Step step = nearest_by_angle(direction);
      ASSERT_FALSE(built.grid.blocked(cell + step)) << x << ',' << y;
      ASSERT_FALSE(built.grid.blocked(cell + Step{step.dx, 0})) << x << ',' << y;
      ASSERT_FALSE(built.grid.blocked(cell + Step{0, step.dy})) << x << ',' << y;
      ASSERT_LT(built.field.at(cell + step), distance) << x << ',' << y;
    }
  }
}

TEST(FlowField, B13_NoDirectionPointsIntoAWallAndAllLeadDownhill) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    testing::Dice random(seed);
    CostGrid grid{random() % 20 + 1, random() % 20 + 1, 1, {}};
    for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) {
      grid.cost.push_back(random.chance(seed % 50) ? kWall : static_cast<std::uint8_t>(random() % (seed % 9 + 1) + 1));
    }
    const Cell goal{random() % grid.width, random() % grid.height};
    if (grid.blocked(goal)) continue;
    for (DirectionMode mode : {DirectionMode::kGradient, DirectionMode::kArrows}) {
      expect_downhill(build(grid, goal, mode));
      expect_downhill(build(grid, goal, mode, Metric::kChebyshev));
      expect_downhill(build(grid, goal, mode, Metric::kEikonal));
      if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
  }
}

TEST(FlowField, B13_HoldsOnRealMaps) {
  CARDUME_NEEDS_MAPS();
  for (const testing::FieldOracle& oracle : testing::load_oracles()) {
    SCOPED_TRACE(oracle.map);
    expect_downhill(build(testing::load_map(oracle.map), oracle.goal, DirectionMode::kGradient));
    expect_downhill(build(testing::load_map(oracle.map), oracle.goal, DirectionMode::kArrows));
    expect_downhill(build(testing::load_map(oracle.map), oracle.goal, DirectionMode::kGradient, Metric::kEikonal));
  }
}

/// Whether a link from here is taken: its other end is nearer by at least its length.
bool links_away(const IntegrationField& field, const Passages& passages, Cell cell) {
  const auto leads = [&](const Link& link, Cell from, Cell to) {
    const double length = std::round(double{link.cost} * straight_step(field.metric));
    return from == cell && field.at(to) != kUnreachable && field.at(to) + length <= field.at(cell);
  };
  return std::any_of(passages.links.begin(), passages.links.end(), [&](const Link& link) {
    return leads(link, link.from, link.to) || (link.both_ways && leads(link, link.to, link.from));
  });
}

/// What a direction of a field with passages, on a walk grid, must hold to.
void expect_passable(const CostGrid& grid, const IntegrationField& field, const Passages& passages,
                     const FlowField& flow, Cell cell) {
  const auto blocked = [&](Cell at) {
    return !grid.contains(at) || grid.cost[grid.index(at)] == 0 || grid.blocked(at);
  };
  if (blocked(cell)) return;
  const std::uint32_t packed = flow.packed(cell), distance = field.at(cell);
  ASSERT_EQ(packed == FlowField::kNoDirection, distance == kUnreachable);
  if (distance == kUnreachable) return;
  ASSERT_EQ(packed == 0, distance == 0 || distance == kStranded || links_away(field, passages, cell));
  if (packed == 0) return;
  const Step step = nearest_by_angle(direction_at(flow, cell));
  ASSERT_FALSE(blocked(cell + step));
  ASSERT_FALSE(blocked(cell + Step{step.dx, 0}));
  ASSERT_FALSE(blocked(cell + Step{0, step.dy}));
  ASSERT_TRUE(testing::passes(passages, cell, cell + step));
  ASSERT_LT(field.at(cell + step), distance);
  ASSERT_EQ(field.at(cell + step) >= kStranded, distance >= kStranded);
}

TEST(FlowField, B13_HoldsAmongPassagesAndOnGroundThatIsNotForAll) {
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    testing::Dice random(seed);
    const CostGrid grid = testing::random_map(random, seed % 4 == 0 ? 1 : 9, seed % 3 == 0);
    IntegrationDesc desc = testing::random_field(random, grid,
                                                 seed % 5 == 0   ? Metric::kChebyshev
                                                 : seed % 2 == 0 ? Metric::kOctile
                                                                 : Metric::kEikonal);
    desc.nearest_instead = random.chance(40);
    if (desc.sources.empty()) continue;
    for (FieldSource& source : desc.sources) source.handicap = 0;
    IntegrationField field;
    FlowField flow;
    ASSERT_FALSE(IntegrationBuilder().build(grid, desc, field));
    build_flow_field(grid, field, random.chance(50) ? DirectionMode::kGradient : DirectionMode::kArrows, desc.passages,
                     flow);
    for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
      expect_passable(grid, field, desc.passages, flow, {i % grid.width, i / grid.width});
      if (HasFatalFailure()) FAIL() << "seed " << seed << " cell " << i % grid.width << ',' << i / grid.width;
    }
  }
}

TEST(FlowField, B14_IslandsHoldNoDirection) {
  const Built built = build(grid_of({".....", ".###.", ".#.#.", ".###.", "....."}), {0, 0}, DirectionMode::kGradient);
  EXPECT_EQ(built.flow.packed({2, 2}), FlowField::kNoDirection);
  EXPECT_EQ(direction_at(built.flow, {2, 2}), Vec2{});
}

TEST(FlowField, IsFramedByWalls) {
  const Built built = build(grid_of({"...", "..."}), {1, 1}, DirectionMode::kGradient);
  EXPECT_EQ(built.flow.stride, 5u);
  ASSERT_EQ(built.flow.direction.size(), 5u * 4);
  for (std::uint32_t i = 0; i < 20; ++i) {
    const bool frame = i / 5 == 0 || i / 5 == 3 || i % 5 == 0 || i % 5 == 4;
    EXPECT_EQ(built.flow.direction[i] == FlowField::kNoDirection, frame) << i;
  }
  EXPECT_EQ(built.flow.packed({1, 1}), 0u);
}

TEST(FlowField, ArrowsPointAlongTheEightWays) {
  const CostGrid grid{9, 9, 1, std::vector<std::uint8_t>(81, kOpenCost)};
  const Built built = build(grid, {4, 4}, DirectionMode::kArrows);
  const auto half = static_cast<float>(std::sqrt(0.5));
  const auto expect = [&](Cell cell, float x, float y) {
    EXPECT_NEAR(direction_at(built.flow, cell).x, x, 2e-5);
    EXPECT_NEAR(direction_at(built.flow, cell).y, y, 2e-5);
  };
  expect({0, 4}, 1, 0);
  expect({8, 4}, -1, 0);
  expect({4, 0}, 0, 1);
  expect({4, 8}, 0, -1);
  expect({0, 0}, half, half);
  expect({8, 0}, -half, half);
  expect({0, 8}, half, -half);
  expect({8, 8}, -half, -half);
}

TEST(FlowField, GradientIsSmootherThanArrowsOnOpenGround) {
  const CostGrid grid{101, 101, 1, std::vector<std::uint8_t>(101 * 101, kOpenCost)};
  const auto mean_error = [&](DirectionMode mode) {
    const Built built = build(grid, {50, 50}, mode);
    double sum = 0;
    for (std::uint32_t i = 0; i < 101 * 101; ++i) {
      const Cell cell{i % 101, i / 101};
      if (cell == Cell{50, 50}) continue;
      const double x = 50.0 - cell.x, y = 50.0 - cell.y;
      const Vec2 direction = direction_at(built.flow, cell);
      sum += std::acos(std::min(1.0, (x * direction.x + y * direction.y) / std::hypot(x, y)));
    }
    return sum / (101 * 101 - 1) * 180 / std::acos(-1.0);
  };
  EXPECT_LT(mean_error(DirectionMode::kGradient), 12);
  EXPECT_LT(mean_error(DirectionMode::kGradient), mean_error(DirectionMode::kArrows));
}

TEST(FlowField, NearestStepEqualsTheAngleForEveryDirection) {
  for (int i = 0; i < 36000; ++i) {
    const double angle = (i + 0.5) * std::acos(-1.0) / 18000;
    const std::uint32_t packed =
        pack_direction(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
    const Vec2 unpacked{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    if (std::abs(std::remainder(angle - std::acos(-1.0) / 8, std::acos(-1.0) / 4)) < 1e-4) continue;
    ASSERT_EQ(nearest_step(packed), nearest_by_angle(unpacked)) << angle;
  }
  EXPECT_EQ(nearest_step(0), Step{});
  EXPECT_EQ(nearest_step(FlowField::kNoDirection), Step{});
}

TEST(FlowField, OfAnotherGridIsEmpty) {
  const Built built = build(grid_of({"...."}), {0, 0}, DirectionMode::kArrows);
  const FlowField flow = build_flow_field(grid_of({"..", ".."}), built.field);
  EXPECT_TRUE(flow.direction.empty());
  EXPECT_EQ(direction_at(flow, {0, 0}), Vec2{});
}

TEST(FlowField, OutsideTheMapThereIsNoDirection) {
  const Built built = build(grid_of({"...."}), {0, 0}, DirectionMode::kArrows);
  EXPECT_EQ(direction_at(built.flow, {4, 0}), Vec2{});
  EXPECT_EQ(direction_at(built.flow, {~0u, ~0u}), Vec2{});
}

}  // namespace
}  // namespace cardume
