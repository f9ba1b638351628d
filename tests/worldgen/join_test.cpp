#include "core/worldgen/join.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/random.hpp>

#include "tests/worldgen/pieces.hpp"

namespace cardume {
namespace {

OpenGround drawn(std::uint32_t width, std::uint32_t height, std::uint64_t seed, double share) {
  OpenGround ground{width, height, {}};
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) ground.open.push_back(u01(Stream(seed).at(x, y)) < share);
  return ground;
}

bool is_open(const OpenGround& ground, int x, int y) {
  return x >= 0 && y >= 0 && x < static_cast<int>(ground.width) && y < static_cast<int>(ground.height) &&
         ground.open[static_cast<std::size_t>(y) * ground.width + static_cast<std::size_t>(x)] != 0;
}

bool fits(const OpenGround& ground, int x, int y, int width) {
  for (int dy = -width / 2; dy <= width / 2; ++dy)
    for (int dx = -width / 2; dx <= width / 2; ++dx)
      if (!is_open(ground, x + dx, y + dy)) return false;
  return true;
}

int pieces_of_ground(const OpenGround& ground) {
  return count_pieces(static_cast<int>(ground.width), static_cast<int>(ground.height),
                      [&](int x, int y) { return is_open(ground, x, y); });
}

int pieces_of_places(const OpenGround& ground, int width) {
  return count_pieces(static_cast<int>(ground.width), static_cast<int>(ground.height),
                      [&](int x, int y) { return fits(ground, x, y, width); });
}

TEST(JoinGround, EveryFreeCellAndEveryPlaceReachesEveryOther) {
  int apart = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (std::uint32_t width : {1u, 3u, 5u}) {
      const auto columns = width + static_cast<std::uint32_t>(seed % 7) * 9,
                 rows = width + static_cast<std::uint32_t>(seed % 5) * 11;
      OpenGround ground = drawn(columns, rows, seed, 0.3 + 0.1 * static_cast<double>(seed % 7));
      apart += pieces_of_places(ground, static_cast<int>(width)) > 1;
      join_ground(ground, {.width = width, .brush = std::max(width, 2u)});
      ASSERT_EQ(pieces_of_ground(ground), 1) << columns << " x " << rows << " width " << width << " seed " << seed;
      ASSERT_EQ(pieces_of_places(ground, static_cast<int>(width)), 1) << columns << " x " << rows << " seed " << seed;
    }
  EXPECT_GT(apart, 40);
}

TEST(JoinGround, WhatIsJoinedStaysAsItIs) {
  OpenGround ground{30, 20, std::vector<std::uint8_t>(600, 1)};
  for (std::uint32_t y = 0; y < 18; ++y) ground.open[y * 30 + 14] = 0;
  const auto before = ground.open;
  join_ground(ground, {});
  EXPECT_EQ(ground.open, before);
}

TEST(JoinGround, DigsTheShortestWay) {
  OpenGround ground{21, 9, std::vector<std::uint8_t>(189, 0)};
  ground.open[4 * 21 + 3] = ground.open[4 * 21 + 15] = 1;
  join_ground(ground, {.brush = 1});
  for (std::uint32_t x = 3; x <= 15; ++x) EXPECT_EQ(ground.open[4 * 21 + x], 1) << x;
  EXPECT_EQ(std::count(ground.open.begin(), ground.open.end(), 1), 13);
}

TEST(JoinGround, ClosesPocketsInsteadOfJoiningThem) {
  OpenGround ground{40, 10, std::vector<std::uint8_t>(400, 0)};
  const auto room = [&](std::uint32_t left, std::uint32_t columns) {
    for (std::uint32_t y = 2; y < 8; ++y)
      for (std::uint32_t x = left; x < left + columns; ++x) ground.open[y * 40 + x] = 1;
  };
  room(2, 10);  // 60 cells.
  room(16, 3);  // 18.
  room(25, 8);  // 48.
  join_ground(ground, {.pockets = 20});
  EXPECT_EQ(pieces_of_ground(ground), 1);
  EXPECT_TRUE(is_open(ground, 27, 4));
  EXPECT_TRUE(is_open(ground, 4, 4));
  EXPECT_FALSE(is_open(ground, 17, 7)) << "off the way from the first room to the last";
}

TEST(JoinGround, ClosesWhatWideBodiesCannotReach) {
  OpenGround ground{20, 9, std::vector<std::uint8_t>(180, 0)};
  for (std::uint32_t y = 1; y < 8; ++y)
    for (std::uint32_t x = 1; x < 8; ++x) ground.open[y * 20 + x] = 1;
  ground.open[4 * 20 + 16] = 1;  // A nook for nobody.
  ground.open[4 * 20 + 8] = 1;   // One that thin bodies get into.
  join_ground(ground, {.width = 3, .brush = 3});
  EXPECT_FALSE(is_open(ground, 16, 4));
  EXPECT_TRUE(is_open(ground, 8, 4));
}

TEST(JoinGround, OpensAPlaceWhereThereIsNone) {
  for (std::uint32_t width : {1u, 3u}) {
    OpenGround ground{12, 7, std::vector<std::uint8_t>(84, 0)};
    join_ground(ground, {.width = width, .brush = std::max(width, 2u)});
    EXPECT_EQ(pieces_of_places(ground, static_cast<int>(width)), 1);
  }
}

TEST(JoinGround, KeepsOffTheEdge) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    OpenGround ground = drawn(30, 30, seed, 0.4);
    for (std::uint32_t i = 0; i < 30; ++i)
      for (const std::uint32_t cell : {i, 29 * 30 + i, i * 30, i * 30 + 29}) ground.open[cell] = 0;
    join_ground(ground, {.inset = 1});
    for (int i = 0; i < 30; ++i) {
      ASSERT_FALSE(is_open(ground, i, 0) || is_open(ground, i, 29) || is_open(ground, 0, i) || is_open(ground, 29, i));
    }
    ASSERT_EQ(pieces_of_ground(ground), 1);
  }
}

TEST(JoinGround, LeavesMapsThatAreTooThin) {
  OpenGround ground = drawn(2, 40, 3, 0.5);
  const auto before = ground.open;
  join_ground(ground, {.width = 3, .brush = 3});
  EXPECT_EQ(ground.open, before);
}

}  // namespace
}  // namespace cardume
