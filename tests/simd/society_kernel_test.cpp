#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "simd/kernels.hpp"
#include "tests/support/bits.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/societies.hpp"

namespace cardume::simd {
namespace {

using testing::bits;
using testing::SocietyDesc;
using testing::Wishes;

using Columns = std::vector<std::vector<std::uint32_t>>;

/// All that the rules write, as bits.
Columns written(Wishes& wishes, const KernelTable& table) {
  WorldState& state = wishes.state();
  for (auto& axis : state.kinematics.acceleration.axis) std::fill(axis.begin(), axis.end(), 7.f);
  wishes.look(table);
  Columns columns;
  for (const auto& axis : state.kinematics.acceleration.axis) {
    EXPECT_TRUE(testing::all_finite(axis));
    columns.push_back(bits(axis));
  }
  columns.push_back(bits(state.kinematics.speed));
  return columns;
}

void expect_same_bits(const SocietyDesc& desc, std::uint32_t worlds) {
  const KernelTable* tables[kMaxKernelTables];
  const std::uint32_t count = available_kernels(tables);
  const KernelTable& scalar = *find_kernels("scalar");
  for (std::uint32_t seed = 1; seed <= worlds; ++seed) {
    testing::Dice dice(seed);
    Wishes wishes(draw_society(dice, desc), scalar);
    const Columns expected = written(wishes, scalar);
    for (std::uint32_t t = 0; t < count; ++t)
      ASSERT_EQ(written(wishes, *tables[t]), expected) << tables[t]->name << " seed " << seed;
  }
}

TEST(SocietyKernel, EverySetGivesTheSameBitsInThePlane) {
  expect_same_bits({.dimensions = 2}, 2000);
  expect_same_bits({.dimensions = 2, .nearest = false, .view = false}, 1000);
}

TEST(SocietyKernel, EverySetGivesTheSameBitsInSpace) {
  expect_same_bits({.dimensions = 3}, 2000);
  expect_same_bits({.dimensions = 3, .nearest = false, .view = false}, 1000);
}

TEST(SocietyKernel, EverySetGivesTheSameBitsOnTheTorus) {
  for (int dimensions : {2, 3}) {
    expect_same_bits({.dimensions = dimensions, .wrapped = true}, 1500);
    expect_same_bits({.dimensions = dimensions, .wrapped = true, .nearest = false, .view = false}, 500);
  }
}

TEST(SocietyKernel, EverySetGivesTheSameBitsInDenseCrowds) {
  for (int dimensions : {2, 3})
    for (bool wrapped : {false, true})
      expect_same_bits({.dimensions = dimensions, .most_agents = 900, .wrapped = wrapped}, 20);
}

}  // namespace
}  // namespace cardume::simd
