#include <gtest/gtest.h>

#include <algorithm>

#include "core/fields/flow_field.hpp"
#include "core/fields/integration_field.hpp"
#include "tests/fields/field_oracle.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

constexpr Metric kMetrics[] = {Metric::kOctile, Metric::kChebyshev, Metric::kEikonal};

/// A field that is repaired after each edit, and the map that it is of.
struct Repaired {
  CostGrid grid;
  IntegrationDesc desc;
  IntegrationBuilder builder;
  IntegrationField field;
  std::vector<std::uint32_t> changed;

  Repaired(const CostGrid& map, const IntegrationDesc& what) : grid(map), desc(what) {
    EXPECT_FALSE(builder.build(grid, desc, field));
  }

  /// Tells how many cells `changed` is wrong by.
  std::size_t edit(const std::vector<CellEdit>& edits) {
    const std::vector<std::uint32_t> before = field.distance;
    for (const CellEdit& edit : edits) grid.cost[edit.cell] = edit.cost;
    changed.clear();
    builder.repair(edits, field, changed);
    std::vector<std::uint32_t> differ;
    for (std::uint32_t i = 0; i < before.size(); ++i)
      if (before[i] != field.distance[i]) differ.push_back(i);
    std::sort(changed.begin(), changed.end());
    std::vector<std::uint32_t> wrong;
    std::set_symmetric_difference(changed.begin(), changed.end(), differ.begin(), differ.end(),
                                  std::back_inserter(wrong));
    return wrong.size();
  }
};

std::vector<CellEdit> random_edits(testing::Dice& random, const CostGrid& grid, std::uint32_t highest_cost,
                                   bool unfit) {
  std::vector<CellEdit> edits;
  for (std::uint32_t i = random() % 4 + 1; i > 0; --i) {
    const std::uint32_t cell = random() % (grid.width * grid.height);
    const std::uint8_t blocked = unfit && random.chance(40) ? std::uint8_t{0} : kWall;
    edits.push_back({cell, random.chance(50) ? blocked : static_cast<std::uint8_t>(random() % highest_cost + 1)});
  }
  return edits;
}

TEST(Repair, B18_EqualsRelaxationOfTheEditedMap) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    testing::Dice random(seed);
    const std::uint32_t highest_cost = seed % 4 == 0 ? 1 : seed % 4 == 1 ? 3 : 254;
    const CostGrid grid = testing::random_map(random, highest_cost, seed % 5 == 0);
    IntegrationDesc desc = testing::random_field(random, grid, kMetrics[seed % 3]);
    desc.nearest_instead = random.chance(30);
    desc.flee = random.chance(10);
    if (desc.sources.empty()) continue;
    Repaired repaired(grid, desc);
    for (int i = 0; i < 6; ++i) {
      ASSERT_EQ(repaired.edit(random_edits(random, grid, highest_cost, seed % 5 == 0)), 0u) << "seed " << seed;
      const IntegrationField expected = testing::field_by_relaxation(repaired.grid, desc);
      ASSERT_EQ(repaired.field.distance, expected.distance) << "seed " << seed << " edit " << i;
    }
  }
}

/// What is built on the map as it is now.
void expect_as_built_anew(const Repaired& repaired, const FlowField& flow) {
  IntegrationBuilder builder;
  IntegrationField field;
  ASSERT_FALSE(builder.build(repaired.grid, repaired.desc, field));
  ASSERT_EQ(repaired.field.distance, field.distance);
  FlowField expected;
  build_flow_field(repaired.grid, field, flow.mode, repaired.desc.passages, expected);
  ASSERT_EQ(flow.direction, expected.direction);
}

CostGrid random_ground(testing::Dice& random, std::uint32_t size, std::uint32_t highest_cost, bool unfit) {
  CostGrid grid{size + random() % size, size + random() % size, 1, {}};
  const std::uint32_t walls = random() % 40;
  for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) {
    const std::uint8_t blocked = unfit && random.chance(40) ? std::uint8_t{0} : kWall;
    grid.cost.push_back(random.chance(walls) ? blocked : static_cast<std::uint8_t>(random() % highest_cost + 1));
  }
  return grid;
}

