#include "core/worldgen/noise_octave.hpp"

#include <cardume/random.hpp>

namespace cardume {
namespace {

/// The finaliser of A. Appleby, "MurmurHash3", 2011.
std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85EBCA6B;
  x = (x ^ (x >> 13)) * 0xC2B2AE35;
  return x ^ (x >> 16);
}

}  // namespace

std::vector<NoiseOctave> make_octaves(const NoiseDesc& desc) {
  const Stream stream = Stream(desc.seed).sub("noise");
  std::vector<NoiseOctave> octaves(desc.octaves);
  double sum = 0, amplitude = 1, finer = 1;
  for (std::uint32_t o = 0; o < desc.octaves; ++o) {
    sum += amplitude;
    amplitude *= static_cast<double>(desc.gain);
  }
  amplitude = 1;
  for (std::uint32_t o = 0; o < desc.octaves; ++o) {
    for (std::uint32_t d = 0; d < 3; ++d)
      octaves[o].axis[d] = make_axis(static_cast<double>(desc.period), finer, desc.tile,
                                     static_cast<std::uint32_t>(stream.at(o, d) >> 32));
    const std::uint64_t key = stream.at(o, 3);
    octaves[o].key[0] = static_cast<std::uint32_t>(key);
    octaves[o].key[1] = static_cast<std::uint32_t>(key >> 32);
    octaves[o].amplitude = static_cast<float>(amplitude / sum);
    amplitude *= static_cast<double>(desc.gain);
    finer *= static_cast<double>(desc.lacunarity);
  }
  return octaves;
}

float noise_scale(NoiseKind kind, std::uint32_t dimensions) {
  switch (kind) {
    case NoiseKind::kPerlin:  // In the middle of a square all gradients may point at it; in space nearly so.
      return dimensions == 2 ? 1.41421354f : 1 / 1.03636f;
    case NoiseKind::kSimplex:
      return dimensions == 2 ? 99.2f : 76.8f;
    case NoiseKind::kValue:
      break;
  }
  return 1;
}

std::uint32_t node_hash(const NoiseOctave& octave, const std::int64_t* cell, std::uint32_t dimensions) {
  std::uint32_t hash = octave.key[0];
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    const auto bits = static_cast<std::uint64_t>(cell[d]);
    hash = mix(hash ^ static_cast<std::uint32_t>(bits)) + static_cast<std::uint32_t>(bits >> 32) * 0x9E3779B1;
  }
  return mix(hash ^ octave.key[1]);
}

}  // namespace cardume
