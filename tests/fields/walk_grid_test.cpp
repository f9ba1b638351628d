#include "core/fields/walk_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/limits.hpp>
#include <cmath>

#include "core/fields/islands.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"

namespace cardume {
namespace {

using testing::add_wall;
using testing::Dice;
using testing::open_map;

CostGrid random_map(Dice& random, std::uint32_t width, std::uint32_t height, std::uint32_t walls) {
  CostGrid map = open_map(width, height);
  for (std::uint8_t& cost : map.cost) cost = random.chance(walls) ? kWall : static_cast<std::uint8_t>(random() % 5 + 1);
  return map;
}

MovementDesc random_movement(Dice& random) {
  MovementDesc movement;
  for (std::size_t i = 1; i <= 5; ++i) {
    movement.cost[i] = random.chance(20) ? kWall : static_cast<std::uint8_t>(random() % 254 + 1);
  }
  movement.margin = static_cast<std::uint8_t>(random.chance(50) ? 0 : random() % (limits::kMaxMargin + 1));
  movement.margin_cost = static_cast<std::uint8_t>(random() % 255);
  movement.cost[kWall] = static_cast<std::uint8_t>(random() % 255 + 1);
  return movement;
}

/// One cell of a walk grid, from the text of the contract alone.
class Place {
 public:
  Place(const CostGrid& map, const MovementDesc& movement, int size, int x, int y)
      : map_(map), movement_(movement), size_(size), x_(x), y_(y) {}

  std::uint8_t cost() const {
    const int even = size_ % 2 == 0;
    std::uint8_t highest = 0;
    for (int y = y_; y <= y_ + even; ++y) {
      for (int x = x_; x <= x_ + even; ++x) {
        if (wall(x, y)) return kWall;
        highest = std::max(highest, needed(x, y));
      }
    }
    if (!free_with(0)) return kUnfit;
    return static_cast<std::uint8_t>(std::min(254, highest + margin()));
  }

 private:
  bool wall(int x, int y) const { return map_.blocked({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)}); }

  std::uint8_t needed(int x, int y) const {
    return movement_.cost[map_.cost[map_.index({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)})]];
  }

  bool free_with(int rings) const {
    const int before = (size_ - 1) / 2 + rings, after = size_ / 2 + rings;
    for (int y = y_ - before; y <= y_ + after; ++y) {
      for (int x = x_ - before; x <= x_ + after; ++x) {
        if (wall(x, y) || needed(x, y) == kWall) return false;
      }
    }
    return true;
  }

  int margin() const {
    int rings = 0;
    while (rings < movement_.margin && free_with(rings + 1)) ++rings;
    if (rings == movement_.margin) return 0;
    return static_cast<int>(std::lround(1.0 * movement_.margin_cost * (movement_.margin - rings) / movement_.margin));
  }

  const CostGrid& map_;
  const MovementDesc& movement_;
  int size_, x_, y_;
};

CostGrid brute_force(const CostGrid& map, const MovementDesc& movement, std::uint8_t size) {
  CostGrid walk = map;
  for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
    const Place place(map, movement, size, static_cast<int>(i % map.width), static_cast<int>(i / map.width));
    walk.cost[i] = place.cost();
  }
  return walk;
}

TEST(WalkGrid, SizesAreTheGapsThatDiscsPass) {
  for (float cell : {1.f, 0.3f, 0.7f, 1e-6f, 13.37f, 1e5f}) {
    EXPECT_EQ(size_of(0, cell), 1);
    for (std::uint32_t size = 1; size <= limits::kMaxSize; ++size) {
      const float radius = 0.5f * static_cast<float>(size) * cell;
      EXPECT_EQ(size_of(radius, cell), size) << cell;
      EXPECT_EQ(size_of(radius - 0.01f * cell, cell), size) << cell;
      EXPECT_EQ(size_of(radius + 0.01f * cell, cell), std::min(size + 1, limits::kMaxSize)) << cell;
    }
  }
  EXPECT_EQ(size_of(1e6f, 1e-6f), limits::kMaxSize);
}

TEST(WalkGrid, IsTheMapForPlainWalkersOfOneCell) {
  Dice random(1);
  for (int run = 0; run < 50; ++run) {
    const CostGrid map = random_map(random, random() % 70 + 1, random() % 70 + 1, random() % 101);
    EXPECT_EQ(make_walk_grid(map, {}, 1).cost, map.cost);
  }
  EXPECT_TRUE(make_walk_grid({}, {}, 3).empty());
}

TEST(WalkGrid, EqualsBruteForce) {
  Dice random(2);
  for (int run = 0; run < 400; ++run) {
    const CostGrid map =
        random_map(random, random() % 40 + 1, random() % 40 + 1, random.chance(50) ? 3 : random() % 50);
    const MovementDesc movement = random_movement(random);
    const auto size = static_cast<std::uint8_t>(random() % 9 + 1);
    ASSERT_EQ(make_walk_grid(map, movement, size).cost, brute_force(map, movement, size).cost) << run;
  }
}

