#include "core/space/body_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/space/body_fit.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/maps.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

constexpr float kPi = 3.14159265f;

Terrain terrain_of(CostGrid grid, float largest_radius, float cell_size = 1) {
  grid.cell_size = cell_size;
  return make_terrain(std::move(grid), largest_radius);
}

Terrain terrain_of(const std::vector<std::string>& rows, float largest_radius) {
  return terrain_of(grid_of(rows), largest_radius);
}

/// Penetration is allowed up to the tolerance, and what positions round by.
void expect_clear(const CostGrid& map, float radius, Vec2 place) {
  ASSERT_FALSE(map.blocked(cell_at(map, place)));
  const double rounding = 1e-6 * static_cast<double>(map.cell_size) * std::max(map.width, map.height);
  ASSERT_GE(distance_to_walls(map, place), static_cast<double>(radius) * (1 - 1e-3) - rounding)
      << "radius " << radius << " at " << place.x << ", " << place.y;
}

Vec2 heading(float angle) { return {std::cos(angle), std::sin(angle)}; }
Vec2 ahead(Vec2 from, Vec2 way, float length) { return {from.x + way.x * length, from.y + way.y * length}; }
float length(Vec2 vector) { return std::hypot(vector.x, vector.y); }

/// Keeps going, and comes to rest where it can.
Vec2 walk(const Terrain& terrain, float radius, Vec2 at, Vec2 step, int ticks) {
  for (int tick = 0; tick < ticks; ++tick) {
    at = sweep(terrain, radius, at, ahead(at, step, 1), step).position;
    expect_clear(terrain.grid, radius, at);
  }
  return at;
}

TEST(BodySweep, OpenGroundLeavesTheMoveAlone) {
  const Terrain terrain = terrain_of(open_map(20, 20), 2);
  for (float radius : {0.01f, 0.5f, 2.f}) {
    const Slide end = sweep(terrain, radius, {5.3f, 6.1f}, {12.7f, 13.9f}, {3, 4});
    EXPECT_EQ(end.position, (Vec2{12.7f, 13.9f}));
    EXPECT_EQ(end.velocity, (Vec2{3, 4}));
  }
}

TEST(BodySweep, B8_AThinWallStopsShotsOfAnySpeedAngleAndSize) {
  Dice dice(1);
  for (float cell_size : {0.3f, 1.f, 7.f})
    for (float radius : {0.004f, 0.1f, 0.35f, 0.5f, 1.3f, 2.4f}) {
      CostGrid map = open_map(31, 30);
      add_wall(map, {15, 0}, {15, 29});
      const Terrain terrain = terrain_of(std::move(map), radius * cell_size, cell_size);
      for (int shot = 0; shot < 500; ++shot) {
        Vec2 at{(15 - radius - dice.below(1.5f)) * cell_size, (radius + dice.below(30 - 2 * radius)) * cell_size};
        const float speed = (0.5f + dice.below(dice.chance(10) ? 500 : 4.5f)) * cell_size;
        const Vec2 way = heading((dice.below(2) - 1) * kPi);
        for (int tick = 0; tick < 6; ++tick) {
          at = sweep(terrain, radius * cell_size, at, ahead(at, way, speed), way).position;
          ASSERT_LT(at.x, 15 * cell_size) << "shot " << shot;
          expect_clear(terrain.grid, radius * cell_size, at);
        }
      }
    }
}

TEST(BodySweep, RandomWalksOnRandomMapsStayClearAndNeverGainSpeed) {
  Dice dice(2);
  for (int round = 0; round < 60; ++round) {
    const float radius = round % 3 == 0 ? 0.02f : 0.05f + dice.below(round % 3 == 1 ? 0.45f : 1.5f);
    CostGrid map = open_map(24, 17);
    for (std::uint8_t& cost : map.cost) cost = dice.chance(radius < 0.5f ? 30 : 4) ? kWall : kOpenCost;
    map.cell_size = 0.5f;
    const Terrain terrain = make_terrain(map, radius);
    Vec2 at{};
    do at = {dice.below(12), dice.below(8.5f)};
    while (!fits(map, radius, at));
    for (int tick = 0; tick < 400; ++tick) {
      const Vec2 step{dice.below(2) - 1, dice.below(2) - 1};
      const Slide end = sweep(terrain, radius, at, ahead(at, step, dice.chance(10) ? 9 : 1), step);
      expect_clear(map, radius, end.position);
      ASSERT_LE(length(end.velocity), length(step) * (1 + 1e-6f));
      at = end.position;
    }
  }
}

