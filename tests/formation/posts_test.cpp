#include "core/formation/posts.hpp"

#include <gtest/gtest.h>

#include "tests/support/crowds.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

constexpr float kRadius = 0.4f;

TEST(Posts, AreTheSlotsOwnPlacesOnOpenGround) {
  const Post post = post_for(open_map(20, 20), {10, 10}, {13, 12}, {2, 2}, kRadius);
  EXPECT_EQ(post.place, (Vec2{13, 12}));
  EXPECT_FALSE(post.squeezed);
}

TEST(Posts, InWallsAndBeyondTheMapAreWhereThereIsRoomTowardTheAnchor) {
  CostGrid map = open_map(20, 20);
  add_wall(map, {13, 8}, {14, 12});
  for (const Vec2 slot : {Vec2{14, 10.5f}, Vec2{13.2f, 10.5f}, Vec2{25, 10.5f}, Vec2{-7, 10.5f}, Vec2{10, 19.9f},
                          Vec2{10, -40}, Vec2{300, 300}}) {
    const Post post = post_for(map, {10, 10.5f}, slot, {10, 10}, kRadius);
    EXPECT_TRUE(post.squeezed) << slot.x;
    EXPECT_GE(distance_to_walls(map, post.place), 0.999 * static_cast<double>(kRadius)) << slot.x;
  }
}

TEST(Posts, BehindAWallAreForThoseWhoAreThereAlready) {
  CostGrid map = open_map(20, 20);
  add_wall(map, {13, 0}, {13, 19});
  const Vec2 anchor{10, 10}, slot{16, 10};
  EXPECT_EQ(post_for(map, anchor, slot, {17, 12}, kRadius).place, slot);
  const Post here = post_for(map, anchor, slot, {9, 9}, kRadius);
  EXPECT_LT(here.place.x, 13 - kRadius);
  EXPECT_GT(here.place.x, 11);
}

}  // namespace
}  // namespace cardume::testing
