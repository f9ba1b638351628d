#include "simd/kernels/edges.hpp"

#include <gtest/gtest.h>

#include "tests/support/dice.hpp"

namespace cardume::simd {
namespace {

TEST(Edges, WhereverAMoveLeadsATorusAndAMirrorKeepItInside) {
  testing::Dice dice(3);
  for (float size : {1e-6f, 0.3f, 1.f, 77.7f, 1e6f})
    for (float reach : {1e-12f, 1e-6f, 1.f, 100.f, 2e6f})
      for (int i = 0; i < 2000; ++i) {
        const float moved = dice.below(2 * reach) - reach;
        const float around = wrapped<ScalarArch>({moved, 1}, size).position;
        ASSERT_GE(around, 0.f) << moved;
        ASSERT_LT(around, size) << moved;
        const float mirrored = reflected<ScalarArch>({moved, 1}, size).position;
        ASSERT_GE(mirrored, 0.f) << moved;
        ASSERT_LE(mirrored, size) << moved;
      }
}

TEST(Edges, WhoStaysInsideKeepsEveryBit) {
  testing::Dice dice(4);
  for (int i = 0; i < 2000; ++i) {
    const float place = dice.below(20);
    for (Edge edge : {Edge::kStop, Edge::kReflect, Edge::kWrap, Edge::kOpen}) {
      const Course<ScalarArch> course = at_edge<ScalarArch>({place, -3}, edge, 20);
      ASSERT_EQ(course.position, place);
      ASSERT_EQ(course.velocity, -3);
    }
  }
}

}  // namespace
}  // namespace cardume::simd
