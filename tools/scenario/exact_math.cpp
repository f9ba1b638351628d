#include "tools/scenario/exact_math.hpp"

#include <cmath>

namespace cardume {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

// Taylor series in Horner form; on [-pi/4, pi/4] the first term left out is below 1e-14.
double sine(double r) {
  const double r2 = r * r;
  double sum = 1;
  for (int k = 15; k > 1; k -= 2) sum = 1 - r2 / (k * (k - 1)) * sum;
  return r * sum;
}

double cosine(double r) {
  const double r2 = r * r;
  double sum = 1;
  for (int k = 16; k > 0; k -= 2) sum = 1 - r2 / (k * (k - 1)) * sum;
  return sum;
}

}  // namespace

Vec2 unit_circle(double turns) {
  const double quarters = (turns - std::floor(turns)) * 4;
  const int quadrant = static_cast<int>(quarters + 0.5);
  const double rest = (quarters - quadrant) * kHalfPi;
  const auto s = static_cast<float>(sine(rest));
  const auto c = static_cast<float>(cosine(rest));
  switch (quadrant % 4) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

double cube_root(double x) {
  if (!(x > 0)) return 0;
  double root = x > 1 ? x : 1;
  for (int i = 0; i < 160; ++i) root = (2 * root + x / (root * root)) / 3;
  return root;
}

Vec3 normalised(Vec3 v) {
  const float length2 = v.x * v.x + v.y * v.y + v.z * v.z;
  if (!(length2 > 0)) return {};
  const float length = std::sqrt(length2);
  return {v.x / length, v.y / length, v.z / length};
}

}  // namespace cardume
