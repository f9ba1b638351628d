#pragma once
#include <algorithm>
#include <array>
#include <cardume/vector.hpp>
#include <cstdint>

// Geometry in double precision: positions are floats, so that nothing here rounds by as much as they do.
namespace cardume {

/// A place, or a way from one to another; z is 0 in two dimensions.
using Place = std::array<double, 3>;

inline Place place_of(Vec3 at, std::uint32_t dimensions) {
  return {static_cast<double>(at.x), static_cast<double>(at.y), dimensions == 3 ? static_cast<double>(at.z) : 0};
}
inline Vec3 vector_of(const Place& at) {
  return {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])};
}
inline Place operator+(const Place& a, const Place& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Place operator-(const Place& a, const Place& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Place operator*(const Place& a, double factor) { return {a[0] * factor, a[1] * factor, a[2] * factor}; }
inline double dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// What is left of a vector once it no longer points against a unit normal.
inline Place without_part_against(const Place& vector, const Place& normal) {
  return vector - normal * std::min(0.0, dot(vector, normal));
}

/// A box along the axes, its edges included.
struct Bounds {
  Place low, high;
};

}  // namespace cardume
