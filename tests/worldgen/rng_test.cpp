#include "core/worldgen/rng.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cardume {
namespace {

/// The generator that the finaliser is taken from.
std::uint64_t split_mix(std::uint64_t& state) { return split_mix_finalise(state += kSplitMixStep); }

TEST(SplitMix, GivesThePublishedNumbers) {
  std::uint64_t zero = 0, one = 1234567, two = 14051988;
  EXPECT_EQ(split_mix(zero), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(split_mix(zero), 0x6E789E6AA1B965F4u);
  EXPECT_EQ(split_mix(one), 6457827717110365317u);
  EXPECT_EQ(split_mix(two), 0x161C8C08F22D09F7u);
}

TEST(Stream, DrawsDependOnEveryPartOfTheKey) {
  std::set<std::uint64_t> draws;
  for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    for (const char* name : {"", "a", "b", "ab", "ba"}) {
      for (std::uint64_t x = 0; x < 8; ++x) {
        for (std::uint64_t y = 0; y < 8; ++y) draws.insert(Stream(seed).sub(name).at(x, y));
      }
    }
  }
  EXPECT_EQ(draws.size(), 4u * 5 * 64);
}

TEST(Stream, BitsAreFair) {
  const Stream stream = Stream(7).sub("bits");
  for (int bit = 0; bit < 64; ++bit) {
    int ones = 0;
    for (std::uint64_t i = 0; i < 10000; ++i) ones += static_cast<int>(stream.at(i % 100, i / 100) >> bit & 1);
    EXPECT_NEAR(ones, 5000, 250) << bit;  // Five standard deviations.
  }
}

}  // namespace
}  // namespace cardume
