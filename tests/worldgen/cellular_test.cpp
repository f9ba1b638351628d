#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cardume/cellular.hpp>
#include <cardume/random.hpp>
#include <cardume/world.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/worldgen/cellular_rows.hpp"

namespace cardume {
namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 50;
constexpr CellMetric kMetrics[] = {CellMetric::kEuclid, CellMetric::kManhattan, CellMetric::kChebyshev};

struct Cells {
  std::vector<float> f1, f2, f2_f1, border;
  std::vector<std::uint32_t> id;

  friend bool operator==(const Cells&, const Cells&) = default;
};

Cells cells(const CellularDesc& desc, const SampleBox& box, const SampleOptions& options = {}) {
  Cells made;
  for (auto* out : {&made.f1, &made.f2, &made.f2_f1}) out->resize(box.count());
  made.id.resize(box.count());
  if (desc.metric == CellMetric::kEuclid) made.border.resize(box.count());
  const Error error = fill_cellular(desc, box, {made.f1, made.f2, made.f2_f1, made.border, made.id}, options);
  EXPECT_FALSE(error) << error.message;
  return made;
}

std::vector<CellularDesc> all_descs() {
  std::vector<CellularDesc> descs;
  for (const CellMetric metric : kMetrics)
    for (const float jitter : {0.f, 0.5f, 1.f})
      for (const float period : {1.3f, 5.f, 23.f}) {
        CellularDesc desc{metric, jitter, period, 0, static_cast<std::uint64_t>(period * 10)};
        if (jitter == 0.5f) desc.tile = 36;
        descs.push_back(desc);
      }
  return descs;
}

/// What a sample sees of the squares around it.
struct Plain {
  double f1 = 1e9, f2 = 1e9, border = 1e9;
  std::uint32_t id = 0;
};

struct PlainPoint {
  double x, y;
  std::uint32_t id;
};

Plain look_plainly(const CellularDesc& desc, std::int64_t x, std::int64_t y, int radius = 4) {
  const LatticeAxis axis = make_axis(static_cast<double>(desc.period), 1, desc.tile, 0);
  const WideInt px = axis.place(x), py = axis.place(y);
  const auto at_x = static_cast<double>(part_of(px)), at_y = static_cast<double>(part_of(py));
  const Stream stream = Stream(desc.seed).sub("cellular");
  std::vector<PlainPoint> points;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const auto point = cellular_point(stream, desc.jitter, axis.wrap(cell_of(px) + dx), axis.wrap(cell_of(py) + dy));
      points.push_back({dx + static_cast<double>(point.x) - at_x, dy + static_cast<double>(point.y) - at_y, point.id});
    }
  const auto distance = [&](const PlainPoint& p) {
    if (desc.metric == CellMetric::kManhattan) return std::abs(p.x) + std::abs(p.y);
    return desc.metric == CellMetric::kChebyshev ? std::max(std::abs(p.x), std::abs(p.y)) : std::hypot(p.x, p.y);
  };
  std::sort(points.begin(), points.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  Plain seen{distance(points[0]), distance(points[1]), 1e9, points[0].id};
  const PlainPoint& a = points[0];
  for (std::size_t i = 1; i < points.size(); ++i) {
    const PlainPoint& b = points[i];
    const double apart = std::hypot(b.x - a.x, b.y - a.y);
    seen.border = std::min(seen.border, (b.x * b.x + b.y * b.y - a.x * a.x - a.y * a.y) / (2 * apart));
  }
  return seen;
}

void expect_as_plainly(const CellularDesc& desc, const SampleBox& box) {
  const Cells made = cells(desc, box);
  for (std::uint32_t i = 0; i < made.f1.size(); ++i) {
    const Plain plain = look_plainly(desc, box.x + i % box.width, box.y + i / box.width);
    ASSERT_NEAR(static_cast<double>(made.f1[i]), plain.f1, 2e-6) << "jitter " << desc.jitter << " at " << i;
    ASSERT_NEAR(static_cast<double>(made.f2[i]), plain.f2, 2e-6) << "jitter " << desc.jitter << " at " << i;
    ASSERT_EQ(made.f2_f1[i], made.f2[i] - made.f1[i]);
    if (plain.f2 - plain.f1 > 1e-5) {
      ASSERT_EQ(made.id[i], plain.id);
    }
    if (desc.metric == CellMetric::kEuclid && plain.f2 - plain.f1 > 1e-5) {
      ASSERT_NEAR(static_cast<double>(made.border[i]), plain.border, 5e-6);
    }
  }
}

TEST(Cellular, IsWhatBruteForceOverNineByNineSquaresFinds) {
  for (const CellularDesc& desc : all_descs()) expect_as_plainly(desc, {-31, 7, 0, 61, 23, 1});
}

/// Then a row comes back into the square that it has just left.
TEST(Cellular, IsExactWhereOneSquareRepeats) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    expect_as_plainly({.period = 30, .tile = 36, .seed = seed}, {-16, 3, 0, 37, 12, 1});
}

