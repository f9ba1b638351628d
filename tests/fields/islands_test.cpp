#include "core/fields/islands.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/fields/integration_field.hpp"
#include "core/fields/walk_grid.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

using testing::add_wall;
using testing::Dice;
using testing::open_map;

constexpr std::uint32_t kNone = Islands::kNone;

/// Floods from cell to cell; the islands by their first cells.
std::vector<std::uint32_t> flood_fill(const CostGrid& walk, const Passages& passages) {
  std::multimap<std::uint32_t, std::uint32_t> links;
  for (const Link& link : passages.links) {
    links.insert({walk.index(link.from), walk.index(link.to)});
    links.insert({walk.index(link.to), walk.index(link.from)});
  }
  std::vector<std::uint32_t> island(walk.cost.size(), kNone), stack;
  for (std::uint32_t seed = 0; seed < walk.cost.size(); ++seed) {
    const auto reach = [&](std::uint32_t cell) {
      if (!passable(walk.cost[cell]) || island[cell] != kNone) return;
      island[cell] = seed;
      stack.push_back(cell);
    };
    reach(seed);
    while (!stack.empty()) {
      const std::uint32_t cell = stack.back(), x = cell % walk.width;
      stack.pop_back();
      if (x > 0) reach(cell - 1);
      if (x + 1 < walk.width) reach(cell + 1);
      if (cell >= walk.width) reach(cell - walk.width);
      if (cell + walk.width < walk.cost.size()) reach(cell + walk.width);
      const auto [first, last] = links.equal_range(cell);
      for (auto link = first; link != last; ++link) reach(link->second);
    }
  }
  return island;
}

/// Whether the islands are the flood fill's, by other numbers.
void expect_equal(const Islands& islands, const CostGrid& walk, const Passages& passages) {
  const std::vector<std::uint32_t> expected = flood_fill(walk, passages);
  std::map<std::uint32_t, std::uint32_t> to, back;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const std::uint32_t found = islands.at({i % walk.width, i / walk.width});
    ASSERT_EQ(found == kNone, expected[i] == kNone) << i;
    if (found == kNone) continue;
    ASSERT_EQ(to.emplace(expected[i], found).first->second, found) << i;
    ASSERT_EQ(back.emplace(found, expected[i]).first->second, expected[i]) << i;
  }
}

std::uint8_t random_cost(Dice& random, std::uint32_t blocked) {
  constexpr std::array<std::uint8_t, 6> kFree{1, 2, 127, 128, 253, 254};
  if (random.chance(blocked)) return random.chance(50) ? kWall : kUnfit;
  return kFree[random() % kFree.size()];
}

CostGrid random_walk_grid(Dice& random, std::uint32_t width, std::uint32_t height, std::uint32_t blocked) {
  CostGrid walk = open_map(width, height);
  for (std::uint8_t& cost : walk.cost) cost = random_cost(random, blocked);
  return walk;
}

Passages random_links(Dice& random, const CostGrid& walk, std::uint32_t count) {
  Passages passages;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Cell from{random() % walk.width, random() % walk.height}, to{random() % walk.width, random() % walk.height};
    passages.links.push_back({from, to, 1, random.chance(50)});
  }
  return passages;
}

struct Extent {
  std::uint32_t width, height;
};

constexpr std::array<Extent, 12> kExtents{{{1, 1},
                                           {63, 63},
                                           {64, 64},
                                           {65, 65},
                                           {200, 130},
                                           {1, 300},
                                           {300, 1},
                                           {128, 64},
                                           {64, 129},
                                           {7, 9},
                                           {127, 193},
                                           {320, 256}}};

