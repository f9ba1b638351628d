#include "core/worldgen/caves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/limits.hpp>
#include <cardume/random.hpp>
#include <functional>
#include <limits>

namespace cardume {
namespace {

using Cells = std::vector<std::vector<int>>;  // [y][x], 1 is wall.

/// The rule as its authors word it.
Cells step_plainly(const Cells& from) {
  const int height = static_cast<int>(from.size()), width = static_cast<int>(from[0].size());
  const auto wall = [&](int x, int y) { return x < 0 || y < 0 || x >= width || y >= height || from[y][x] == 1; };
  Cells to = from;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int walls = -int{wall(x, y)};
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) walls += wall(x + dx, y + dy);
      }
      if (walls != 4) to[y][x] = walls > 4;
    }
  }
  return to;
}

WallBits to_bits(const Cells& cells) {
  WallBits walls(static_cast<std::uint32_t>(cells[0].size()), static_cast<std::uint32_t>(cells.size()));
  for (std::uint32_t y = 0; y < walls.height(); ++y) {
    for (std::uint32_t x = 0; x < walls.width(); ++x) walls.set(x, y, cells[y][x] == 1);
  }
  return walls;
}

Cells to_cells(const WallBits& walls) {
  Cells cells(walls.height(), std::vector<int>(walls.width()));
  for (std::uint32_t y = 0; y < walls.height(); ++y) {
    for (std::uint32_t x = 0; x < walls.width(); ++x) cells[y][x] = walls.get(x, y);
  }
  return cells;
}

Cells step(const Cells& cells) {
  const WallBits from = to_bits(cells);
  WallBits to = from;
  step_caves(from, to);
  return to_cells(to);
}

Cells filled(std::uint32_t width, std::uint32_t height, std::uint64_t seed, float share = 0.45f) {
  CavesDesc desc;
  desc.width = width;
  desc.height = height;
  desc.seed = seed;
  desc.wall_share = share;
  return to_cells(fill_caves(desc));
}

int walls_in(const Cells& cells) {
  int walls = 0;
  for (const auto& row : cells) walls += static_cast<int>(std::count(row.begin(), row.end(), 1));
  return walls;
}

Cells transposed(const Cells& cells) {
  Cells result(cells[0].size(), std::vector<int>(cells.size()));
  for (std::size_t y = 0; y < cells.size(); ++y) {
    for (std::size_t x = 0; x < cells[0].size(); ++x) result[x][y] = cells[y][x];
  }
  return result;
}

Cells mirrored(Cells cells) {
  for (auto& row : cells) std::reverse(row.begin(), row.end());
  return cells;
}

Cells filled_as_published(std::uint64_t seed) {
  Cells cells(64, std::vector<int>(64));
  for (auto& row : cells) {
    for (int& cell : row) cell = (split_mix_finalise(seed += kSplitMixStep) >> 32) < 1932735283u;
  }
  return cells;
}

TEST(CaveRule, GivesThePublishedMap) {
  Cells cells = filled_as_published(1);
  EXPECT_EQ(walls_in(cells), 1919);
  for (int i = 0; i < 5; ++i) cells = step(cells);
  EXPECT_EQ(walls_in(cells), 1786);
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const auto& row : cells) {
    for (int cell : row) hash = (hash ^ static_cast<std::uint64_t>(cell)) * 0x100000001B3;
  }
  EXPECT_EQ(hash, 0xDAD9B29FFF408417u);
}

TEST(CaveRule, EqualsThePlainRuleAtEveryWidth) {
  for (std::uint32_t width : {1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 200}) {
    for (std::uint32_t height : {1, 2, 3, 17}) {
      Cells cells = filled(width, height, width * 31 + height);
      for (int i = 0; i < 4; ++i) {
        const Cells expected = step_plainly(cells);
        cells = step(cells);
        ASSERT_EQ(cells, expected) << width << " x " << height;
      }
    }
  }
}

TEST(CaveRule, CommutesWithTheSymmetriesOfTheSquare) {
  const Cells cells = filled(90, 90, 3);
  EXPECT_EQ(step(transposed(cells)), transposed(step(cells)));
  EXPECT_EQ(step(mirrored(cells)), mirrored(step(cells)));
}

TEST(CaveRule, MoreWallsNeverGiveFewer) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Cells few = step(filled(100, 40, seed, 0.42f)), many = step(filled(100, 40, seed, 0.48f));
    for (std::size_t y = 0; y < 40; ++y) {
      for (std::size_t x = 0; x < 100; ++x) ASSERT_LE(few[y][x], many[y][x]);
    }
  }
}

/// Away from the edge, whose outside has no complement.
TEST(CaveRule, CommutesWithTheComplement) {
  const Cells cells = filled(100, 60, 5, 0.5f);
  Cells complement = cells;
  for (auto& row : complement) {
    for (int& cell : row) cell = 1 - cell;
  }
  const Cells plain = step(cells), opposite = step(complement);
  for (std::size_t y = 1; y < 59; ++y) {
    for (std::size_t x = 1; x < 99; ++x) ASSERT_EQ(plain[y][x], 1 - opposite[y][x]);
  }
}

