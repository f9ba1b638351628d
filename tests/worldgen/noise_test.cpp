#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/noise.hpp>
#include <cardume/random.hpp>
#include <cardume/world.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/worldgen/noise_octave.hpp"
#include "tests/worldgen/noise_cases.hpp"

namespace cardume {
namespace {

// The same noise, however it is asked for.

TEST(Noise, IsTheSameSampleBySampleAndInChunksOfAnySize) {
  for (const NoiseDesc& desc : all_descs()) {
    const SampleBox box = box_in(desc, -30, 17, 67, 35);
    const auto all = noise(desc, box);
    for (std::uint32_t edge : {1u, 7u, 16u, 64u}) {
      std::vector<std::uint32_t> order(chunk_count(67, edge) * chunk_count(35, edge));
      std::iota(order.begin(), order.end(), 0u);
      std::sort(order.begin(), order.end(), [](auto a, auto b) { return Stream(9).at(a, 0) < Stream(9).at(b, 0); });
      if (edge == 1) order.resize(60);
      for (const std::uint32_t number : order) {
        const std::uint32_t left = number % chunk_count(67, edge) * edge, top = number / chunk_count(67, edge) * edge;
        const SampleBox chunk{box.x + left, box.y + top, box.z, std::min(edge, 67 - left), std::min(edge, 35 - top),
                              box.depth};
        const auto part = noise(desc, chunk);
        for (std::uint32_t i = 0; i < part.size(); ++i) {
          const std::uint32_t x = left + i % chunk.width, y = top + i / chunk.width % chunk.height,
                              z = i / chunk.width / chunk.height;
          ASSERT_EQ(part[i], all[(z * 35 + y) * 67 + x]) << "edge " << edge;
        }
      }
    }
  }
}

TEST(Noise, EverySetAndAnyThreadsGiveTheSameBits) {
  const auto scheduler = make_tbb_scheduler(3);
  for (const NoiseDesc& desc : all_descs()) {
    const SampleBox box = box_in(desc, kFar - 5, -kFar, 71, 80);
    const std::uint64_t expected = hash_of(noise(desc, box));
    for (const char* set : instruction_sets())
      EXPECT_EQ(hash_of(noise(desc, box, {scheduler.get(), set})), expected) << set;
  }
}

TEST(Noise, GoldenHash) {
  std::uint64_t hash = 0;
  for (const NoiseDesc& desc : all_descs()) hash = hash * 31 + hash_of(noise(desc, box_in(desc, -40, 1000, 50, 20)));
  EXPECT_EQ(hash, 7718937852936569315u);
}

// What people report against other generators.

TEST(Noise, StaysWithinItsBoundsAndUsesThem) {
  for (const NoiseDesc& desc : all_descs()) {
    const auto bounds = noise_bounds(desc);
    const auto values = noise(desc, box_in(desc, 0, 0, 300, 100));
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_GE(*low, bounds.low);
    EXPECT_LE(*high, bounds.high);
    EXPECT_GT(*high - *low, 0.35f) << "kind " << static_cast<int>(desc.kind) << " octaves " << desc.octaves;
  }
}

/// The most that gradients pointing at a place can give, over a fine raster of places.
TEST(Noise, ScalesAreThoseOfTheLargestValues) {
  double perlin = 0, simplex = 0;
  constexpr int kSteps = 200;
  const double back = (3 - std::sqrt(3.0)) / 6;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j <= kSteps; ++j) {
      const double u = static_cast<double>(i) / kSteps, v = static_cast<double>(j) / kSteps;
      const auto fade = [](double t) { return t * t * t * (t * (t * 6 - 15) + 10); };
      double sum = 0, far = 0;
      for (int corner = 0; corner < 4; ++corner) {
        const double x = u - (corner & 1), y = v - (corner >> 1);
        sum += ((corner & 1) != 0 ? fade(u) : 1 - fade(u)) * ((corner >> 1) != 0 ? fade(v) : 1 - fade(v)) *
               std::hypot(x, y);
        if (corner == 2) continue;  // Of the half of the square that is below its diagonal.
        const double sx = x - (x + y) * back, sy = y - (x + y) * back;
        far += std::pow(std::max(0.0, 0.5 - sx * sx - sy * sy), 4) * std::hypot(sx, sy);
      }
      perlin = std::max(perlin, sum);
      if (v <= u) simplex = std::max(simplex, far);
    }
  EXPECT_LE(perlin * static_cast<double>(noise_scale(NoiseKind::kPerlin, 2)), 1.000001);
  EXPECT_NEAR(perlin, std::sqrt(0.5), 1e-4);
  EXPECT_LE(simplex * static_cast<double>(noise_scale(NoiseKind::kSimplex, 2)), 1.000001);
  EXPECT_GE(simplex * static_cast<double>(noise_scale(NoiseKind::kSimplex, 2)), 0.999);
}

double correlation(const std::vector<float>& a, const std::vector<float>& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    aa += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return ab / std::sqrt(aa * bb);
}

TEST(Noise, SeedsThatAreNeighboursOrDifferAboveBit32AreStrangers) {
  NoiseDesc desc;
  desc.period = 4;
  const SampleBox box{0, 0, 0, 200, 200, 1};
  std::vector<std::vector<float>> made;
  for (std::uint64_t seed :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32 | 1, std::uint64_t{1} << 63 | 1}) {
    desc.seed = seed;
    made.push_back(noise(desc, box));
  }
  for (std::size_t a = 0; a < made.size(); ++a)
    for (std::size_t b = a + 1; b < made.size(); ++b) EXPECT_LT(std::abs(correlation(made[a], made[b])), 0.1);
}

