#include "core/space/grid.hpp"

#include <gtest/gtest.h>

namespace cardume {
namespace {

TEST(Grid, CellsCoverTheWorldAndAreNoSmallerThanTheRadius) {
  for (float size : {0.5f, 10.f, 333.f, 5000.f})
    for (float radius : {0.1f, 1.f, 4.f, 600.f}) {
      const Grid grid = make_grid({{size, size / 2, 1}, 2, radius, 100'000, 0});
      EXPECT_GE(static_cast<float>(grid.columns), size * grid.inverse_column * 0.9999f);
      EXPECT_GE(static_cast<float>(grid.rows), size / 2 * grid.inverse_row * 0.9999f);
      EXPECT_GT(1 / grid.inverse_row, radius);
      EXPECT_GT(static_cast<float>(grid.reach) / grid.inverse_column, radius);
      EXPECT_EQ(grid.layers, 1u);
    }
}

TEST(Grid, SpaceHasLayers) {
  const Grid grid = make_grid({{10, 20, 30}, 3, 1, 1000, 0});
  EXPECT_GT(grid.layers, grid.rows);
  EXPECT_EQ(grid.row_count(), grid.rows * grid.layers);
}

TEST(Grid, HugeEmptyWorldsTakeNoMoreCellsThanAgentsAreWorth) {
  const Grid grid = make_grid({{1e6f, 1e6f, 1e6f}, 3, 0.01f, 1000, 0});
  EXPECT_LE(grid.start.size(), 20'000u);
  EXPECT_GE(grid.columns, 2u);
}

TEST(Grid, RowsOfCellsAreNumbersThatFloatsCanTell) {
  const Grid grid = make_grid({{1e-3f, 1e6f, 1e6f}, 3, 1, 1u << 24, 0});
  EXPECT_LE(std::uint64_t{grid.rows} * grid.layers, 1u << 24);
}

TEST(Grid, NoRuleAtAllStillMakesAGrid) {
  const Grid grid = make_grid({{100, 100, 1}, 2, 0, 1000, 0});
  EXPECT_GE(grid.columns, 1u);
  EXPECT_GE(grid.rows, 1u);
}

TEST(Grid, TheCrowdLimitIsSharedAmongTheFineCells) {
  const Grid grid = make_grid({{100, 100, 1}, 2, 1, 1000, 32});
  EXPECT_EQ(grid.crowd_limit * grid.reach, 32u);
}

}  // namespace
}  // namespace cardume
