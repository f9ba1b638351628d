#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace cardume::simd {
namespace {

/// Hash lanes, whatever the batch width: word i goes to lane i % 64. A multiplication takes long but many go on at
/// once.
inline constexpr std::uint32_t kHashLanes = 64;

/// Multiply and rotate, a lane at a time (after Y. Collet, "xxHash", 2012). Each step is one-to-one in the lane and in
/// the words; the rotation keeps flips of high bits, such as signs, from cancelling out.
template <class Int>
Int hash_step(Int lane, Int words) {
  const Int product = multiply(lane ^ words, Int(static_cast<std::int32_t>(0x9E3779B1u)));
  return shift_left(product, 13) | (shift_right(product, 19) & Int(0x1FFF));
}

inline std::uint64_t hash_mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9FB21C651E98DF25u;
  return hash ^ (hash >> 29);
}

/// A hash of 32-bit words that detects any change of one word and is the same for every batch width.
template <class Arch>
std::uint64_t hash_words(const std::uint32_t* words, std::uint32_t count, std::uint64_t seed) {
  using Int = typename Lanes<Arch>::Int;
  constexpr std::uint32_t batches = kHashLanes / Lanes<Arch>::kCount;
  Int lanes[batches];
  for (Int& lane : lanes) lane = Int(0x165667B1);
  const auto add = [&lanes](const std::int32_t* from) {
    for (std::uint32_t b = 0; b < batches; ++b)
      lanes[b] = hash_step(lanes[b], load(from + b * Lanes<Arch>::kCount, Arch{}));
  };
  std::uint32_t at = 0;
  for (; at + kHashLanes <= count; at += kHashLanes) add(reinterpret_cast<const std::int32_t*>(words) + at);
  std::int32_t tail[kHashLanes] = {};
  if (at < count) {
    __builtin_memcpy(tail, words + at, (count - at) * sizeof *words);
    add(tail);
  }

  std::int32_t ends[kHashLanes];
  for (std::uint32_t b = 0; b < batches; ++b) save(ends + b * Lanes<Arch>::kCount, lanes[b]);
  std::uint64_t hash = hash_mix(seed, count);
  for (std::int32_t end : ends) hash = hash_mix(hash, static_cast<std::uint32_t>(end));
  return hash;
}

}  // namespace
}  // namespace cardume::simd