/// Hundreds of edits, one after the other: of the field, and of the directions from what it says has changed.
TEST(Repair, B18_HundredsOfEditsEqualAFullRebuildBitForBit) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    testing::Dice random(seed);
    const std::uint32_t highest_cost = seed % 2 == 0 ? 1 : 9;
    const bool unfit = seed % 3 == 1;
    const CostGrid grid = random_ground(random, seed < 9 ? 14 : 36, highest_cost, unfit);
    IntegrationDesc desc = testing::random_field(random, grid, kMetrics[seed % 3]);
    desc.nearest_instead = seed % 4 == 3;
    if (desc.sources.empty()) continue;
    Repaired repaired(grid, desc);
    FlowField flow;
    build_flow_field(grid, repaired.field, seed % 5 == 0 ? DirectionMode::kArrows : DirectionMode::kGradient,
                     desc.passages, flow);
    for (int i = 0; i < 200; ++i) {
      std::vector<CellEdit> edits = random_edits(random, repaired.grid, highest_cost, unfit);
      // What is a source is free again before long, so that all are at the last.
      std::erase_if(edits, [&](const CellEdit& edit) {
        return edit.cost % kWall == 0 &&
               std::any_of(desc.sources.begin(), desc.sources.end(),
                           [&](const FieldSource& at) { return grid.index(at.cell) == edit.cell; });
      });
      ASSERT_EQ(repaired.edit(edits), 0u) << "seed " << seed;
      for (const CellEdit& edit : edits) repaired.changed.push_back(edit.cell);
      repair_flow_field(repaired.grid, repaired.field, desc.passages, repaired.changed, flow);
      expect_as_built_anew(repaired, flow);
      if (HasFatalFailure()) FAIL() << "seed " << seed << " edit " << i;
    }
  }
}

/// Boxes that open and close: what becomes unreachable, and comes back, at once.
TEST(Repair, B18_DoorsThatShutAndOpenEqualAFullRebuild) {
  for (const Metric metric : kMetrics)
    for (const std::uint32_t size : {8u, 31u, 100u}) {
      CostGrid grid{size, size, 1, std::vector<std::uint8_t>(size * size, kOpenCost)};
      for (std::uint32_t y = 0; y < size; ++y) grid.cost[y * size + size / 2] = kWall;
      const std::uint32_t doors[] = {size / 2, (size - 1) * size + size / 2, (size / 3) * size + size / 2};
      for (const std::uint32_t door : doors) grid.cost[door] = kOpenCost;
      IntegrationDesc desc;
      desc.metric = metric;
      desc.sources = {{{0, size / 2}, 0}};
      Repaired repaired(grid, desc);
      FlowField flow;
      build_flow_field(grid, repaired.field, DirectionMode::kGradient, {}, flow);
      for (const std::uint8_t cost : {kWall, kOpenCost, kWall, std::uint8_t{7}})
        for (const std::uint32_t door : doors) {
          ASSERT_EQ(repaired.edit({{door, cost}}), 0u);
          repaired.changed.push_back(door);
          repair_flow_field(repaired.grid, repaired.field, {}, repaired.changed, flow);
          expect_as_built_anew(repaired, flow);
          if (HasFatalFailure()) FAIL() << "size " << size << " door " << door << " cost " << int{cost};
        }
    }
}

TEST(Repair, EditsThatChangeNothingChangeNothing) {
  const CostGrid grid = testing::grid_of({"..#.", "....", "3..."});
  IntegrationDesc desc;
  desc.sources = {{{0, 0}, 0}};
  Repaired repaired(grid, desc);
  EXPECT_EQ(repaired.edit({{2, kWall}, {8, 3}, {5, kWall}, {5, kOpenCost}}), 0u);
  EXPECT_TRUE(repaired.changed.empty());
}

TEST(Repair, SourcesInWallsRestUntilTheyAreFree) {
  const CostGrid grid = testing::grid_of({"......"});
  IntegrationDesc desc;
  desc.sources = {{{0, 0}, 0}, {{5, 0}, 0}};
  Repaired repaired(grid, desc);
  EXPECT_EQ(repaired.field.at({4, 0}), 70u);
  repaired.edit({{5, kWall}});
  EXPECT_EQ(repaired.field.at({4, 0}), 280u);
  repaired.edit({{0, kWall}});
  EXPECT_EQ(repaired.field.at({4, 0}), kUnreachable);
  repaired.edit({{5, kOpenCost}});
  EXPECT_EQ(repaired.field.at({4, 0}), 70u);
}

}  // namespace
}  // namespace cardume