/// The rooms of a map by flooding from cell to cell side by side: walls that touch at a corner part them.
std::vector<int> rooms_of(const CostGrid& map) {
  std::vector<int> room(map.cost.size(), -1);
  for (std::uint32_t start = 0, number = 0; start < room.size(); ++start) {
    if (map.cost[start] == kWall || room[start] >= 0) continue;
    std::vector<Cell> open{{start % map.width, start / map.width}};
    room[start] = static_cast<int>(number);
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const Cell next{open[i].x + dx, open[i].y + dy};
        if (map.blocked(next) || room[map.index(next)] >= 0) continue;
        room[map.index(next)] = static_cast<int>(number);
        open.push_back(next);
      }
    ++number;
  }
  return room;
}

TEST(BodySweep, B11_NobodyChangesRoomsThatTouchAtCorners) {
  Dice dice(3);
  for (int round = 0; round < 40; ++round) {
    CostGrid map = open_map(20, 20);
    for (std::uint32_t i = 0; i < map.cost.size(); ++i) map.cost[i] = dice.chance(45) ? kWall : kOpenCost;
    const std::vector<int> room = rooms_of(map);
    for (float radius : {1e-6f, 0.001f, 0.02f, 0.2f, 0.45f}) {
      const Terrain terrain = make_terrain(map, radius);
      for (int walker = 0; walker < 4; ++walker) {
        Vec2 at{};
        do at = {static_cast<float>(dice() % 20) + 0.5f, static_cast<float>(dice() % 20) + 0.5f};
        while (map.blocked(cell_at(map, at)));
        const int home = room[map.index(cell_at(map, at))];
        for (int tick = 0; tick < 100; ++tick) {
          const Vec2 step{dice.below(6) - 3, dice.below(6) - 3};
          at = sweep(terrain, radius, at, ahead(at, step, 1), step).position;
          ASSERT_EQ(room[map.index(cell_at(map, at))], home);
          expect_clear(map, radius, at);
        }
      }
    }
  }
}

TEST(BodySweep, B11_DiagonalWallsStopWhoAimsRightBetween) {
  for (const auto& rows : {std::vector<std::string>{".#", "#."}, {"..##", "..##", "##..", "##.."}}) {
    const auto middle = static_cast<float>(rows.size()) / 2;
    for (float radius : {1e-6f, 0.01f, 0.1f, 0.3f, 0.499f}) {
      const Terrain terrain = terrain_of(rows, radius);
      for (float aim : {0.f, 1e-6f, -1e-3f, 0.1f, -0.4f}) {
        const Vec2 end = walk(terrain, radius, {middle - 0.5f, middle - 0.5f}, {1 + aim, 1 - aim}, 5);
        EXPECT_TRUE(end.x < middle && end.y < middle);
      }
    }
  }
}

TEST(BodySweep, B10_ACorridorAsWideAsTheBodyLetsItThroughFromAllSides) {
  for (std::uint32_t cells : {1u, 2u, 3u})
    for (float cell_size : {0.37f, 1.f, 3.1f})
      for (bool upright : {false, true})
        for (float sense : {1.f, -1.f}) {
          CostGrid map = open_map(30, 30);
          if (upright) {
            add_wall(map, {0, 10}, {12, 19});
            add_wall(map, {13 + cells, 10}, {29, 19});
          } else {
            add_wall(map, {10, 0}, {19, 12});
            add_wall(map, {10, 13 + cells}, {19, 29});
          }
          const float radius = static_cast<float>(cells) * cell_size / 2;
          const float middle = 13 * cell_size + radius, start = (15 - 12 * sense) * cell_size;
          const float aside = 0.3f * cell_size;  // It is not aimed at the middle: the mouth has to guide it in.
          const Terrain terrain = terrain_of(std::move(map), radius, cell_size);
          Vec2 at = upright ? Vec2{middle + aside, start} : Vec2{start, middle + aside};
          for (int tick = 0; tick < 1000; ++tick) {
            const float home = (middle - (upright ? at.x : at.y)) * 0.05f, onward = sense * 0.07f * cell_size;
            const Vec2 step = upright ? Vec2{home, onward} : Vec2{onward, home};
            at = sweep(terrain, radius, at, ahead(at, step, 1), step).position;
            expect_clear(terrain.grid, radius, at);
          }
          EXPECT_GT(((upright ? at.y : at.x) - 15 * cell_size) * sense, 8 * cell_size);
        }
}

