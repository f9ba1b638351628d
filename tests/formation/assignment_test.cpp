#include "core/formation/assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

/// Enough looks for any number of points.
constexpr std::uint64_t kAll = 1'000'000'000;

struct Places {
  std::vector<Vec2> points, places;
};

/// Points at random, and places at random or on a turned grid.
Places draw(std::uint32_t count, std::uint32_t seed, bool grid, float size = 20) {
  Dice dice(seed);
  Places drawn;
  const auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<float>(count))));
  const float turn = dice.below(6.28f), shift = dice.below(50);
  for (std::uint32_t i = 0; i < count; ++i) {
    drawn.points.push_back({dice.below(size), dice.below(size)});
    const Vec2 cell{static_cast<float>(i % columns), static_cast<float>(i / columns)};
    const Vec2 turned{cell.x * std::cos(turn) - cell.y * std::sin(turn),
                      cell.x * std::sin(turn) + cell.y * std::cos(turn)};
    drawn.places.push_back(grid ? Vec2{turned.x + shift, turned.y} : Vec2{dice.below(size), dice.below(size)});
  }
  return drawn;
}

std::vector<std::uint32_t> solve(Assignment& assignment, const Places& drawn, std::uint64_t looks = kAll) {
  assignment.reserve(drawn.points.size());
  assignment.start(drawn.points, drawn.places);
  while (!assignment.go_on(looks)) {
  }
  return {assignment.places().begin(), assignment.places().end()};
}

double way2(Vec2 from, Vec2 to) {
  const double x = static_cast<double>(from.x) - static_cast<double>(to.x);
  const double y = static_cast<double>(from.y) - static_cast<double>(to.y);
  return x * x + y * y;
}

double total(const Places& drawn, const std::vector<std::uint32_t>& places) {
  double sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i) sum += way2(drawn.points[i], drawn.places[places[i]]);
  return sum;
}

bool one_each(std::vector<std::uint32_t> places) {
  std::sort(places.begin(), places.end());
  for (std::uint32_t i = 0; i < places.size(); ++i)
    if (places[i] != i) return false;
  return true;
}

double least_of_all(const Places& drawn) {
  std::vector<std::uint32_t> order(drawn.points.size());
  std::iota(order.begin(), order.end(), 0u);
  double least = total(drawn, order);
  while (std::next_permutation(order.begin(), order.end())) least = std::min(least, total(drawn, order));
  return least;
}

/// The shortest distance between two points that go from a to c and from b to d in the same time.
double nearest_on_the_way(Vec2 a, Vec2 c, Vec2 b, Vec2 d) {
  const double x = static_cast<double>(a.x - b.x), y = static_cast<double>(a.y - b.y);
  const double dx = static_cast<double>(c.x - d.x) - x, dy = static_cast<double>(c.y - d.y) - y;
  const double speed2 = dx * dx + dy * dy;
  const double time = speed2 > 0 ? std::clamp(-(x * dx + y * dy) / speed2, 0., 1.) : 0;
  return std::hypot(x + time * dx, y + time * dy);
}

TEST(Assignment, IsTheBestOfAllPermutations) {
  for (std::uint32_t count = 1; count <= 8; ++count)
    for (std::uint32_t seed = 0; seed < (count < 8 ? 20 : 5); ++seed) {
      const Places drawn = draw(count, seed, seed % 2 == 0);
      Assignment assignment;
      const auto places = solve(assignment, drawn);
      ASSERT_TRUE(one_each(places));
      const double least = least_of_all(drawn);
      EXPECT_NEAR(total(drawn, places), least, least * 1e-3) << count << " points, seed " << seed;
    }
}

// At the least increment, prices under which nobody would rather have another place prove that no sum is smaller by a
// whole unit of cost (complementary slackness).
TEST(Assignment, PricesProveThatNothingIsBetter) {
  for (const std::uint32_t count : {200u, 97u, 33u}) {
    Assignment assignment;
    const auto places = solve(assignment, draw(count, count, count != 97));
    ASSERT_TRUE(one_each(places));
    const double unit = count + 1;
    for (std::uint32_t point = 0; point < count; ++point) {
      const double own = assignment.cost(point, places[point]) + assignment.prices()[places[point]];
      for (std::uint32_t place = 0; place < count; ++place)
        ASSERT_LE(own, assignment.cost(point, place) + assignment.prices()[place] + Assignment::kLeastIncrement);
      EXPECT_EQ(std::fmod(assignment.cost(point, places[point]), unit), 0);
      EXPECT_LT(assignment.prices()[point], 0x1p53);
    }
  }
}

TEST(Assignment, WaysToTheirPlacesKeepApart) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const Places drawn = draw(100, seed, true, 12);
    Assignment assignment;
    const auto places = solve(assignment, drawn);
    for (std::uint32_t i = 0; i < 100; ++i)
      for (std::uint32_t j = i + 1; j < 100; ++j) {
        const Vec2 to_i = drawn.places[places[i]], to_j = drawn.places[places[j]];
        const double apart = nearest_on_the_way(drawn.points[i], to_i, drawn.points[j], to_j);
        const double start = std::sqrt(way2(drawn.points[i], drawn.points[j])), end = std::sqrt(way2(to_i, to_j));
        // Two ways whose ends are a and b apart come no nearer than a b / sqrt(a^2 + b^2), at a right angle.
        EXPECT_GT(apart, start * end / std::hypot(start, end) - 1e-2);
      }
  }
}

TEST(Assignment, ItDoesNotMatterHowOftenItIsInterrupted) {
  const Places drawn = draw(150, 4, true);
  Assignment at_once, in_parts;
  EXPECT_EQ(solve(at_once, drawn), solve(in_parts, drawn, 700));
}

TEST(Assignment, StandsPointsOnOneSpotAndFarApart) {
  Places drawn = draw(64, 1, true);
  for (Vec2& point : drawn.points) point = {3, 3};
  Assignment assignment;
  EXPECT_TRUE(one_each(solve(assignment, drawn)));
  for (Vec2& place : drawn.places) place = {3, 3};
  EXPECT_TRUE(one_each(solve(assignment, drawn)));
  for (Vec2& point : drawn.points) point = {1e6f, 0};
  EXPECT_TRUE(one_each(solve(assignment, drawn)));
}

TEST(Assignment, StaysWhereItIsWhenAllAreInPlace) {
  Places drawn = draw(144, 2, true);
  drawn.points = drawn.places;
  std::reverse(drawn.points.begin(), drawn.points.end());
  Assignment assignment;
  EXPECT_EQ(total(drawn, solve(assignment, drawn)), 0);
}

TEST(Assignment, NobodyNeedsNoPlace) {
  Assignment assignment;
  EXPECT_TRUE(solve(assignment, {}).empty());
}

}  // namespace
}  // namespace cardume::testing