TEST(Islands, EqualFloodFill) {
  Dice random(1);
  for (const Extent extent : kExtents) {
    for (std::uint32_t blocked : {0u, 1u, 10u, 30u, 40u, 50u, 70u, 99u, 100u}) {
      const CostGrid walk = random_walk_grid(random, extent.width, extent.height, blocked);
      Islands islands;
      islands.build(walk, {});
      expect_equal(islands, walk, {});
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Islands, EqualFloodFillWithLinks) {
  Dice random(2);
  for (const Extent extent : kExtents) {
    for (std::uint32_t blocked : {20u, 45u, 60u, 80u}) {
      const CostGrid walk = random_walk_grid(random, extent.width, extent.height, blocked);
      const Passages passages = random_links(random, walk, random() % 60);
      Islands islands;
      islands.build(walk, passages);
      expect_equal(islands, walk, passages);
      if (HasFatalFailure()) return;
    }
  }
}

/// Puts a random rectangle to random costs, or all of it to one.
CellBox random_edit(Dice& random, CostGrid& walk, std::uint32_t largest) {
  const Cell low{random() % walk.width, random() % walk.height};
  const CellBox box{
      low,
      {std::min(low.x + random() % largest, walk.width - 1), std::min(low.y + random() % largest, walk.height - 1)}};
  const std::uint32_t blocked = random() % 3 * 50;
  for (std::uint32_t y = box.low.y; y <= box.high.y; ++y) {
    for (std::uint32_t x = box.low.x; x <= box.high.x; ++x)
      walk.cost[walk.index({x, y})] = random_cost(random, blocked);
  }
  return box;
}

TEST(Islands, EqualFloodFillAfterEveryEdit) {
  Dice random(3);
  for (int run = 0; run < 24; ++run) {
    const Extent extent = kExtents[random() % kExtents.size()];
    CostGrid walk = random_walk_grid(random, extent.width, extent.height, random() % 70);
    const Passages passages = random_links(random, walk, run % 3 == 0 ? random() % 9 : 0);
    Islands islands;
    islands.build(walk, passages);
    for (int round = 0; round < 20; ++round) {
      std::vector<CellBox> boxes;
      for (std::uint32_t i = 0; i <= random() % 4; ++i) boxes.push_back(random_edit(random, walk, run % 2 ? 3 : 90));
      islands.edit(walk, boxes);
      expect_equal(islands, walk, passages);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Islands, ChessboardsAreAllIslands) {
  CostGrid walk = open_map(130, 70);
  for (std::uint32_t i = 0; i < walk.cost.size(); ++i) walk.cost[i] = (i % 130 + i / 130) % 2 ? kWall : kOpenCost;
  Islands islands;
  islands.build(walk, {});
  expect_equal(islands, walk, {});
}

TEST(Islands, NothingIsOutsideTheMap) {
  Islands islands;
  EXPECT_EQ(islands.at({0, 0}), kNone);
  islands.build(open_map(5, 70), {});
  EXPECT_NE(islands.at({4, 69}), kNone);
  EXPECT_EQ(islands.at({5, 0}), kNone);
  EXPECT_EQ(islands.at({0, 70}), kNone);
  EXPECT_EQ(islands.at({~0u, ~0u}), kNone);
  islands.build({}, {});
  EXPECT_EQ(islands.at({0, 0}), kNone);
}

TEST(Islands, OpenGroundTakesAFewBitsACell) {
  Islands islands;
  islands.build(open_map(1024, 1024), {});
  EXPECT_LE(islands.memory_bytes(), 1024u * 1024u / 4);
}

/// Whether two cells have a way to each other exactly where they are on one island.
void expect_reachable_alike(const CostGrid& walk, const Islands& islands, Cell goal, IntegrationBuilder& builder,
                            IntegrationField& field) {
  ASSERT_FALSE(builder.build(walk, std::span(&goal, 1), Metric::kOctile, field));
  for (std::uint32_t i = 0; i < walk.cost.size(); ++i) {
    const bool connected = islands.at({i % walk.width, i / walk.width}) == islands.at(goal);
    ASSERT_EQ(field.distance[i] != kUnreachable, connected) << i;
  }
}

TEST(Islands, AreWhatOctileFieldsReachOnRealMaps) {
  CARDUME_NEEDS_MAPS();
  Dice random(4);
  IntegrationBuilder builder;
  IntegrationField field;
  for (const testing::FieldOracle& oracle : testing::load_oracles()) {
    SCOPED_TRACE(oracle.map);
    const CostGrid map = testing::load_map(oracle.map);
    for (std::uint8_t size = 1; size <= 3; ++size) {
      CostGrid walk = make_walk_grid(map, {}, size);
      Islands islands;
      islands.build(walk, {});
      std::replace(walk.cost.begin(), walk.cost.end(), kUnfit, kWall);
      std::map<std::uint32_t, Cell> goals;
      for (int i = 0; i < 300; ++i) {
        const Cell cell{random() % map.width, random() % map.height};
        if (goals.size() < 4 && !walk.blocked(cell)) goals.emplace(islands.at(cell), cell);
      }
      for (const auto& [island, goal] : goals) expect_reachable_alike(walk, islands, goal, builder, field);
      if (HasFatalFailure()) return;
    }
  }
}

/// A map with a ring of walls around (x, y): a square one, or one whose walls touch by corners only.
CostGrid ring_map(std::uint32_t x, std::uint32_t y, std::uint32_t radius, bool slanting) {
  CostGrid map = open_map(170, 150);
  const auto distance = [&](std::uint32_t i) {
    const std::uint32_t dx = std::max(i % 170, x) - std::min(i % 170, x);
    const std::uint32_t dy = std::max(i / 170, y) - std::min(i / 170, y);
    return slanting ? dx + dy : std::max(dx, dy);
  };
  for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
    if (distance(i) == radius) map.cost[i] = kWall;
  }
  return map;
}

TEST(Islands, B14_RingsOfWallsMakeIslands) {
  for (const Cell middle : {Cell{40, 40}, Cell{64, 64}, Cell{63, 70}, Cell{128, 96}}) {
    for (std::uint32_t radius : {5u, 12u, 20u, 33u}) {
      for (bool slanting : {false, true}) {
        for (std::uint8_t size = 1; size <= 3; ++size) {
          CostGrid map = ring_map(middle.x, middle.y, radius, slanting), walk = make_walk_grid(map, {}, size);
          Islands islands;
          islands.build(walk, {});
          const std::uint32_t inside = islands.at(middle);
          ASSERT_NE(inside, kNone);
          for (const Cell outside : {Cell{2, 2}, Cell{166, 2}, Cell{2, 146}, Cell{166, 146}}) {
            EXPECT_NE(islands.at(outside), inside) << int{size} << ' ' << radius << ' ' << slanting;
            EXPECT_EQ(islands.at(outside), islands.at({2, 2}));
          }
        }
      }
    }
  }
}

TEST(Islands, B14_DoorsAsWideAsWalkersEndTheIsland) {
  for (std::uint8_t size = 1; size <= 4; ++size) {
    for (const Cell middle : {Cell{40, 40}, Cell{64, 64}, Cell{127, 80}}) {
      CostGrid map = ring_map(middle.x, middle.y, 12, false), walk = make_walk_grid(map, {}, size);
      Islands islands;
      islands.build(walk, {});
      for (std::uint32_t door = 1; door <= 5; ++door) {
        const Cell cell{middle.x + 12, middle.y - 3 + door};
        map.cost[map.index(cell)] = kOpenCost;
        std::vector<CellEdit> changes;
        update_walk_grid(map, {}, size, {cell, cell}, walk, changes);
        std::vector<CellBox> boxes;
        for (const CellEdit& edit : changes) {
          const Cell changed{edit.cell % map.width, edit.cell / map.width};
          boxes.push_back({changed, changed});
        }
        islands.edit(walk, boxes);
        EXPECT_EQ(islands.at(middle) == islands.at({2, 2}), door >= size) << int{size} << ' ' << door;
      }
    }
  }
}

}  // namespace
}  // namespace cardume
