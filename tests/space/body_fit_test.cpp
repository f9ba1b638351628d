#include "core/space/body_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

CostGrid random_map(Dice& dice, std::uint32_t walls) {
  CostGrid map = open_map(13, 11);
  for (std::uint8_t& cost : map.cost) cost = dice.chance(walls) ? kWall : kOpenCost;
  map.cell_size = 0.25f + dice.below(2);
  return map;
}

Vec2 random_place(Dice& dice, const CostGrid& map) {
  return {dice.below(static_cast<float>(map.width) * map.cell_size),
          dice.below(static_cast<float>(map.height) * map.cell_size)};
}

TEST(BodyFit, AgreesWithTheDistanceToAllWalls) {
  Dice dice(6);
  for (int round = 0; round < 2000; ++round) {
    const CostGrid map = random_map(dice, 15);
    const float radius = dice.below(1.5f);
    const Vec2 place = random_place(dice, map);
    const double gap = distance_to_walls(map, place) - static_cast<double>(radius);
    if (std::abs(gap) < 2e-3 * static_cast<double>(radius) + 1e-6) continue;
    EXPECT_EQ(fits(map, radius, place), gap > 0);
  }
}

TEST(BodyFit, NothingFitsOutsideTheMap) {
  Dice dice(8);
  for (int round = 0; round < 400; ++round) {
    const CostGrid map = random_map(dice, 0);
    const Terrain terrain = make_terrain(map, 1);
    const float right = static_cast<float>(map.width) * map.cell_size, beyond = dice.below(30) + 0.01f;
    const float top = static_cast<float>(map.height) * map.cell_size, radius = dice.chance(20) ? 0 : dice.below(1);
    for (const Vec2 place : {Vec2{right + beyond, top / 2},
                             {-beyond, top / 2},
                             {right / 2, top + beyond},
                             {right / 2, -beyond},
                             {-1e30f, 1e30f},
                             {std::nanf(""), top / 2}}) {
      EXPECT_FALSE(fits(map, radius, place)) << place.x << ' ' << place.y;
      EXPECT_FALSE(fits(terrain, radius, place)) << place.x << ' ' << place.y;
    }
  }
}

TEST(BodyFit, ClearancesTellTheSame) {
  Dice dice(9);
  for (int round = 0; round < 2000; ++round) {
    const CostGrid map = random_map(dice, static_cast<std::uint32_t>(round % 20));
    const float radius = dice.below(1);
    const Vec2 place = random_place(dice, map);
    EXPECT_EQ(fits(make_terrain(map, 1), radius, place), fits(map, radius, place));
  }
}

/// The least distance to a place half a cell apart that fits, by trying all.
double nearest_of_all(const CostGrid& map, float radius, Vec2 place) {
  double nearest = 1e9;
  const float half = map.cell_size / 2;
  for (std::uint32_t y = 1; y < 2 * map.height; ++y)
    for (std::uint32_t x = 1; x < 2 * map.width; ++x) {
      const Vec2 at{static_cast<float>(x) * half, static_cast<float>(y) * half};
      if (distance_to_walls(map, at) >= std::max(static_cast<double>(radius) * 0.9995, 0.004))
        nearest = std::min(nearest, static_cast<double>(std::hypot(at.x - place.x, at.y - place.y)));
    }
  return nearest;
}

TEST(BodyFit, TheNearestPlaceIsTheNearestOfAll) {
  Dice dice(7);
  int found = 0;
  for (int round = 0; round < 800; ++round) {
    const CostGrid map = random_map(dice, 10 + dice() % 50);
    const float radius = dice.chance(20) ? 0 : dice.below(1.2f) * map.cell_size;
    const Vec2 place = random_place(dice, map);
    const float distance = (0.2f + dice.below(4)) * map.cell_size;
    const double expected = nearest_of_all(map, radius, place);
    if (std::abs(expected - static_cast<double>(distance)) < 1e-4) continue;
    const auto near = nearest_fit(make_terrain(map, radius), radius, place, distance);
    ASSERT_EQ(near.has_value(), expected < static_cast<double>(distance)) << "round " << round;
    if (!near) continue;
    ++found;
    EXPECT_TRUE(fits(map, radius, *near));
    EXPECT_NEAR(static_cast<double>(std::hypot(near->x - place.x, near->y - place.y)), expected, 1e-4);
  }
  EXPECT_GT(found, 300);
}

TEST(BodyFit, WideBodiesStandAstrideOfCells) {
  CostGrid map = open_map(30, 8);
  add_wall(map, {0, 0}, {29, 2});
  add_wall(map, {0, 5}, {29, 7});
  const auto place = nearest_fit(make_terrain(map, 1), 1, {10.2f, 1}, 5);
  ASSERT_TRUE(place);
  EXPECT_EQ(*place, (Vec2{10, 4}));
}

TEST(BodyFit, NothingFitsWhereThereIsNoRoomAtAll) {
  const Terrain terrain = make_terrain(open_map(8, 8), 5);
  EXPECT_FALSE(nearest_fit(terrain, 4.5f, {1, 1}, 1e6f));
  EXPECT_TRUE(nearest_fit(terrain, 4, {1, 1}, 1e6f));
}

}  // namespace
}  // namespace cardume::testing
