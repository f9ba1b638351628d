#pragma once
#include <cstdint>

namespace cardume {

/// Random numbers named by (seed, stream, index): the same on every machine and in any order of asking (G. Steele,
/// D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014). Not the library's generator, which is no
/// part of its API.
class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
      : state_(mixed(mixed(mixed(seed) + stream) + index)) {}

  std::uint64_t next() { return mixed(state_ += kStep); }
  /// In [0, 1), a multiple of 2^-24.
  float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }
  /// In [-1, 1).
  float signed_unit() { return 2 * unit() - 1; }
  /// In [0, count); `count` > 0.
  std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{count}) >> 32);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;

  static constexpr std::uint64_t mixed(std::uint64_t x) {
    x += kStep;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }

  std::uint64_t state_;
};

}  // namespace cardume
