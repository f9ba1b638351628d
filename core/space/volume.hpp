#pragma once
#include <cardume/vector.hpp>
#include <cmath>

// Arithmetic in space, for what is not worth lanes. In the plane z is 0 and stays so.
namespace cardume {

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, float factor) { return {a.x * factor, a.y * factor, a.z * factor}; }

constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// The vector, or one that points the same way and is just so long.
inline Vec3 at_most(Vec3 a, float longest) {
  const float length2 = dot(a, a);
  return length2 > longest * longest ? a * (longest / std::sqrt(length2)) : a;
}

/// To the right of a unit heading, level; of one as good as straight up or down, along x.
constexpr Vec3 right_of(Vec3 heading) {
  constexpr float kUpright2 = 1e-12f;
  const bool level = heading.x * heading.x + heading.y * heading.y > kUpright2;
  return level ? Vec3{heading.y, -heading.x, 0} : Vec3{heading.z, 0, 0};
}

/// The shorter of the ways round a circle that is so long; it may be infinite.
inline float shorter_way(float way, float period) {
  if (std::fabs(way) <= period - std::fabs(way)) return way;
  return way > 0 ? way - period : way + period;
}

/// The place on such a circle, from 0 on, for one who is off it by at most once round.
constexpr float on_circle(float place, float period) {
  if (place < 0) return place + period;
  return place >= period ? place - period : place;
}

}  // namespace cardume
