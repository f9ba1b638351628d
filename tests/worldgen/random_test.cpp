#include <gtest/gtest.h>

#include <array>
#include <cardume/random.hpp>
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

TEST(Pcg32, GivesThePublishedNumbers) {
  Pcg32 generator(42, 54);
  for (std::uint32_t expected : {0xA15C02B7u, 0x7B47F409u, 0xBA1D3330u, 0x83D2F293u, 0xBFA4784Bu, 0xCBED606Eu})
    EXPECT_EQ(generator.next(), expected);
}

TEST(Philox, GivesThePublishedNumbers) {
  const std::array<std::uint32_t, 4> zeros{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8};
  EXPECT_EQ(philox4x32({}, {}), zeros);
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

TEST(Stream, NumbersBelowACountAreFair) {
  const Stream stream = Stream(11).sub("below");
  std::array<int, 7> drawn{};
  for (std::uint64_t i = 0; i < 70'000; ++i) ++drawn.at(stream.below(7, i, 3));
  for (int times : drawn) EXPECT_NEAR(times, 10'000, 470);  // Five standard deviations.
  EXPECT_EQ(stream.below(1, 5, 5), 0u);
  EXPECT_EQ(stream.below(0, 5, 5), 0u);
}

/// Of each 3 draws of 32 bits for such a count, one falls where an unfair draw would favour the low numbers.
TEST(Stream, NumbersBelowALargeCountAreFair) {
  constexpr std::uint32_t kCount = 0xC0000000;
  const Stream stream = Stream(12).sub("below");
  int low = 0;
  for (std::uint64_t i = 0; i < 30'000; ++i) low += stream.below(kCount, i, 0) < kCount / 3;
  EXPECT_NEAR(low, 10'000, 410);
}

TEST(Stream, NumbersOfZeroToOneFillIt) {
  double sum = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const double value = u01(Stream(3).at(i, 0));
    ASSERT_TRUE(value >= 0 && value < 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.0145);
  EXPECT_EQ(u01(0), 0);
  EXPECT_LT(u01(~std::uint64_t{0}), 1);
}

}  // namespace
}  // namespace cardume