TEST(Cellular, PointsAreUniformInTheirSquares) {
  for (const float jitter : {0.5f, 1.f}) {
    double mean_x = 0, mean_y = 0, product = 0, low = 1, high = 0;
    constexpr int kPoints = 40000;
    for (int i = 0; i < kPoints; ++i) {
      const CellularPoint point = cellular_point(Stream(3).sub("cellular"), jitter, i % 200 - 100, i / 200 - 100);
      const double x = static_cast<double>(point.x) - 0.5, y = static_cast<double>(point.y) - 0.5;
      mean_x += x / kPoints;
      mean_y += y / kPoints;
      product += x * y / kPoints;
      low = std::min({low, x, y});
      high = std::max({high, x, y});
    }
    const double spread = static_cast<double>(jitter) / std::sqrt(12.0), sure = 5 / std::sqrt(double{kPoints});
    EXPECT_NEAR(mean_x, 0, sure * spread);
    EXPECT_NEAR(mean_y, 0, sure * spread);
    EXPECT_NEAR(product, 0, sure * spread * spread) << "x and y have to do with each other";
    EXPECT_NEAR(low, -static_cast<double>(jitter) / 2, 1e-3);
    EXPECT_NEAR(high, static_cast<double>(jitter) / 2, 1e-3);
    EXPECT_GE(low, -static_cast<double>(jitter) / 2);
    EXPECT_LT(high, static_cast<double>(jitter) / 2);
  }
}

/// The case that 3 by 3 squares get wrong, which all others search. Only Chebyshev's metric is content with them: the
/// second nearest point is no farther than that beside the nearest side of the square, and all others are behind it.
TEST(Cellular, LooksFartherThanTheSquaresNextToIt) {
  for (const CellMetric metric : kMetrics) {
    int far_second = 0, far_border = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const CellularDesc desc{.metric = metric, .period = 16, .seed = seed};
      const Cells made = cells(desc, {0, 0, 0, 160, 160, 1});
      for (std::uint32_t i = 0; i < made.f1.size(); i += 7) {
        const Plain plain = look_plainly(desc, i % 160, i / 160, 1);
        far_second += plain.f2 > static_cast<double>(made.f2[i]) + 1e-4;
        far_border += !made.border.empty() && plain.border > static_cast<double>(made.border[i]) + 1e-4;
        ASSERT_LT(made.f1[i], plain.f1 + 1e-5);
      }
    }
    EXPECT_EQ(far_second > 0, metric != CellMetric::kChebyshev) << "or five by five squares would be needless";
    EXPECT_EQ(far_border > 0, metric == CellMetric::kEuclid);
  }
}

TEST(Cellular, DistancesAreOrderedAndChangeNoFasterThanOneMoves) {
  for (const CellularDesc& desc : all_descs()) {
    const Cells made = cells(desc, {5, -9, 0, 90, 40, 1});
    const float step = 1.0001f / desc.period + 1e-5f;
    for (std::size_t i = 0; i < made.f1.size(); ++i) {
      ASSERT_LE(made.f1[i], made.f2[i]);
      ASSERT_GE(made.f1[i], 0);
      if (desc.tile != 0 || i % 90 == 0) continue;
      ASSERT_LE(std::abs(made.f1[i] - made.f1[i - 1]), step);
      ASSERT_LE(std::abs(made.f2[i] - made.f2[i - 1]), step);
      if (!made.border.empty() && made.id[i] == made.id[i - 1]) {
        ASSERT_LE(std::abs(made.border[i] - made.border[i - 1]), step);
      }
    }
  }
}

