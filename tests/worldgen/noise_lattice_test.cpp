#include <gtest/gtest.h>

#include <array>
#include <cardume/noise.hpp>
#include <cmath>

#include "core/worldgen/improved_perlin.hpp"
#include "core/worldgen/noise_octave.hpp"
#include "tests/worldgen/noise_cases.hpp"

namespace cardume {
namespace {

// Perlin's own.

TEST(ImprovedPerlin, GivesThePublishedValues) {
  EXPECT_EQ(improved_perlin(3.14, 42, 7), 0.13691995878400012);
  EXPECT_EQ(improved_perlin(-4.2, 10, 6), 0.14208000000000043);
  EXPECT_EQ(improved_perlin(.1, .1, .1), 0.1861607143544832);
  EXPECT_EQ(improved_perlin(0, .5, 0), -0.25);
  EXPECT_EQ(improved_perlin(0, 0, .5), 0.5);
  EXPECT_EQ(improved_perlin(1.5, 2.5, 3.5), 0.125);
  std::uint64_t hash = 0xCBF29CE484222325;
  for (std::uint8_t byte : kPerlinPermutation) hash = (hash ^ byte) * 0x100000001B3;
  EXPECT_EQ(hash, 0xA4D5C624DC06C7D5u);
}

TEST(ImprovedPerlin, HasPeriod256AndIsZeroOnTheLattice) {
  for (int i = -300; i < 300; i += 7) {
    EXPECT_EQ(improved_perlin(i, 3 * i, 5), 0);
    const double x = i + 0.375, y = i * 0.5 + 0.25;
    EXPECT_EQ(improved_perlin(x, y, 0.5), improved_perlin(x + 256, y, 0.5));
    EXPECT_EQ(improved_perlin(x, y, 0.5), improved_perlin(x, y - 512, 256.5));
    EXPECT_LE(std::abs(improved_perlin(x, y, x * y)), 1.03636);
  }
}

// What the lattice says, worked out plainly in double precision.

using Place = std::array<double, 3>;

struct Reference {
  NoiseDesc desc;
  NoiseOctave octave;

  std::uint32_t hash(const std::array<std::int64_t, 3>& cell) const {
    std::array<std::int64_t, 3> wrapped = cell;
    for (std::size_t d = 0; d < 3; ++d) wrapped[d] = octave.axis[d].wrap(cell[d]);
    return node_hash(octave, wrapped.data(), desc.dimensions);
  }

  double slope(std::uint32_t h, const Place& at) const {
    if (desc.dimensions == 3) {
      const std::uint32_t which = h & 15;
      const double u = which < 8 ? at[0] : at[1], v = which < 4 ? at[1] : which == 12 || which == 14 ? at[0] : at[2];
      return ((which & 1) != 0 ? -u : u) + ((which & 2) != 0 ? -v : v);
    }
    const double pi = std::acos(-1.0);
    const double longer = std::cos(pi / 8), shorter = std::sin(pi / 8);
    const double x = (h & 1) == 0 ? longer : shorter, y = (h & 1) == 0 ? shorter : longer;
    return ((h & 2) != 0 ? -x : x) * at[0] + ((h & 4) != 0 ? -y : y) * at[1];
  }

  /// Perlin and value noise: the corners' weights are products of fades.
  double on_cells(const Place& at) const {
    std::array<std::int64_t, 3> cell{};
    Place part{};
    for (std::size_t d = 0; d < desc.dimensions; ++d) {
      cell[d] = static_cast<std::int64_t>(std::floor(at[d]));
      part[d] = at[d] - std::floor(at[d]);
    }
    double sum = 0;
    for (int corner = 0; corner < 1 << desc.dimensions; ++corner) {
      auto node = cell;
      Place from = part;
      double weight = 1;
      for (std::size_t d = 0; d < desc.dimensions; ++d) {
        const bool right = (corner >> d & 1) != 0;
        const double t = part[d], fade = t * t * t * (t * (t * 6 - 15) + 10);
        node[d] += right;
        from[d] -= right;
        weight *= right ? fade : 1 - fade;
      }
      const std::uint32_t h = hash(node);
      sum += weight * (desc.kind == NoiseKind::kValue ? (h >> 8) * 0x1p-24 * 2 - 1 : slope(h, from));
    }
    return sum;
  }

