#pragma once
#include <gtest/gtest.h>

#include <bit>
#include <cardume/noise.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

inline constexpr std::int64_t kFar = std::int64_t{1} << 50;

inline std::vector<float> noise(const NoiseDesc& desc, const SampleBox& box, const SampleOptions& options = {}) {
  std::vector<float> out(box.count(), -9);
  const Error error = fill_noise(desc, box, out, options);
  EXPECT_FALSE(error) << error.message;
  return out;
}

/// All kinds in both dimensions, plain, in octaves, warped and tiled.
inline std::vector<NoiseDesc> all_descs() {
  std::vector<NoiseDesc> descs;
  for (std::uint32_t dimensions : {2u, 3u})
    for (const NoiseKind kind : {NoiseKind::kPerlin, NoiseKind::kSimplex, NoiseKind::kValue})
      for (int variant = 0; variant < 4; ++variant) {
        NoiseDesc desc;
        desc.dimensions = dimensions;
        desc.kind = kind;
        desc.fractal = variant == 1 ? Fractal::kRidged : variant == 2 ? Fractal::kBillow : Fractal::kFbm;
        desc.octaves = static_cast<std::uint32_t>(1 + variant * 2);
        desc.period = 11.5f + static_cast<float>(variant) * 13;
        desc.lacunarity = variant == 3 ? 2.3f : 2;
        if (variant >= 2) desc.warp = {.amplitude = 7, .period = 30, .octaves = 2};
        if (variant % 2 == 1 && kind != NoiseKind::kSimplex) desc.tile = 48;
        desc.seed = static_cast<std::uint64_t>(variant) * 77 + dimensions;
        descs.push_back(desc);
      }
  return descs;
}

inline SampleBox box_in(const NoiseDesc& desc, std::int64_t x, std::int64_t y, std::uint32_t width,
                        std::uint32_t height) {
  return {x, y, desc.dimensions == 3 ? x - y : 0, width, height, desc.dimensions == 3 ? 3u : 1u};
}

inline std::uint64_t hash_of(const std::vector<float>& values) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (float value : values) hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001B3;
  return hash;
}

}  // namespace cardume