TEST(Cellular, CellsAreOneSquareLargeInTheMean) {
  const CellularDesc desc{.period = 10, .seed = 4};
  const Cells made = cells(desc, {0, 0, 0, 600, 600, 1});
  std::map<std::uint32_t, int> sizes;
  for (const std::uint32_t id : made.id) ++sizes[id];
  EXPECT_NEAR(static_cast<double>(sizes.size()), 61 * 61, 120) << "3600 inside, and those cut by the edge";
}

TEST(Cellular, WithoutJitterCellsAreSquares) {
  const Cells made = cells({.jitter = 0, .period = 10}, {0, 0, 0, 100, 100, 1});
  std::set<std::uint32_t> ids;
  for (std::uint32_t y = 0; y < 100; ++y)
    for (std::uint32_t x = 0; x < 100; ++x) {
      const std::uint32_t i = y * 100 + x;
      ids.insert(made.id[i]);
      const double px = (x % 10) / 10.0, py = (y % 10) / 10.0;
      ASSERT_NEAR(static_cast<double>(made.border[i]), std::min({px, 1 - px, py, 1 - py}), 1e-5);
      if (x % 10 != 0 && y % 10 != 0) {
        ASSERT_EQ(made.id[i], made.id[(y / 10 * 10 + 5) * 100 + x / 10 * 10 + 5]);
      }
    }
  EXPECT_GE(ids.size(), 100u);
}

/// Samples 8 apart lie on the sides of squares, as near to the middles of both.
TEST(Cellular, TiesGoToTheSquareThatComesFirst) {
  for (const CellMetric metric : kMetrics) {
    const Cells made = cells({.metric = metric, .jitter = 0, .period = 8}, {-40, -40, 0, 81, 81, 1});
    const auto id = [&](std::uint32_t x, std::uint32_t y) { return made.id[y * 81 + x]; };
    for (std::uint32_t y = 8; y < 80; y += 8)
      for (std::uint32_t x = 8; x < 80; x += 8) {
        ASSERT_EQ(id(x, y), id(x - 4, y - 4));
        ASSERT_EQ(id(x, y - 4), id(x - 4, y - 4));
        ASSERT_EQ(id(x - 4, y), id(x - 4, y - 4));
        ASSERT_EQ(made.f2_f1[y * 81 + x], 0);
      }
  }
}

TEST(Cellular, BordersAreWhereIdsChange) {
  const Cells made = cells({.period = 20, .seed = 2}, {0, 0, 0, 200, 200, 1});
  for (std::uint32_t i = 1; i < made.id.size(); ++i)
    if (i % 200 != 0 && made.id[i] != made.id[i - 1]) {
      ASSERT_LE(std::min(made.border[i], made.border[i - 1]), 0.0251f);
    }
}

TEST(Cellular, IsTheSameSampleBySampleAndInChunksOfAnySize) {
  for (const CellularDesc& desc : all_descs()) {
    const SampleBox box{-20, kFar, 0, 67, 35, 1};
    const Cells all = cells(desc, box);
    for (std::uint32_t edge : {1u, 7u, 16u, 64u}) {
      std::vector<std::uint32_t> order(chunk_count(67, edge) * chunk_count(35, edge));
      std::iota(order.begin(), order.end(), 0u);
      std::sort(order.begin(), order.end(), [](auto a, auto b) { return Stream(9).at(a, 0) < Stream(9).at(b, 0); });
      if (edge == 1) order.resize(80);
      for (const std::uint32_t number : order) {
        const std::uint32_t left = number % chunk_count(67, edge) * edge, top = number / chunk_count(67, edge) * edge;
        const SampleBox chunk{box.x + left, box.y + top, 0, std::min(edge, 67 - left), std::min(edge, 35 - top), 1};
        const Cells part = cells(desc, chunk);
        for (std::uint32_t i = 0; i < part.f1.size(); ++i) {
          const std::uint32_t k = (top + i / chunk.width) * 67 + left + i % chunk.width;
          ASSERT_EQ(part.f1[i], all.f1[k]);
          ASSERT_EQ(part.f2[i], all.f2[k]);
          ASSERT_EQ(part.id[i], all.id[k]);
          if (!all.border.empty()) {
            ASSERT_EQ(part.border[i], all.border[k]);
          }
        }
      }
    }
  }
}