TEST(CaveRule, AnEmptyMapGainsItsFourCorners) {
  const Cells once = step(Cells(50, std::vector<int>(70)));
  EXPECT_EQ(walls_in(once), 4);
  EXPECT_TRUE(once[0][0] && once[0][69] && once[49][0] && once[49][69]);
  EXPECT_EQ(step(once), once);
}

TEST(CaveRule, EndsInAPeriodOfAtMostTwo) {
  Cells cells = filled(60, 60, 9);
  for (int i = 0; i < 200; ++i) cells = step(cells);
  EXPECT_EQ(step(step(cells)), cells);
}

CostGrid caves(CavesDesc desc) {
  auto grid = generate_caves(desc);
  if (grid) return *grid;
  ADD_FAILURE() << grid.error().message;
  return {};
}

/// Floor cells that 4-neighbour steps reach from the first, and all floor cells.
std::pair<std::size_t, std::size_t> reached_and_all(const CostGrid& grid) {
  std::vector<bool> seen(grid.cost.size());
  std::vector<Cell> stack;
  std::size_t reached = 0;
  const auto visit = [&](Cell cell) {
    if (grid.blocked(cell) || seen[grid.index(cell)]) return;
    seen[grid.index(cell)] = true;
    stack.push_back(cell);
    ++reached;
  };
  const auto first = std::find(grid.cost.begin(), grid.cost.end(), kOpenCost) - grid.cost.begin();
  visit({static_cast<std::uint32_t>(first) % grid.width, static_cast<std::uint32_t>(first) / grid.width});
  while (!stack.empty()) {
    const Cell cell = stack.back();
    stack.pop_back();
    visit({cell.x + 1, cell.y});
    visit({cell.x - 1, cell.y});
    visit({cell.x, cell.y + 1});
    visit({cell.x, cell.y - 1});
  }
  return {reached, static_cast<std::size_t>(std::count(grid.cost.begin(), grid.cost.end(), kOpenCost))};
}

bool edge_is_walled(const CostGrid& grid) {
  for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
    const std::uint32_t x = i % grid.width, y = i / grid.width;
    const bool edge = x == 0 || y == 0 || x == grid.width - 1 || y == grid.height - 1;
    if (edge && grid.cost[i] != kWall) return false;
  }
  return true;
}

TEST(Caves, AreConnectedAndWalledAtTheEdge) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes{
      {1, 1}, {1, 2}, {2, 2}, {1, 40}, {40, 1}, {2, 30}, {3, 3}, {3, 50}, {4, 4}, {5, 64}, {64, 64}, {130, 77}};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (auto [width, height] : sizes) {
      for (float share : {0.45f, 0.6f}) {
        CavesDesc desc;
        desc.width = width;
        desc.height = height;
        desc.seed = seed;
        desc.wall_share = share;
        const CostGrid grid = caves(desc);
        const auto [reached, all] = reached_and_all(grid);
        ASSERT_GE(all, 1u) << width << " x " << height << " seed " << seed;
        ASSERT_EQ(reached, all) << width << " x " << height << " seed " << seed;
        ASSERT_TRUE(std::min(width, height) < 3 || edge_is_walled(grid)) << width << " x " << height;
        ASSERT_FALSE(validate(grid));
      }
    }
  }
}

/// Slices of one endless world, in chunks of any size; far out and across the origin.
TEST(Caves, PartsOfEndlessOnesAgree) {
  for (std::int64_t at : {std::int64_t{-70}, std::int64_t{1} << 50, -(std::int64_t{1} << 50)}) {
    CavesDesc desc;
    desc.endless = true;
    desc.connect = false;
    desc.width = 140;
    desc.height = 90;
    desc.x = at;
    desc.y = -at - 40;
    const CostGrid all = caves(desc);
    const auto walls = std::count(all.cost.begin(), all.cost.end(), kWall);
    EXPECT_TRUE(walls > 140 * 90 / 5 && walls < 140 * 90 * 4 / 5) << walls;
    for (std::uint32_t edge : {1u, 7u, 16u, 64u}) {
      for (std::uint32_t number = 0; number < 40; ++number) {
        CavesDesc part = desc;
        const std::uint32_t left = number * 37 % (140 - edge), top = number * 53 % (90 - edge);
        part.x += left;
        part.y += top;
        part.width = part.height = edge;
        const CostGrid grid = caves(part);
        for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
          ASSERT_EQ(grid.cost[i], all.cost[(top + i / edge) * 140 + left + i % edge]);
        }
      }
    }
  }
}

TEST(Caves, WithoutConnectAreTheRuleAlone) {
  int disconnected = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CavesDesc desc;
    desc.width = desc.height = 64;
    desc.seed = seed;
    desc.connect = false;
    Cells expected = filled(64, 64, seed);
    for (int i = 0; i < 5; ++i) expected = step_plainly(expected);
    const CostGrid grid = caves(desc);
    for (std::uint32_t i = 0; i < 64 * 64; ++i) ASSERT_EQ(grid.cost[i] == kWall, expected[i / 64][i % 64] == 1);
    const auto [reached, all] = reached_and_all(grid);
    disconnected += reached != all;
  }
  EXPECT_GE(disconnected, 25) << "caves of this size nearly always fall apart, or connect would be needless";
}

