#include "core/space/slide.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/dice.hpp"

namespace cardume {
namespace {

/// A map drawn with # for walls, row 0 first.
CostGrid draw_map(const std::vector<std::string>& rows, float cell_size = 1) {
  CostGrid grid{static_cast<std::uint32_t>(rows[0].size()), static_cast<std::uint32_t>(rows.size()), cell_size, {}};
  for (const std::string& row : rows)
    for (char letter : row) grid.cost.push_back(letter == '#' ? kWall : kOpenCost);
  return grid;
}

TEST(CellAt, TheFarEdgesBelongToTheLastCells) {
  const CostGrid grid = draw_map({"..", ".."}, 2);
  EXPECT_EQ(cell_at(grid, {0, 0}), (Cell{0, 0}));
  EXPECT_EQ(cell_at(grid, {1.99f, 2}), (Cell{0, 1}));
  EXPECT_EQ(cell_at(grid, {4, 4}), (Cell{1, 1}));
}

TEST(Slide, OpenGroundLetsThrough) {
  const CostGrid grid = draw_map({"....", "...."});
  const Slide end = slide(grid, {0.5f, 0.5f}, {3.25f, 1.5f}, {1, 2});
  EXPECT_NEAR(end.position.x, 3.25f, 1e-5f);
  EXPECT_NEAR(end.position.y, 1.5f, 1e-5f);
  EXPECT_EQ(end.velocity, (Vec2{1, 2}));
}

TEST(Slide, AWallAheadTakesTheSpeedIntoItAndKeepsTheRest) {
  const CostGrid grid = draw_map({"..#", "..#", "..#"});
  const Slide end = slide(grid, {1.5f, 0.5f}, {2.5f, 1.25f}, {4, 3});
  EXPECT_LT(end.position.x, 2.f);
  EXPECT_GT(end.position.x, 1.9f);
  EXPECT_NEAR(end.position.y, 1.25f, 1e-5f);
  EXPECT_EQ(end.velocity, (Vec2{0, 3}));
}

TEST(Slide, B11_WallsThatTouchAtACornerAreClosed) {
  const CostGrid grid = draw_map({".#", "#."});
  for (float aim : {0.f, 0.1f, -0.1f, 0.4f}) {
    const Slide end = slide(grid, {0.5f, 0.5f}, {1.5f + aim, 1.5f - aim}, {1, 1});
    EXPECT_EQ(cell_at(grid, end.position), (Cell{0, 0}));
  }
}

TEST(Slide, B8_AThinWallStopsShotsOfAnySpeedAndAngle) {
  std::vector<std::string> rows(21, std::string(10, '.') + '#' + std::string(10, '.'));
  for (float cell_size : {0.3f, 1.f, 7.f}) {
    const CostGrid grid = draw_map(rows, cell_size);
    testing::Dice dice(1);
    for (int shot = 0; shot < 5000; ++shot) {
      const float y = static_cast<float>(dice() % 1000) * 0.02f,
                  speed = 0.5f + static_cast<float>(dice() % 1000) * 0.02f;
      const float angle = (static_cast<float>(dice() % 1000) - 500) * 0.003f;
      Vec2 at{9.5f * cell_size, y * cell_size};
      for (int tick = 0; tick < 10; ++tick) {
        const Vec2 step{speed * std::cos(angle) * cell_size, speed * std::sin(angle) * cell_size};
        const Vec2 to{std::clamp(at.x + step.x, 0.f, 21 * cell_size), std::clamp(at.y + step.y, 0.f, 21 * cell_size)};
        at = slide(grid, at, to, step).position;
        ASSERT_LT(cell_at(grid, at).x, 10u) << "shot " << shot << " tick " << tick;
      }
    }
  }
}

TEST(Slide, NobodyLeavesTheMap) {
  const CostGrid grid = draw_map({"..........", "..........", ".........."}, 0.1f);
  testing::Dice dice(4);
  Vec2 at{0.5f, 0.15f};
  for (int tick = 0; tick < 20'000; ++tick) {
    const auto aim = [&](float size) { return std::clamp(dice.below(2 * size) - size / 2, 0.f, size); };
    at = slide(grid, at, {aim(10 * grid.cell_size), aim(3 * grid.cell_size)}, {1, 1}).position;
    ASSERT_TRUE(at.x >= 0 && at.x <= 10 * grid.cell_size && at.y >= 0 && at.y <= 3 * grid.cell_size);
  }
}

TEST(Slide, RandomWalksOnRandomMapsNeverEnterWallsOrJumpThem) {
  testing::Dice dice(2);
  for (int map = 0; map < 50; ++map) {
    CostGrid grid{24, 17, 0.5f, {}};
    for (std::uint32_t i = 0; i < grid.width * grid.height; ++i)
      grid.cost.push_back(dice.chance(35) ? kWall : kOpenCost);
    grid.cost[0] = kOpenCost;
    Vec2 at{0.25f, 0.25f};
    for (int tick = 0; tick < 2000; ++tick) {
      const Vec2 wanted{at.x + (static_cast<float>(dice() % 200) - 100) * 0.01f,
                        at.y + (static_cast<float>(dice() % 200) - 100) * 0.01f};
      const Vec2 to{std::clamp(wanted.x, 0.f, 12.f), std::clamp(wanted.y, 0.f, 8.5f)};
      at = slide(grid, at, to, {1, 1}).position;
      ASSERT_FALSE(grid.blocked(cell_at(grid, at)));
    }
    // Where it can be: cells joined to the first one side by side.
    std::vector<Cell> open{{0, 0}};
    std::vector<bool> seen(grid.cost.size());
    seen[0] = true;
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const Cell next{open[i].x + dx, open[i].y + dy};
        if (grid.blocked(next) || seen[grid.index(next)]) continue;
        seen[grid.index(next)] = true;
        open.push_back(next);
      }
    EXPECT_TRUE(seen[grid.index(cell_at(grid, at))]) << "map " << map;
  }
}

}  // namespace
}  // namespace cardume