TEST(WalkGrid, EqualsBruteForceOnWideMapsAndForGiants) {
  Dice random(3);
  for (std::uint32_t width : {1023u, 1024u, 1025u, 1100u, 2049u}) {
    const CostGrid map = random_map(random, width, 9, 4);
    const MovementDesc movement = random_movement(random);
    const auto size = static_cast<std::uint8_t>(random() % 5 + 1);
    ASSERT_EQ(make_walk_grid(map, movement, size).cost, brute_force(map, movement, size).cost) << width;
  }
  for (std::uint8_t size = 63; size <= 64; ++size) {
    CostGrid map = open_map(100, 90);
    add_wall(map, {random() % 20, random() % 80}, {20, 80});
    MovementDesc movement;
    movement.margin = limits::kMaxMargin;
    movement.margin_cost = 200;
    const CostGrid walk = make_walk_grid(map, movement, size);
    ASSERT_EQ(walk.cost, brute_force(map, movement, size).cost);
    EXPECT_TRUE(std::any_of(walk.cost.begin(), walk.cost.end(), passable));
  }
}

TEST(WalkGrid, MarginFallsOffEvenly) {
  MovementDesc movement;
  movement.margin = 4;
  movement.margin_cost = 10;
  const CostGrid walk = make_walk_grid(open_map(60, 60), movement, 3);
  EXPECT_EQ(std::vector<std::uint8_t>(walk.cost.begin() + 30 * 60, walk.cost.begin() + 30 * 60 + 7),
            (std::vector<std::uint8_t>{kUnfit, 11, 9, 6, 4, 1, 1}));
  movement.margin_cost = 254;
  EXPECT_EQ(make_walk_grid(open_map(60, 60), movement, 1).cost[0], 254);
}

TEST(WalkGrid, GroundThatIsNotForThemIsNoWall) {
  MovementDesc movement;
  movement.cost[3] = kWall;
  movement.cost[2] = 7;
  EXPECT_EQ(make_walk_grid(testing::grid_of({"..3.#2."}), movement, 1).cost,
            (std::vector<std::uint8_t>{1, 1, kUnfit, 1, kWall, 7, 1}));
}

/// Edits a map at random and compares what an update makes of its walk grid.
void edit_and_compare(Dice& random, CostGrid& map, const MovementDesc& movement, std::uint8_t size, CostGrid& walk) {
  const Cell low{random() % map.width, random() % map.height};
  const Cell high{std::min(low.x + random() % 4, map.width - 1), std::min(low.y + random() % 4, map.height - 1)};
  const std::uint8_t cost = random.chance(40) ? kWall : static_cast<std::uint8_t>(random() % 5 + 1);
  for (std::uint32_t y = low.y; y <= high.y; ++y) {
    for (std::uint32_t x = low.x; x <= high.x; ++x) map.cost[map.index({x, y})] = cost;
  }
  const CostGrid before = walk;
  std::vector<CellEdit> changes{{7, 7}};
  update_walk_grid(map, movement, size, {low, high}, walk, changes);
  ASSERT_EQ(walk.cost, make_walk_grid(map, movement, size).cost);
  ASSERT_EQ(changes.front(), (CellEdit{7, 7}));
  CostGrid replayed = before;
  for (std::size_t i = 1; i < changes.size(); ++i) {
    ASSERT_NE(replayed.cost[changes[i].cell], changes[i].cost);
    ASSERT_EQ(before.cost[changes[i].cell], replayed.cost[changes[i].cell]);
    replayed.cost[changes[i].cell] = changes[i].cost;
  }
  ASSERT_EQ(replayed.cost, walk.cost);
}

