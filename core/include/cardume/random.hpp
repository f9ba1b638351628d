#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace cardume {

/// G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014: the finaliser and the increment
/// of SplitMix64.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15;

constexpr std::uint64_t split_mix_finalise(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

/// A number of 64 random bits as one of [0, 1): a multiple of 2^-53, evenly.
constexpr double u01(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// Random draws by key, never in sequence: the draw of a place depends on no other, so places may be asked for in any
/// order and in parallel. Streams of different names are independent, and so are those of neighbouring seeds.
class Stream {
 public:
  constexpr explicit Stream(std::uint64_t seed) : key_(split_mix_finalise(seed + kSplitMixStep)) {}

  constexpr Stream sub(std::string_view name) const {
    std::uint64_t key = key_;
    for (char letter : name) key = absorb(key, static_cast<unsigned char>(letter));
    return Stream(absorb(key, name.size()));
  }

  constexpr std::uint64_t at(std::uint64_t x, std::uint64_t y) const { return in_column(column(x), y); }

  /// at() in two steps, for whoever asks for many places of one x.
  constexpr std::uint64_t column(std::uint64_t x) const { return absorb(key_, x); }
  static constexpr std::uint64_t in_column(std::uint64_t column, std::uint64_t y) { return absorb(column, y); }

  /// A number of [0, count) at a place, each as likely as any other (D. Lemire, "Fast random integer generation in an
  /// interval", 2019); 0 for a count of 0.
  constexpr std::uint32_t below(std::uint32_t count, std::uint64_t x, std::uint64_t y) const {
    if (count == 0) return 0;
    const std::uint32_t unfair = (0u - count) % count;
    std::uint64_t bits = at(x, y);
    std::uint64_t product = (bits >> 32) * count;
    while (static_cast<std::uint32_t>(product) < unfair) {
      bits = split_mix_finalise(bits + kSplitMixStep);
      product = (bits >> 32) * count;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// The seed of whatever is to depend on this stream alone.
  constexpr std::uint64_t seed() const { return key_; }

 private:
  static constexpr std::uint64_t absorb(std::uint64_t key, std::uint64_t value) {
    return split_mix_finalise(key + (value + 1) * kSplitMixStep);
  }

  std::uint64_t key_;
};

/// Draws in sequence, for what a game does by itself; the library draws by key. M. O'Neill, "PCG: a family of simple
/// fast space-efficient statistically good algorithms for random number generation", 2014: XSH-RR 64/32.
class Pcg32 {
 public:
  constexpr explicit Pcg32(std::uint64_t seed, std::uint64_t sequence = 0) : step_(sequence << 1 | 1) {
    (void)next();
    state_ += seed;
    (void)next();
  }

  constexpr std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + step_;
    const auto mixed = static_cast<std::uint32_t>((old >> 18 ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
  }

 private:
  std::uint64_t state_ = 0, step_;
};

/// Four draws by a key of 64 and a counter of 128 bits. J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", 2011: Philox4x32-10.
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * counter[0], second = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

}  // namespace cardume
