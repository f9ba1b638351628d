#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/tiles.hpp>
#include <set>

#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

CostGrid open_ground(std::uint32_t width, std::uint32_t height) {
  return {width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height, kOpenCost)};
}

TEST(TiledField, RefusesWhatIsNotInTheMap) {
  EXPECT_EQ(TiledField::create({}).error().status, Status::kInvalidArgument);
  EXPECT_EQ(TiledField::create({2, 2, 1, {1, 1, 1}}).error().status, Status::kInvalidArgument);
  auto field = TiledField::create(testing::grid_of({"..#", "..#"}));
  ASSERT_TRUE(field);
  EXPECT_EQ(field->path({0, 0}).error().status, Status::kInvalidArgument) << "there is no goal yet";
  EXPECT_TRUE(field->directions({0, 0}).empty());
  EXPECT_EQ(field->set_goal({3, 0}).status, Status::kInvalidArgument);
  EXPECT_EQ(field->set_goal({2, 0}).status, Status::kGoalBlocked);
  EXPECT_EQ(field->set_cost({0, 2}, 1).status, Status::kInvalidArgument);
  EXPECT_EQ(field->set_cost({0, 0}, 0).status, Status::kInvalidArgument);
  ASSERT_FALSE(field->set_goal({0, 0}));
  EXPECT_EQ(field->path({3, 3}).error().status, Status::kInvalidArgument);
  EXPECT_EQ(field->path({2, 1}).error().status, Status::kInvalidArgument) << "from within a wall";
  EXPECT_EQ(field->directions({0, 1}).size(), 66u * 66u);
}

TEST(TiledField, PathsStepFromCellToCellAndFollowEdits) {
  auto field = TiledField::create(open_ground(200, 150));
  ASSERT_TRUE(field);
  const Cell from{3, 7}, goal{190, 140};
  for (std::uint32_t gate = 2; gate < 150; gate += 49) {
    // A wall from side to side with one gate, which moves.
    for (std::uint32_t y = 0; y < 150; ++y) ASSERT_FALSE(field->set_cost({127, y}, y == gate ? kOpenCost : kWall));
    ASSERT_FALSE(field->set_goal(goal));
    const auto path = field->path(from);
    ASSERT_TRUE(path) << path.error().message;
    EXPECT_EQ(path->front(), from);
    EXPECT_EQ(path->back(), goal);
    EXPECT_NE(std::find(path->begin(), path->end(), Cell{127, gate}), path->end());
    for (std::size_t i = 1; i < path->size(); ++i) {
      EXPECT_LE((*path)[i].x - (*path)[i - 1].x + 1, 2u);
      EXPECT_LE((*path)[i].y - (*path)[i - 1].y + 1, 2u);
    }
    ASSERT_FALSE(field->set_cost({127, gate}, kWall));
    ASSERT_FALSE(field->set_goal(goal));
    EXPECT_FALSE(field->path(from));
  }
}

TEST(TiledField, PortalsAreWholeRunsOfFreeCellPairs) {
  testing::Dice dice(8);
  CostGrid grid = open_ground(150, 140);
  for (std::uint8_t& cost : grid.cost) cost = dice.chance(30) ? kWall : kOpenCost;
  const auto field = TiledField::create(grid);
  ASSERT_TRUE(field);
  const auto portals = field->portals();
  ASSERT_TRUE(portals);
  std::set<std::pair<std::uint32_t, std::uint32_t>> across_x, across_y;
  for (const Portal& portal : *portals) {
    EXPECT_GE(portal.nodes, 1u);
    for (Cell cell = portal.first;; portal.along_y ? ++cell.y : ++cell.x) {
      EXPECT_TRUE((portal.along_y ? across_x : across_y).insert({cell.x, cell.y}).second);
      if (cell == portal.last) break;
    }
  }
  const auto free = [&](std::uint32_t x, std::uint32_t y) { return !grid.blocked({x, y}); };
  for (std::uint32_t y = 0; y < grid.height; ++y) {
    for (std::uint32_t x = 0; x < grid.width; ++x) {
      EXPECT_EQ(across_x.count({x, y}) == 1, x % 64 == 63 && free(x, y) && free(x + 1, y));
      EXPECT_EQ(across_y.count({x, y}) == 1, y % 64 == 63 && free(x, y) && free(x, y + 1));
    }
  }
  EXPECT_EQ(field->tile_count(), 9u);
  EXPECT_GT(field->node_count(), 2 * portals->size() / 3);
  EXPECT_GT(field->memory_bytes(), grid.cost.size());
}

}  // namespace
}  // namespace cardume
