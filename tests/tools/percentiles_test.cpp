#include "tools/scenario/percentiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

TEST(Percentile, OfNothingIsZero) { EXPECT_EQ(percentile({}, 0.5), 0u); }

TEST(Percentile, OfOneIsThatOne) {
  for (const double share : {0.0, 0.5, 1.0}) EXPECT_EQ(percentile({7}, share), 7u);
}

TEST(Percentile, OfOneToAHundredIsTheShare) {
  std::vector<std::uint64_t> samples(100);
  std::iota(samples.begin(), samples.end(), 1);
  std::ranges::reverse(samples);
  EXPECT_EQ(percentile(samples, 0.5), 50u);
  EXPECT_EQ(percentile(samples, 0.9), 90u);
  EXPECT_EQ(percentile(samples, 0.99), 99u);
  EXPECT_EQ(percentile(samples, 1), 100u);
  EXPECT_EQ(percentile(samples, 0), 1u);
}

TEST(Percentile, IsTheSmallestThatCoversTheShare) {
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    Draws draws(trial, 0, 0);
    std::vector<std::uint64_t> samples(1 + draws.below(40));
    for (std::uint64_t& sample : samples) sample = draws.below(20);
    const double share = static_cast<double>(draws.unit());
    const std::uint64_t found = percentile(samples, share);
    const auto covered = [&](std::uint64_t limit) {
      return static_cast<double>(std::ranges::count_if(samples, [&](std::uint64_t s) { return s <= limit; }));
    };
    EXPECT_GE(covered(found), share * static_cast<double>(samples.size()));
    if (found > 0 && std::ranges::count(samples, found) > 0) {
      EXPECT_LT(covered(found - 1), std::max(1.0, share * static_cast<double>(samples.size())));
    }
  }
}

}  // namespace
}  // namespace cardume