  /// Simplex noise: every corner within reach counts, not just those of the simplex that a place is in.
  double on_simplices(const Place& at) const {
    const double n = desc.dimensions, skew = (std::sqrt(n + 1) - 1) / n, back = (1 - 1 / std::sqrt(n + 1)) / n;
    const double along = (at[0] + at[1] + at[2]) * skew;
    std::array<std::int64_t, 3> base{};
    for (std::size_t d = 0; d < desc.dimensions; ++d) base[d] = static_cast<std::int64_t>(std::floor(at[d] + along));
    double sum = 0;
    for (int i = 0; i < (desc.dimensions == 2 ? 16 : 64); ++i) {
      auto node = base;
      const int step[3] = {i % 4 - 1, i / 4 % 4 - 1, i / 16 - 1};
      double total = 0;
      for (std::size_t d = 0; d < desc.dimensions; ++d) {
        node[d] += step[d];
        total += static_cast<double>(node[d]);
      }
      Place from{};
      double near = 0.5;
      for (std::size_t d = 0; d < desc.dimensions; ++d) {
        from[d] = at[d] - (static_cast<double>(node[d]) - total * back);
        near -= from[d] * from[d];
      }
      if (near > 0) sum += std::pow(near, 4) * slope(hash(node), from);
    }
    return sum;
  }

  double at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t sample[3] = {x, y, z};
    Place place{};
    for (std::size_t d = 0; d < desc.dimensions; ++d)
      place[d] = static_cast<double>(octave.axis[d].place(sample[d])) * 0x1p-32;
    const double value = desc.kind == NoiseKind::kSimplex ? on_simplices(place) : on_cells(place);
    return value * static_cast<double>(noise_scale(desc.kind, desc.dimensions));
  }
};

TEST(Noise, IsWhatTheDefinitionSays) {
  for (std::uint32_t dimensions : {2u, 3u})
    for (const NoiseKind kind : {NoiseKind::kPerlin, NoiseKind::kSimplex, NoiseKind::kValue})
      for (const float period : {1.7f, 6.f, 31.f}) {
        NoiseDesc desc;
        desc.dimensions = dimensions;
        desc.kind = kind;
        desc.octaves = 1;
        desc.period = period;
        desc.seed = 5;
        const Reference reference{desc, make_octaves(desc)[0]};
        const SampleBox box = box_in(desc, -20, 13, 50, 9);
        const auto values = noise(desc, box);
        for (std::uint32_t i = 0; i < values.size(); ++i) {
          const std::int64_t x = box.x + i % 50, y = box.y + i / 50 % 9, z = box.z + i / 450;
          ASSERT_NEAR(static_cast<double>(values[i]), reference.at(x, y, z), 3e-5)
              << "kind " << static_cast<int>(kind) << " period " << period << " at " << x << " " << y << " " << z;
        }
      }
}

/// Warped noise goes another way through the code.
TEST(Noise, WarpLooksNoiseUpWhereItMovesSamplesTo) {
  for (const NoiseDesc& desc : all_descs()) {
    if (desc.warp.amplitude == 0) continue;
    NoiseDesc still = desc, tiny = desc;
    still.warp.amplitude = 0;
    tiny.warp.amplitude = 1e-4f;
    const SampleBox box = box_in(desc, 3, -8, 40, 20);
    const auto a = noise(still, box), b = noise(tiny, box), c = noise(desc, box);
    int moved = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_NEAR(a[i], b[i], 2e-3) << "period " << desc.period;
      moved += std::abs(a[i] - c[i]) > 0.02f;
    }
    EXPECT_GT(moved, static_cast<int>(a.size() / 3));
  }
}

TEST(Noise, OctavesAddUp) {
  NoiseDesc desc;
  desc.octaves = 3;
  desc.gain = 0.6f;
  desc.period = 20;
  const SampleBox box{5, 6, 0, 60, 30, 1};
  const auto octaves = make_octaves(desc);
  for (const Fractal fractal : {Fractal::kFbm, Fractal::kRidged, Fractal::kBillow}) {
    desc.fractal = fractal;
    const auto sum = noise(desc, box);
    for (std::uint32_t i = 0; i < sum.size(); ++i) {
      double expected = 0, amplitude = 1;
      for (std::uint32_t o = 0; o < 3; ++o) {
        const double value = Reference{desc, octaves[o]}.at(5 + i % 60, 6 + i / 60, 0);
        const double shaped = fractal == Fractal::kFbm      ? value
                              : fractal == Fractal::kRidged ? 1 - 2 * std::abs(value)
                                                            : 2 * std::abs(value) - 1;
        expected += shaped * amplitude / (1 + 0.6 + 0.36);
        amplitude *= 0.6;
      }
      ASSERT_NEAR(static_cast<double>(sum[i]), expected, 5e-5);
    }
  }
}

}  // namespace
}  // namespace cardume
