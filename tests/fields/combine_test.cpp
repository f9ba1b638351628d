#include <gtest/gtest.h>

#include <cardume/field.hpp>
#include <limits>

#include "tests/support/maps.hpp"

namespace cardume {
namespace {

IntegrationField field_of(const CostGrid& grid, Cell goal, Metric metric = Metric::kOctile) {
  auto field = build_integration_field(grid, std::span(&goal, 1), metric);
  EXPECT_TRUE(field);
  return field ? *field : IntegrationField{};
}

TEST(CombineFields, WeighsThemAndBeginsAtZero) {
  const CostGrid grid = testing::grid_of({"......", "..#...", "......"});
  const IntegrationField fields[] = {field_of(grid, {0, 0}), field_of(grid, {5, 2})};
  const auto sum = combine_fields(fields, std::vector<float>{2.0f, 0.5f});
  ASSERT_TRUE(sum);
  const auto at = [&](std::size_t i) { return 2 * fields[0].distance[i] + 0.5 * fields[1].distance[i]; };
  double least = at(0);
  for (std::size_t i = 0; i < sum->distance.size(); ++i)
    if (fields[0].distance[i] != kUnreachable) least = std::min(least, at(i));
  for (std::size_t i = 0; i < sum->distance.size(); ++i) {
    if (fields[0].distance[i] == kUnreachable) {
      EXPECT_EQ(sum->distance[i], kUnreachable);
    } else {
      EXPECT_NEAR(sum->distance[i], at(i) - least, 1);
    }
  }
}

TEST(CombineFields, OneAloneStaysAsItIs) {
  const CostGrid grid = testing::grid_of({"..3.", ".#..", "...#"});
  const IntegrationField fields[] = {field_of(grid, {3, 0})};
  const auto sum = combine_fields(fields, std::vector<float>{1.0f});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->distance, fields[0].distance);
}

TEST(CombineFields, GroundThatOneOfThemDoesNotReachIsUnreachable) {
  const CostGrid grid = testing::grid_of({"..#.."});
  const IntegrationField fields[] = {field_of(grid, {0, 0}), field_of(grid, {4, 0})};
  const auto sum = combine_fields(fields, std::vector<float>{1.0f, 1.0f});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->distance, std::vector<std::uint32_t>(5, kUnreachable));
}

TEST(CombineFields, BadOnesAreRefused) {
  const CostGrid grid = testing::grid_of({"...."});
  const IntegrationField field = field_of(grid, {0, 0});
  const auto status = [](std::vector<IntegrationField> fields, std::vector<float> weights) {
    return combine_fields(fields, weights).error().status;
  };
  EXPECT_EQ(status({}, {}), Status::kInvalidArgument);
  EXPECT_EQ(status({field}, {1, 1}), Status::kInvalidArgument);
  EXPECT_EQ(status({field, field_of(grid, {0, 0}, Metric::kEikonal)}, {1, 1}), Status::kInvalidArgument);
  EXPECT_EQ(status({field, field_of(testing::grid_of({"...", "..."}), {0, 0})}, {1, 1}), Status::kInvalidArgument);
  for (const float weight : {0.0f, -1.0f, 1001.0f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(status({field}, {weight}), Status::kInvalidArgument);
}

}  // namespace
}  // namespace cardume
