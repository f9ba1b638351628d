#include "tools/scenario/exact_math.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

TEST(ExactMath, UnitCircleAgreesWithSineAndCosine) {
  for (int i = -720; i <= 720; ++i) {
    const double turns = i / 360.0, angle = turns * 2 * M_PI;
    const Vec2 unit = unit_circle(turns);
    EXPECT_NEAR(unit.x, std::cos(angle), 1e-7) << i;
    EXPECT_NEAR(unit.y, std::sin(angle), 1e-7) << i;
  }
}

TEST(ExactMath, CubeRootAgreesWithTheLibrary) {
  for (const double x : {0.0, 1e-9, 0.5, 1.0, 27.0, 12345.678, 1e12, 1e18})
    EXPECT_NEAR(cube_root(x), std::cbrt(x), 1e-12 * std::cbrt(x) + 1e-15) << x;
}

TEST(ExactMath, NormalisedHasLengthOneOrIsZero) {
  EXPECT_EQ(normalised({}), Vec3{});
  const Vec3 v = normalised({3, 0, -4});
  EXPECT_FLOAT_EQ(v.x, 0.6f);
  EXPECT_FLOAT_EQ(v.z, -0.8f);
}

TEST(Draws, DependOnAllThreeNames) {
  const std::uint64_t first = Draws(1, 2, 3).next();
  EXPECT_EQ(first, Draws(1, 2, 3).next());
  EXPECT_NE(first, Draws(2, 2, 3).next());
  EXPECT_NE(first, Draws(1, 3, 3).next());
  EXPECT_NE(first, Draws(1, 2, 4).next());
  EXPECT_NE(Draws(0, 0, 0).next(), Draws(~std::uint64_t{0}, 0, 0).next());
}

TEST(Draws, UnitsAreEvenOverTheirRange) {
  double sum = 0, squares = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double u = static_cast<double>(Draws(9, 0, static_cast<std::uint64_t>(i)).unit());
    ASSERT_TRUE(u >= 0 && u < 1);
    sum += u;
    squares += u * u;
  }
  // Means of an even distribution, within five of their standard errors.
  EXPECT_NEAR(sum / kDraws, 0.5, 5 * std::sqrt(1.0 / 12 / kDraws));
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / kDraws));
}

TEST(Draws, BelowStaysBelow) {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_LT(Draws(1, 0, i).below(7), 7u);
    EXPECT_EQ(Draws(1, 0, i).below(1), 0u);
  }
}

}  // namespace
}  // namespace cardume
