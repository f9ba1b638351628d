#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace cardume::testing {

/// Floats as their bits: comparing numbers would take -0 for 0 and would not tell one NaN from another.
inline std::vector<std::uint32_t> bits(std::span<const float> numbers) {
  std::vector<std::uint32_t> words;
  for (float number : numbers) words.push_back(std::bit_cast<std::uint32_t>(number));
  return words;
}

inline bool all_finite(std::span<const float> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); });
}

}  // namespace cardume::testing
