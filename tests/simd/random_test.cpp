#include "simd/kernels/random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace cardume::simd {
namespace {

constexpr std::uint32_t kDraws = 1u << 20;
constexpr double kSigmas = 5;

std::uint32_t draw(std::uint32_t slot, std::uint32_t key, std::uint32_t seed = 7) {
  return static_cast<std::uint32_t>(Dice<ScalarArch>(&slot, seed).draw(static_cast<std::int32_t>(key)));
}

double unit(std::uint32_t bits) { return static_cast<double>(unit_float<ScalarArch>(static_cast<std::int32_t>(bits))); }

/// Orders in which a world draws: by agents at one key, by keys of one agent, and by both.
using Order = std::function<std::uint32_t(std::uint32_t)>;

std::vector<Order> orders() {
  return {[](std::uint32_t i) { return draw(i, 3); }, [](std::uint32_t i) { return draw(3, i); },
          [](std::uint32_t i) { return draw(i % 1024, i / 1024); },
          [](std::uint32_t i) {
            return static_cast<std::uint32_t>(next_random<ScalarArch>(static_cast<std::int32_t>(draw(i, 3))));
          }};
}

/// (chi squared - its mean) over its standard deviation, for numbers below 256.
double surprise(const std::vector<std::uint32_t>& count) {
  double sum = 0, draws = 0;
  for (std::uint32_t one : count) draws += one;
  const double expected = draws / static_cast<double>(count.size());
  for (std::uint32_t one : count) sum += (one - expected) * (one - expected) / expected;
  const double freedom = static_cast<double>(count.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);
}

TEST(Random, EveryByteIsUniform) {
  for (const Order& order : orders())
    for (int shift : {0, 8, 16, 24}) {
      std::vector<std::uint32_t> count(256);
      for (std::uint32_t i = 0; i < kDraws; ++i) ++count[order(i) >> shift & 255];
      EXPECT_LT(std::fabs(surprise(count)), kSigmas) << shift;
    }
}

TEST(Random, NumbersThatFollowEachOtherFillTheSquare) {
  for (const Order& order : orders()) {
    std::vector<std::uint32_t> count(32 * 32);
    for (std::uint32_t i = 0; i < kDraws; ++i) ++count[(order(i) >> 27) * 32 + (order(i + 1) >> 27)];
    EXPECT_LT(std::fabs(surprise(count)), kSigmas);
  }
}

/// The correlation of two numbers, over its standard deviation.
double correlation(const std::function<double(std::uint32_t)>& a, const std::function<double(std::uint32_t)>& b) {
  double sum = 0;
  for (std::uint32_t i = 0; i < kDraws; ++i) sum += (a(i) - 0.5) * (b(i) - 0.5);
  return sum * 12 / std::sqrt(kDraws);
}

TEST(Random, NeighbouringSlotsKeysAndSeedsHaveNothingInCommon) {
  const auto base = [](std::uint32_t i) { return unit(draw(i % 4096, i / 4096)); };
  for (std::uint32_t by : {1u, 2u, 16u, 4096u}) {
    EXPECT_LT(std::fabs(correlation(base, [&](std::uint32_t i) { return unit(draw(i % 4096 + by, i / 4096)); })),
              kSigmas);
    EXPECT_LT(std::fabs(correlation(base, [&](std::uint32_t i) { return unit(draw(i % 4096, i / 4096 + by)); })),
              kSigmas);
    EXPECT_LT(std::fabs(correlation(base, [&](std::uint32_t i) { return unit(draw(i % 4096, i / 4096, 7 + by)); })),
              kSigmas);
    EXPECT_LT(std::fabs(correlation(base, [&](std::uint32_t i) { return unit(draw(i % 4096 + by, i / 4096 + by)); })),
              kSigmas);
  }
}

TEST(Random, EachBitOfSlotKeyAndSeedTurnsHalfOfAllBits) {
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    double slots = 0, keys = 0, seeds = 0;
    constexpr std::uint32_t kTries = 4096;
    for (std::uint32_t i = 0; i < kTries; ++i) {
      slots += std::popcount(draw(i, i * 3) ^ draw(i ^ 1u << bit, i * 3));
      keys += std::popcount(draw(i, i * 3) ^ draw(i, i * 3 ^ 1u << bit));
      seeds += std::popcount(draw(i, i * 3) ^ draw(i, i * 3, 7 ^ 1u << bit));
    }
    const double margin = kSigmas * std::sqrt(8.0 / kTries);
    EXPECT_NEAR(slots / kTries, 16, margin) << bit;
    EXPECT_NEAR(keys / kTries, 16, margin) << bit;
    EXPECT_NEAR(seeds / kTries, 16, margin) << bit;
  }
}

TEST(Random, UnitFloatsAreAtLeastZeroAndBelowOne) {
  EXPECT_EQ(unit(0), 0.0);
  EXPECT_EQ(unit(~0u), 1 - 0x1p-24);
  EXPECT_EQ(unit(0x80000000u), 0.5);
}

TEST(Random, SineAndCosineAreRightFromMinusPiToPi) {
  constexpr int kSteps = 400'000;
  for (int i = -kSteps; i <= kSteps; ++i) {
    const float angle = std::numbers::pi_v<float> * static_cast<float>(i) / kSteps;
    const Circle<ScalarArch> at = circle<ScalarArch>(angle);
    ASSERT_NEAR(at.cosine, std::cos(static_cast<double>(angle)), 1.5e-7) << angle;
    ASSERT_NEAR(at.sine, std::sin(static_cast<double>(angle)), 1.5e-7) << angle;
  }
  for (float angle = 1; angle > 1e-30f; angle /= 3) EXPECT_FLOAT_EQ(circle<ScalarArch>(angle).sine, std::sin(angle));
}

template <int Dim>
void expect_even_directions() {
  std::vector<double> mean(Dim), square(Dim * Dim);
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const auto way = random_direction<ScalarArch, Dim>(static_cast<std::int32_t>(draw(i, 1)));
    ASSERT_NEAR(way.length2(), 1, 1e-6);
    for (std::size_t d = 0; d < Dim; ++d) {
      mean[d] += static_cast<double>(way.axis[d]) / kDraws;
      for (std::size_t e = 0; e < Dim; ++e)
        square[d * Dim + e] += static_cast<double>(way.axis[d]) * static_cast<double>(way.axis[e]) / kDraws;
    }
  }
  for (std::size_t d = 0; d < Dim; ++d) {
    EXPECT_NEAR(mean[d], 0, kSigmas / std::sqrt(Dim * static_cast<double>(kDraws)));
    for (std::size_t e = 0; e < Dim; ++e) EXPECT_NEAR(square[d * Dim + e], d == e ? 1.0 / Dim : 0, 2e-3);
  }
}

TEST(Random, DirectionsInThePlaneAreEven) { expect_even_directions<2>(); }

TEST(Random, DirectionsInSpaceAreEven) { expect_even_directions<3>(); }

}  // namespace
}  // namespace cardume::simd