TEST(WalkGrid, UpdatesEqualMakingItAnew) {
  Dice random(4);
  for (int run = 0; run < 150; ++run) {
    const std::uint32_t width = run % 15 == 0 ? 1000 + random() % 100 : random() % 60 + 1;
    CostGrid map = random_map(random, width, random() % 40 + 1, random() % 20);
    const MovementDesc movement = random_movement(random);
    const auto size = static_cast<std::uint8_t>(run % 10 == 0 ? random() % 64 + 1 : random() % 6 + 1);
    CostGrid walk = make_walk_grid(map, movement, size);
    for (int edit = 0; edit < 40; ++edit) {
      edit_and_compare(random, map, movement, size, walk);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(WalkGrid, DiscsOverPassablePlacesAreClearOfWalls) {
  Dice random(5);
  for (int run = 0; run < 60; ++run) {
    const CostGrid map = random_map(random, 40, 30, 4);
    const auto size = static_cast<std::uint8_t>(run % 6 + 1);
    const CostGrid walk = make_walk_grid(map, {}, size);
    const double origin = static_cast<double>(origin_of(size));
    for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
      if (!passable(walk.cost[i])) continue;
      const double x = i % 40 + origin, y = i / 40 + origin;
      double nearest = std::min({x, y, 40 - x, 30 - y});
      for (std::uint32_t wall = 0; wall < map.cost.size(); ++wall) {
        if (map.cost[wall] != kWall) continue;
        const double left = wall % 40, top = wall / 40;
        nearest = std::min(nearest, std::hypot(x - std::clamp(x, left, left + 1), y - std::clamp(y, top, top + 1)));
      }
      ASSERT_GE(nearest, size / 2.0) << run;
    }
  }
}

/// A map in two halves with one gap between them, seen from one of four directions.
struct Gap {
  std::uint32_t length, at, width, thickness;
  bool across;   ///< The wall goes along x.
  bool flipped;  ///< The near half is the far one.

  Cell cell(std::uint32_t way, std::uint32_t along) const {
    const std::uint32_t from_near = flipped ? 2 * depth() + thickness - 1 - way : way;
    return across ? Cell{along, from_near} : Cell{from_near, along};
  }
  static constexpr std::uint32_t depth() { return 20; }

  CostGrid map() const {
    const std::uint32_t ways = 2 * depth() + thickness;
    CostGrid map = across ? open_map(length, ways) : open_map(ways, length);
    for (std::uint32_t way = depth(); way < depth() + thickness; ++way) {
      for (std::uint32_t along = 0; along < length; ++along) {
        if (along < at || along >= at + width) map.cost[map.index(cell(way, along))] = kWall;
      }
    }
    return map;
  }

  /// Whether walkers of that size get from one half to the other.
  bool passes(std::uint8_t size) const {
    Islands islands;
    islands.build(make_walk_grid(map(), {}, size), {});
    const std::uint32_t near = islands.at(cell(depth() / 2, length / 2));
    EXPECT_NE(near, Islands::kNone);
    return near == islands.at(cell(depth() + thickness + depth() / 2, length / 2));
  }
};

TEST(WalkGrid, B10_GapsLetThoseThroughWhoAreNoWider) {
  for (std::uint32_t width = 1; width <= 7; ++width) {
    for (std::uint32_t at : {0u, 1u, 9u, 14u, 23u - width}) {
      for (std::uint32_t view = 0; view < 8; ++view) {
        const Gap gap{23, at, width, view < 4 ? 1u : 6u, view % 2 == 0, view / 2 % 2 == 0};
        for (std::uint8_t size = 1; size <= 6; ++size) {
          EXPECT_EQ(gap.passes(size), size <= width) << int{size} << ' ' << width << ' ' << at << ' ' << view;
        }
      }
    }
  }
}

TEST(WalkGrid, B10_DoesNotDependOnTheDirection) {
  Dice random(6);
  for (int run = 0; run < 60; ++run) {
    const CostGrid map = random_map(random, random() % 40 + 1, random() % 40 + 1, 10);
    CostGrid mirrored = map, turned{map.height, map.width, 1, map.cost};
    for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
      const std::uint32_t x = i % map.width, y = i / map.width;
      mirrored.cost[map.index({map.width - 1 - x, y})] = map.cost[i];
      turned.cost[turned.index({y, x})] = map.cost[i];
    }
    const auto size = static_cast<std::uint8_t>(run % 6 + 1);
    const MovementDesc movement = random_movement(random);
    const CostGrid walk = make_walk_grid(map, movement, size), other = make_walk_grid(mirrored, movement, size);
    const CostGrid third = make_walk_grid(turned, movement, size);
    const std::uint32_t last = size % 2 == 0 ? map.width - 1 : map.width;
    for (std::uint32_t y = 0; y < map.height; ++y) {
      for (std::uint32_t x = 0; x < map.width; ++x) {
        ASSERT_EQ(walk.cost[walk.index({x, y})], third.cost[third.index({y, x})]) << run;
        ASSERT_TRUE(x >= last || walk.cost[walk.index({x, y})] == other.cost[other.index({last - 1 - x, y})]) << run;
      }
    }
  }
}

TEST(WalkGrid, B11_WallsThatTouchDiagonallyAreClosed) {
  for (std::uint8_t size = 1; size <= 6; ++size) {
    for (bool rising : {false, true}) {
      for (std::uint32_t shift : {0u, 3u, 11u}) {
        CostGrid map = open_map(40, 30 + shift);
        for (std::uint32_t i = 0; i < 40; ++i) {
          const std::uint32_t y = std::min(i, 29 + shift);
          map.cost[map.index({rising ? 39 - i : i, y})] = kWall;
        }
        Islands islands;
        islands.build(make_walk_grid(map, {}, size), {});
        const std::uint32_t above = islands.at({rising ? 8u : 31u, 8}), below = islands.at({rising ? 31u : 8u, 22});
        EXPECT_NE(above, Islands::kNone);
        EXPECT_NE(below, Islands::kNone);
        EXPECT_NE(above, below) << int{size} << rising << shift;
      }
    }
  }
}

}  // namespace
}  // namespace cardume