TEST(Cellular, EverySetAndAnyThreadsGiveTheSameBits) {
  const auto scheduler = make_tbb_scheduler(3);
  for (const CellularDesc& desc : all_descs()) {
    const SampleBox box{-kFar, 40, 0, 71, 140, 1};
    const Cells expected = cells(desc, box);
    for (const char* set : instruction_sets()) EXPECT_TRUE(cells(desc, box, {scheduler.get(), set}) == expected) << set;
  }
}

TEST(Cellular, GoldenHash) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const CellularDesc& desc : all_descs()) {
    const Cells made = cells(desc, {-25, 9000, 0, 40, 20, 1});
    for (const auto* values : {&made.f1, &made.f2, &made.border})
      for (float value : *values) hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001B3;
    for (std::uint32_t id : made.id) hash = (hash ^ id) * 0x100000001B3;
  }
  EXPECT_EQ(hash, 4162390731900073552u);
}

double mean_f1(const Cells& made) {
  return std::accumulate(made.f1.begin(), made.f1.end(), 0.0) / static_cast<double>(made.f1.size());
}

TEST(Cellular, IsAsFineFarOutAndForNegativeCoordinates) {
  const double expected = mean_f1(cells({.period = 8}, {0, 0, 0, 400, 400, 1}));
  for (std::int64_t at : {-kFar, std::int64_t{-500}, kFar}) {
    const Cells made = cells({.period = 8}, {at, at, 0, 200, 200, 1});
    EXPECT_NEAR(mean_f1(made), expected, 0.02) << at;
    EXPECT_GT(std::set<std::uint32_t>(made.id.begin(), made.id.end()).size(), 600u);
  }
}

TEST(Cellular, SeedsThatAreNeighboursOrDifferAboveBit32AreStrangers) {
  std::set<std::uint32_t> ids;
  std::size_t all = 0;
  for (std::uint64_t seed :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32 | 1, std::uint64_t{1} << 63 | 1}) {
    const Cells made = cells({.period = 10, .seed = seed}, {0, 0, 0, 100, 100, 1});
    const std::set<std::uint32_t> own(made.id.begin(), made.id.end());
    all += own.size();
    ids.insert(own.begin(), own.end());
  }
  EXPECT_EQ(ids.size(), all);
}

TEST(Cellular, TilesRepeatExactly) {
  for (const CellularDesc& desc : all_descs())
    if (desc.tile != 0) {
      EXPECT_TRUE(cells(desc, {-7, 11, 0, 60, 20, 1}) == cells(desc, {-7 + 36 * 4, 11 - 36 * 9, 0, 60, 20, 1}));
      const Cells made = cells(desc, {0, 0, 0, 37, 36, 1});
      for (std::size_t row = 0; row < 36; ++row)
        ASSERT_LE(std::abs(made.f1[row * 37 + 36] - made.f1[row * 37 + 35]), 1.3f / desc.period);
    }
}

TEST(Cellular, RefusesBadInputAndWritesNothing) {
  std::vector<float> out(4, 7);
  const auto refused = [&](const CellularDesc& desc, const SampleBox& box = {0, 0, 0, 2, 2, 1}) {
    CellularOut wanted;
    wanted.border = out;
    const Error error = fill_cellular(desc, box, wanted);
    EXPECT_TRUE(error);
    EXPECT_EQ(out, std::vector<float>(4, 7));
    return error.message;
  };
  EXPECT_EQ(refused({.jitter = 1.5f}), "jitter must be a number from 0 to 1");
  EXPECT_EQ(refused({.jitter = std::numeric_limits<float>::quiet_NaN()}), "jitter must be a number from 0 to 1");
  EXPECT_EQ(refused({.period = 0}), "period must be a number from 1 to 1048576");
  EXPECT_EQ(refused({.tile = 2000000}), "tile must be at most 1048576");
  EXPECT_EQ(refused({}, {0, 0, 0, 2, 1, 2}), "box.depth must be 1");
  EXPECT_EQ(refused({}, {0, 0, 0, 3, 2, 1}), "out.border must be empty or as long as the box has samples");
  EXPECT_EQ(refused({.metric = CellMetric::kChebyshev}), "out.border must be empty but for Euclid's metric");
  EXPECT_EQ(refused({}, {0, 0, 0, 0, 2, 1}), "box.width, height, depth must be at least 1");
}

}  // namespace
}  // namespace cardume
