#pragma once
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

/// Random draws by key, never in sequence: the draw of a place depends on no other, so places may be asked for in any
/// order and in parallel. Streams of different names are independent.
class Stream {
 public:
  constexpr explicit Stream(std::uint64_t seed) : key_(split_mix_finalise(seed + kSplitMixStep)) {}

  constexpr Stream sub(std::string_view name) const {
    std::uint64_t key = key_;
    for (char letter : name) key = absorb(key, static_cast<unsigned char>(letter));
    return Stream(absorb(key, name.size()));
  }

  constexpr std::uint64_t at(std::uint64_t x, std::uint64_t y) const { return absorb(absorb(key_, x), y); }

 private:
  static constexpr std::uint64_t absorb(std::uint64_t key, std::uint64_t value) {
    return split_mix_finalise(key + (value + 1) * kSplitMixStep);
  }

  std::uint64_t key_;
};

}  // namespace cardume