TEST(Caves, OfWhichThirtySevenInFortyFallApartAreAllConnected) {
  int apart = 0, connected = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Cells cells = filled_as_published(seed);
    for (int i = 0; i < 5; ++i) cells = step_plainly(cells);
    CostGrid grid{64, 64, 1, {}};
    for (const auto& row : cells) {
      for (int cell : row) grid.cost.push_back(cell == 1 ? kWall : kOpenCost);
    }
    const auto [before, all_before] = reached_and_all(grid);
    apart += before != all_before;
    connect_caves(grid);
    const auto [after, all_after] = reached_and_all(grid);
    connected += after == all_after;
  }
  EXPECT_EQ(apart, 37);
  EXPECT_EQ(connected, 40);
}

TEST(Caves, AreTheRuleAloneWhereAWordIsNotFull) {
  for (const std::uint32_t width : {1u, 9u, 63u, 65u, 100u, 127u, 190u}) {
    const CavesDesc desc{.width = width, .height = 40, .connect = false, .seed = width};
    Cells expected = filled(width, 40, width);
    for (int i = 0; i < 5; ++i) expected = step_plainly(expected);
    const CostGrid grid = caves(desc);
    for (std::uint32_t i = 0; i < width * 40; ++i)
      ASSERT_EQ(grid.cost[i] == kWall, expected[i / width][i % width] == 1) << "width " << width << " at " << i;
  }
}

TEST(Caves, GoldenHash) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const bool endless : {false, true}) {
    CavesDesc desc{.width = 97, .height = 70, .seed = std::uint64_t{7} << 40 | 5, .endless = endless};
    if (endless) desc.x = -40, desc.y = std::int64_t{1} << 50;
    for (std::uint8_t cost : caves(desc).cost) hash = (hash ^ cost) * 0x100000001B3;
  }
  EXPECT_EQ(hash, 18405528697803670851u);
}

TEST(Caves, ConnectingChangesLittle) {
  CavesDesc desc;
  desc.connect = false;
  const CostGrid apart = caves(desc);
  desc.connect = true;
  const CostGrid joined = caves(desc);
  int opened = 0;
  for (std::uint32_t i = 0; i < apart.cost.size(); ++i) opened += apart.cost[i] == kWall && joined.cost[i] != kWall;
  EXPECT_GT(opened, 0);
  EXPECT_LT(opened, 256 * 256 / 20);
}

TEST(Caves, JoinByTheShortestTunnel) {
  CostGrid grid{11, 7, 1, std::vector<std::uint8_t>(77, kWall)};
  grid.cost[grid.index({2, 3})] = grid.cost[grid.index({8, 3})] = kOpenCost;
  connect_caves(grid);
  for (std::uint32_t x = 2; x <= 8; ++x) EXPECT_FALSE(grid.blocked({x, 3})) << x;
  const auto floor = std::count(grid.cost.begin(), grid.cost.end(), kOpenCost);
  EXPECT_LE(floor, 2 * 8) << "five cells of rock, two wide, and what the brush covers at its ends";
}

TEST(Caves, SeedsDiffer) {
  CavesDesc desc;
  const auto with_seed = [&](std::uint64_t seed) {
    desc.seed = seed;
    return caves(desc).cost;
  };
  EXPECT_EQ(with_seed(5), with_seed(5));
  EXPECT_NE(with_seed(0), with_seed(~std::uint64_t{0}));
  EXPECT_NE(with_seed(1), with_seed((std::uint64_t{1} << 32) + 1));
}

TEST(Caves, HonourTheShareOfWalls) {
  EXPECT_EQ(walls_in(filled(64, 64, 1, 0)), 0);
  EXPECT_EQ(walls_in(filled(64, 64, 1, 1)), 64 * 64);
  EXPECT_NEAR(walls_in(filled(200, 200, 1)), 0.45 * 40000, 500);  // Five standard deviations.
}

TEST(Caves, RefuseBadDescriptions) {
  const auto status = [](const std::function<void(CavesDesc&)>& change) {
    CavesDesc desc;
    change(desc);
    const auto grid = generate_caves(desc);
    return grid ? Status::kOk : grid.error().status;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(status([](CavesDesc& desc) { desc.width = 0; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.height = 0; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.width = limits::kMaxMapEdge + 1; }), Status::kLimit);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.steps = 65; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.cell_size = 0; }), Status::kInvalidArgument);
  EXPECT_EQ(status([=](CavesDesc& desc) { desc.cell_size = nan; }), Status::kInvalidArgument);
  EXPECT_EQ(status([=](CavesDesc& desc) { desc.wall_share = nan; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.wall_share = 1.5f; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.x = 1; }), Status::kInvalidArgument);
  EXPECT_EQ(status([](CavesDesc& desc) { desc.endless = true, desc.y = INT64_MIN; }), Status::kInvalidArgument);
}

}  // namespace
}  // namespace cardume