/// Means, spreads and differences of neighbours far out are those near the origin; there are no stripes.
TEST(Noise, IsAsFineFarOutAsAtTheOrigin) {
  for (NoiseDesc desc : all_descs()) {
    desc.octaves = 4;
    double spread[4], rough[4];
    const std::int64_t places[4] = {0, -1000, kFar, -kFar};
    for (int i = 0; i < 4; ++i) {
      const SampleBox box = box_in(desc, places[i], places[i], 150, 150);
      const auto values = noise(desc, box);
      double mean = 0, square = 0, step = 0;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const auto value = static_cast<double>(values[k]);
        ASSERT_FALSE(std::isnan(value));
        mean += value;
        square += value * value;
        if (k > 0 && k % 150 != 0) step += std::abs(value - static_cast<double>(values[k - 1]));
      }
      const auto count = static_cast<double>(values.size());
      spread[i] = std::sqrt(square / count - mean * mean / count / count);
      rough[i] = step / count;
    }
    for (int i = 1; i < 4; ++i) {
      EXPECT_NEAR(spread[i] / spread[0], 1, 0.45) << places[i];
      EXPECT_NEAR(rough[i] / rough[0], 1, 0.3) << places[i];
    }
  }
}

TEST(Noise, IsNotZeroAtWholeCellsAndOctavesDoNotMeetAtTheOrigin) {
  NoiseDesc desc;
  desc.period = 8;
  desc.octaves = 8;
  int zeros = 0;
  double origin = 0, elsewhere = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    desc.seed = seed;
    const auto values = noise(desc, {0, 0, 0, 33, 1, 1});
    zeros += std::abs(values[0]) < 1e-4f || std::abs(values[8]) < 1e-4f;
    origin += std::abs(static_cast<double>(values[0]));
    elsewhere += std::abs(static_cast<double>(values[29]));
  }
  EXPECT_LT(zeros, 8);
  EXPECT_NEAR(origin / elsewhere, 1, 0.2);
}

TEST(Noise, TilesRepeatExactlyAndWithoutASeam) {
  for (const NoiseDesc& desc : all_descs()) {
    if (desc.tile == 0) continue;
    const SampleBox here = box_in(desc, -7, 11, 60, 20);
    SampleBox there = here;
    there.x += 48 * 5;
    there.y -= 48 * 3;
    there.z += desc.dimensions == 3 ? 48 : 0;
    EXPECT_EQ(noise(desc, here), noise(desc, there));
    double inside = 0, seam = 0;
    const auto values = noise(desc, box_in(desc, 0, 0, 49, 48));
    for (std::size_t row = 0; row < 48; ++row)
      for (std::size_t x = 0; x < 48; ++x) {
        const double step = std::abs(static_cast<double>(values[row * 49 + x + 1] - values[row * 49 + x]));
        (x == 47 ? seam : inside) = std::max(x == 47 ? seam : inside, step);
      }
    EXPECT_LE(seam, inside * 1.01);
  }
}

/// Over the borders of cells as well: steps of a hundredth of a cell are small.
TEST(Noise, IsContinuous) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (const NoiseKind kind : {NoiseKind::kPerlin, NoiseKind::kSimplex, NoiseKind::kValue}) {
      NoiseDesc desc;
      desc.dimensions = dimensions;
      desc.kind = kind;
      desc.octaves = 1;
      desc.period = 100;
      const auto values = noise(desc, box_in(desc, -500, 40, 1000, 3));
      for (std::size_t i = 1; i < 1000; ++i) ASSERT_LT(std::abs(values[i] - values[i - 1]), 0.08f) << i;
    }
}

TEST(Noise, RefusesBadInputAndWritesNothing) {
  std::vector<float> out(4, 7);
  const auto refused = [&](const NoiseDesc& desc, const SampleBox& box = {0, 0, 0, 2, 2, 1}) {
    const Error error = fill_noise(desc, box, out);
    EXPECT_TRUE(error);
    EXPECT_EQ(out, std::vector<float>(4, 7));
    return error.message;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refused({.dimensions = 4}), "dimensions must be 2 or 3");
  EXPECT_EQ(refused({.octaves = 0}), "octaves must be from 1 to 16");
  EXPECT_EQ(refused({.octaves = 17}), "octaves must be from 1 to 16");
  EXPECT_EQ(refused({.gain = nan}), "gain must be a number from 0 to 1");
  EXPECT_EQ(refused({.lacunarity = 0.5f}), "lacunarity must be a number from 1 to 8");
  EXPECT_EQ(refused({.period = 0.9f}), "period must be a number from 1 to 1048576");
  EXPECT_EQ(refused({.period = nan}), "period must be a number from 1 to 1048576");
  EXPECT_EQ(refused({.kind = NoiseKind::kSimplex, .tile = 5}), "tile must be 0 for simplex noise");
  EXPECT_EQ(refused({.warp = {.amplitude = -1}}), "warp.amplitude must be a number from 0 to 10000");
  EXPECT_EQ(refused({}, {0, 0, 0, 2, 1, 2}), "box.depth must be 1 in two dimensions");
  EXPECT_EQ(refused({}, {0, 0, 0, 3, 2, 1}), "out must be as long as the box has samples");
  EXPECT_EQ(refused({}, {std::numeric_limits<std::int64_t>::max(), 0, 0, 2, 2, 1}),
            "box.x, y, z must be within 2^62 of 0");
  EXPECT_TRUE(fill_noise({}, {0, 0, 0, 2, 2, 1}, out, {nullptr, "abacus"}));
}

}  // namespace
}  // namespace cardume
