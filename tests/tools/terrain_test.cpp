#include "tools/scenario/terrain.hpp"

#include <gtest/gtest.h>

namespace cardume {
namespace {

CostGrid grid_of(std::initializer_list<std::string_view> rows) {
  CostGrid grid{static_cast<std::uint32_t>(rows.begin()->size()), static_cast<std::uint32_t>(rows.size()), 1, {}};
  for (const std::string_view row : rows)
    for (const char c : row) grid.cost.push_back(c == '#' ? kWall : kOpenCost);
  return grid;
}

TEST(Terrain, PlansAreWallsWithGapsInThem) {
  const Result<Scenario> scenario = parse_scenario(R"(
[terrain]
kind = "plan"
width = 6
height = 4
cell_size = 0.5
walls = [[0, 1, 5, 1], [4, 3, 3, 2]]
gaps = [[2, 0, 1, 1]]
)",
                                                   "plan.toml");
  ASSERT_TRUE(scenario) << scenario.error().message;
  const Result<MadeTerrain> terrain = make_terrain(*scenario);
  ASSERT_TRUE(terrain) << terrain.error().message;
  EXPECT_EQ(terrain->grid.cost, grid_of({"......", "#..###", "...##.", "...##."}).cost);
  EXPECT_EQ(terrain->grid.width, 6u);
  EXPECT_EQ(terrain->grid.cell_size, 0.5f);
}

TEST(Terrain, LargestRegionDoesNotLeakThroughCorners) {
  const std::vector<Cell> cells = largest_region(grid_of({"..#.", ".#..", "#..."}));
  const std::vector<Cell> expected{{3, 0}, {2, 1}, {3, 1}, {1, 2}, {2, 2}, {3, 2}};
  EXPECT_EQ(cells, expected);
}

TEST(Terrain, LargestRegionOfWallsIsEmpty) { EXPECT_TRUE(largest_region(grid_of({"##", "##"})).empty()); }

TEST(Terrain, CellsAndPointsAgree) {
  CostGrid grid = grid_of({"....", "...."});
  grid.cell_size = 2.5f;
  for (std::uint32_t y = 0; y < grid.height; ++y)
    for (std::uint32_t x = 0; x < grid.width; ++x) EXPECT_EQ(cell_at(grid, centre_of(grid, {x, y})), (Cell{x, y}));
  EXPECT_EQ(cell_at(grid, {10, 5}), (Cell{3, 1}));
}

}  // namespace
}  // namespace cardume