TEST(BodySweep, B10_ANarrowerOneDoesNot) {
  CostGrid map = open_map(30, 21);
  add_wall(map, {14, 0}, {15, 9});
  add_wall(map, {14, 11}, {15, 20});
  for (float radius : {0.51f, 0.6f, 1.4f}) {
    const Terrain terrain = terrain_of(map, radius);
    for (float speed : {0.05f, 0.9f, 40.f}) EXPECT_LT(walk(terrain, radius, {6, 10.5f}, {speed, 0}, 300).x, 15);
  }
}

TEST(BodySweep, B12_SlidingKeepsThePartAlong) {
  CostGrid map = open_map(200, 8);
  add_wall(map, {0, 5}, {199, 5});
  for (float radius : {0.05f, 0.35f, 0.5f, 1.5f})
    for (float degrees : {10.f, 45.f, 80.f, 89.f})
      for (float speed : {0.01f, 0.3f, 2.f}) {
        const Vec2 way = heading(degrees * kPi / 180), step{way.x * speed, way.y * speed};
        const Terrain terrain = terrain_of(map, radius);
        Slide end{{3, 5 - radius}, {}};
        for (int tick = 0; tick < 50; ++tick) {
          end = sweep(terrain, radius, end.position, ahead(end.position, step, 1), step);
          EXPECT_NEAR(end.velocity.x, step.x, 1e-6f * speed);
          EXPECT_NEAR(end.velocity.y, 0, 1e-6f * speed);
        }
        EXPECT_NEAR(end.position.x, 3 + 50 * step.x, 1e-4f + 0.001f * 50 * step.x);
      }
}

TEST(BodySweep, CornersHoldNobodyWhoWalksPastThem) {
  const std::vector<std::string> rows{
      "....................", "....................", "....................", "....................",
      "......####..##......", "......####..##......", "......##..##........", "......##..##........",
      "....................", "....................", "....................", "....................",
  };
  for (float radius : {0.05f, 0.3f, 0.49f, 0.9f}) {
    const Terrain terrain = terrain_of(rows, radius);
    for (float x = 4; x < 15; x += 0.37f)
      for (float aside : {0.08f, -0.06f}) {
        const Vec2 down = walk(terrain, radius, {x, 2.5f}, {aside, 0.1f}, 300);
        // Each way down there is one corner that takes in.
        const Vec2 corner{aside > 0 ? 12 - radius : 10 + radius, 6 - radius};
        const bool caught = length({down.x - corner.x, down.y - corner.y}) < 0.01f;
        EXPECT_TRUE(caught || down.y > 11.99f - radius) << "from x " << x << " radius " << radius;
        const Vec2 up = walk(terrain, radius, down, {aside, -0.1f}, 300);
        EXPECT_LT(up.y, radius + 0.01f) << "from x " << x << " radius " << radius;
      }
  }
}

TEST(BodySweep, WhoOverlapsAWallIsPushedOutGentlyOrStays) {
  CostGrid map = open_map(20, 20);
  add_wall(map, {10, 0}, {10, 19});
  for (float radius : {0.2f, 0.5f, 1.5f}) {
    const Terrain terrain = terrain_of(map, radius);
    Vec2 at{9.99f, 10};
    for (int tick = 0; tick < 60; ++tick) {
      const Vec2 before = at;
      at = sweep(terrain, radius, at, at, {1, 0}).position;
      EXPECT_LE(before.x - at.x, 0.11f * radius);
      EXPECT_LE(at.x, before.x);
    }
    expect_clear(terrain.grid, radius, at);
  }
  add_wall(map, {8, 0}, {8, 19});
  const Terrain narrow = terrain_of(map, 0.8f);
  Vec2 wedged{9.5f, 10};
  for (int tick = 0; tick < 60; ++tick) wedged = sweep(narrow, 0.8f, wedged, ahead(wedged, {0.1f, 0}, 1), {}).position;
  EXPECT_NEAR(wedged.x, 9.5f, 0.01f);
  for (int tick = 0; tick < 120; ++tick) wedged = sweep(narrow, 0.8f, wedged, ahead(wedged, {0, 0.1f}, 1), {}).position;
  EXPECT_GT(wedged.y, 18);  // Along the corridor nothing is in its way.
}

}  // namespace
}  // namespace cardume::testing
