#pragma once
#include <cardume/vector.hpp>
#include <cmath>

// Arithmetic in the plane, for what is not worth lanes.
namespace cardume {

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator*(Vec2 a, float factor) { return {a.x * factor, a.y * factor}; }

constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline float length(Vec2 a) { return std::sqrt(dot(a, a)); }

/// The vector, or one that points the same way and is just so long.
inline Vec2 at_most(Vec2 a, float longest) {
  const float length2 = dot(a, a);
  return length2 > longest * longest ? a * (longest / std::sqrt(length2)) : a;
}

/// A unit vector, or (0, 0) for one of no length.
inline Vec2 unit(Vec2 a) {
  const float whole = length(a);
  return whole > 0 ? a * (1 / whole) : Vec2{};
}

}  // namespace cardume
