#pragma once
#include <numbers>

// Sines and cosines that are the same on every machine, for what is settled when a world is created.
namespace cardume {
namespace detail {

/// Taylor series in Horner form; on [-pi, pi] the first term left out is below 1e-13.
inline double cosine(double angle) {
  const double square = angle * angle;
  double sum = 1;
  for (int k = 28; k > 0; k -= 2) sum = 1 - square / (k * (k - 1)) * sum;
  return sum;
}

}  // namespace detail

/// Of an angle from -pi to pi, in radians.
inline float cosine(float angle) { return static_cast<float>(detail::cosine(static_cast<double>(angle))); }

/// Likewise.
inline float sine(float angle) {
  const double quarter = std::numbers::pi / 2, from = static_cast<double>(angle);
  return static_cast<float>(from < 0 ? -detail::cosine(-from - quarter) : detail::cosine(from - quarter));
}

}  // namespace cardume
