#pragma once
#include <cardume/vector.hpp>

namespace cardume {

/// The point of the unit circle after `turns` turns from +x toward +y. Only + - * and comparisons, so that it is the
/// same on every machine, which libm's sine is not; good to 1e-12.
Vec2 unit_circle(double turns);

/// The cube root of x >= 0, with + * and / alone.
double cube_root(double x);

/// `v` scaled to length 1; (0, 0, 0) stays.
Vec3 normalised(Vec3 v);

}  // namespace cardume
