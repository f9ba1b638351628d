#include "core/formation/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace cardume::testing {
namespace {

std::vector<Vec2> slots(const FormationDesc& desc, std::size_t count) {
  std::vector<Vec2> offsets(count);
  shape(desc, offsets);
  return offsets;
}

double distance(Vec2 a, Vec2 b) { return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)); }

double nearest_pair(const std::vector<Vec2>& offsets) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < offsets.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, distance(offsets[i], offsets[j]));
  return nearest;
}

/// For every slot there is one on the other side of the line ahead.
bool same_left_and_right(const std::vector<Vec2>& offsets) {
  return std::all_of(offsets.begin(), offsets.end(), [&](Vec2 one) {
    return std::any_of(offsets.begin(), offsets.end(), [&](Vec2 other) {
      return distance({one.x, -one.y}, other) < 1e-3;
    });
  });
}

Vec2 centre(const std::vector<Vec2>& offsets) {
  Vec2 sum;
  for (const Vec2 offset : offsets) sum = {sum.x + offset.x, sum.y + offset.y};
  return {sum.x / static_cast<float>(offsets.size()), sum.y / static_cast<float>(offsets.size())};
}

std::size_t in_rank(const std::vector<Vec2>& offsets, float x) {
  return static_cast<std::size_t>(
      std::count_if(offsets.begin(), offsets.end(), [&](Vec2 offset) { return std::fabs(offset.x - x) < 1e-3f; }));
}

float front(const std::vector<Vec2>& offsets) {
  return std::max_element(offsets.begin(), offsets.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; })->x;
}

TEST(Shapes, AllKeepTheirSpacingTheirCentreAndTheirSymmetry) {
  for (const FormationShape kind :
       {FormationShape::kBlock, FormationShape::kLine, FormationShape::kWedge, FormationShape::kRing})
    for (const float spacing : {0.5f, 1.f, 3.7f})
      for (const std::size_t count : {1u, 2u, 3u, 4u, 7u, 10u, 37u, 100u, 512u}) {
        const auto offsets = slots({.shape = kind, .spacing = spacing}, count);
        const std::string what = std::to_string(static_cast<int>(kind)) + ", " + std::to_string(count);
        if (count > 1) {
          EXPECT_NEAR(nearest_pair(offsets), static_cast<double>(spacing), static_cast<double>(spacing) * 2e-3) << what;
        }
        EXPECT_TRUE(same_left_and_right(offsets)) << what;
        EXPECT_LT(distance(centre(offsets), {}), 2e-4 * static_cast<double>(count) * static_cast<double>(spacing))
            << what;
      }
}

TEST(Shapes, ABlockHasItsRanksFullFromTheFront) {
  for (const auto& [columns, count, expected] :
       {std::tuple{0u, 100u, 10u}, {0u, 10u, 4u}, {3u, 11u, 3u}, {7u, 5u, 5u}, {1u, 9u, 1u}}) {
    const auto offsets = slots({.spacing = 2, .columns = columns}, count);
    std::size_t left = count;
    for (float x = front(offsets); left > 0; x -= 2) {
      ASSERT_EQ(in_rank(offsets, x), std::min<std::size_t>(expected, left));
      left -= in_rank(offsets, x);
    }
  }
}

TEST(Shapes, ALineIsOneRankAndAWedgeGrowsByOne) {
  EXPECT_EQ(in_rank(slots({.shape = FormationShape::kLine, .spacing = 1}, 31), 0), 31u);
  const auto wedge = slots({.shape = FormationShape::kWedge, .spacing = 1}, 28);
  for (std::size_t rank = 0; rank < 7; ++rank)
    EXPECT_EQ(in_rank(wedge, front(wedge) - static_cast<float>(rank)), rank + 1);
}

TEST(Shapes, ARingIsARegularPolygonWithACornerAhead) {
  for (const std::size_t count : {3u, 5u, 8u, 60u, 511u}) {
    const auto offsets = slots({.shape = FormationShape::kRing, .spacing = 1.5f}, count);
    const double part = 2 * std::acos(-1.) / static_cast<double>(count), radius = 0.75 / std::sin(part / 2);
    for (std::size_t i = 0; i < count; ++i) {
      const double angle = part * static_cast<double>(i);
      EXPECT_NEAR(static_cast<double>(offsets[i].x), radius * std::cos(angle), radius * 1e-6) << i;
      EXPECT_NEAR(static_cast<double>(offsets[i].y), radius * std::sin(angle), radius * 1e-6) << i;
    }
  }
}

}  // namespace
}  // namespace cardume::testing
