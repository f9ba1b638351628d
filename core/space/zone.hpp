#pragma once
#include <cardume/scenery.hpp>
#include <cmath>

namespace cardume {

/// Whether a place is in a zone, its boundary included. The third axis counts in 3 dimensions only. Rounding never
/// makes a place that is farther from the centre, along every axis, count sooner.
inline bool contains(const Zone& zone, Vec3 place, bool flat) {
  const float x = std::fabs(place.x - zone.centre.x), y = std::fabs(place.y - zone.centre.y),
              z = flat ? 0 : std::fabs(place.z - zone.centre.z);
  switch (zone.shape) {
    case Zone::Shape::kWorld:
      return true;
    case Zone::Shape::kBox:
      return x <= zone.half.x && y <= zone.half.y && (flat || z <= zone.half.z);
    case Zone::Shape::kBall:
      return x * x + y * y + z * z <= zone.radius * zone.radius;
  }
  return false;
}

}  // namespace cardume
