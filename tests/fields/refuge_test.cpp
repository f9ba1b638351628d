#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/field.hpp>
#include <limits>

#include "core/fields/neighbourhood.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

IntegrationField build(const CostGrid& grid, const IntegrationDesc& desc) {
  auto field = build_integration_field(grid, desc);
  EXPECT_TRUE(field) << field.error().message;
  return field ? *field : IntegrationField{};
}

/// As far as it leads.
std::vector<Cell> way_down(const CostGrid& grid, const IntegrationField& field, Cell from) {
  std::vector<Cell> way{from};
  for (;;) {
    const Step step = Neighbourhood(field, way.back()).best_step(field.metric, grid.cost[grid.index(way.back())]);
    if (step == Step{}) return way;
    way.push_back(way.back() + step);
  }
}

/// A room of `size` cells with a door in its east wall, and open ground beyond it where one can get far.
CostGrid room_with_door(std::uint32_t size, Cell door) {
  CostGrid grid{9 * size, size, 1, std::vector<std::uint8_t>(std::size_t{9} * size * size, kOpenCost)};
  for (std::uint32_t y = 0; y < size; ++y)
    if (y != door.y) grid.cost[grid.index({door.x, y})] = kWall;
  return grid;
}

/// The threat comes from the west; whoever is nearest to a corner of the room, and farther from the threat there than
/// at the door, goes out all the same.
TEST(Refuge, FleesThroughDoorsRatherThanIntoCorners) {
  for (const Metric metric : {Metric::kOctile, Metric::kChebyshev, Metric::kEikonal})
    for (const std::uint32_t size : {9u, 16u, 33u})
      for (const std::uint32_t door_y : {0u, size / 2, size - 1}) {
        const Cell door{size, door_y};
        const CostGrid grid = room_with_door(size, door);
        IntegrationDesc desc;
        desc.metric = metric;
        desc.flee = true;
        desc.sources = {{{0, size / 2}, 0}};
        const IntegrationField field = build(grid, desc);
        for (const Cell from : {Cell{size - 1, 0}, Cell{size - 1, size - 1}, Cell{size - 2, size / 2}}) {
          const std::vector<Cell> way = way_down(grid, field, from);
          EXPECT_TRUE(std::find(way.begin(), way.end(), door) != way.end()) << size << ' ' << door_y;
          EXPECT_GT(way.back().x, 2 * size);
        }
      }
}

TEST(Refuge, GroundThatIsCutOffLeadsToItsCellNearestToTheGoal) {
  const CostGrid grid = testing::grid_of({"...#...", "...#...", "...#..#", "...#.#."});
  IntegrationDesc desc;
  desc.sources = {{{0, 1}, 0}};
  desc.nearest_instead = true;
  const IntegrationField field = build(grid, desc);
  EXPECT_EQ(field.at({2, 1}), 140u);
  EXPECT_EQ(field.at({4, 1}), kStranded);
  EXPECT_EQ(field.at({6, 1}), kStranded + 140);
  EXPECT_EQ(field.at({6, 3}), kStranded);
  const auto way = path_to_goal(grid, field, {4, 3});
  ASSERT_TRUE(way);
  EXPECT_EQ(way->back(), (Cell{4, 1}));
  desc.nearest_instead = false;
  EXPECT_EQ(build(grid, desc).at({4, 1}), kUnreachable);
}

TEST(Refuge, NobodyIsLedIntoAPitThatLetsNobodyOut) {
  const CostGrid grid = testing::grid_of({".......", ".......", "###.###", "###.###"});
  IntegrationDesc desc;
  desc.sources = {{{0, 0}, 0}};
  desc.nearest_instead = true;
  desc.passages.one_ways = {{{3, 2}, {3, 2}, 0, 1}};
  const IntegrationField field = build(grid, desc);
  const FlowField flow = build_flow_field(grid, field, DirectionMode::kGradient, desc.passages);
  EXPECT_EQ(field.at({3, 2}), kStranded);
  EXPECT_EQ(field.at({3, 3}), kStranded);
  EXPECT_LE(direction_at(flow, {3, 1}).y, 0);
  EXPECT_LT(direction_at(flow, {3, 1}).x, 0);
}

TEST(IntegrationDesc, BadOnesAreRefused) {
  const CostGrid grid = testing::grid_of({"..#."});
  const auto status = [&](const auto& spoil) {
    IntegrationDesc desc;
    desc.sources = {{{0, 0}, 0}};
    spoil(desc);
    return build_integration_field(grid, desc).error().status;
  };
  EXPECT_EQ(status([](auto& desc) { desc.sources.clear(); }), Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.sources[0].cell = {4, 0}; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.sources[0].cell = {2, 0}; }), Status::kGoalBlocked);
  for (const float handicap : {-1.0f, 2e6f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(status([&](auto& desc) { desc.sources[0].handicap = handicap; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.passages.one_ways = {{{0, 0}, {1, 0}, 0, 0}}; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.passages.one_ways = {{{0, 0}, {4, 0}, 1, 0}}; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.passages.one_ways = {{{1, 0}, {0, 0}, 1, 0}}; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.passages.links = {{{0, 0}, {0, 1}, 1, false}}; }), Status::kInvalidArgument);
  for (const float cost : {0.0f, 2e6f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(status([&](auto& desc) {
                desc.passages.links = {{{0, 0}, {1, 0}, cost, false}};
              }),
              Status::kInvalidArgument);
  EXPECT_EQ(status([](auto& desc) { desc.passages.links.resize(5000); }), Status::kLimit);
}

}  // namespace
}  // namespace cardume
