#pragma once
#include "core/space/place.hpp"

// When does a ball on a straight way first touch something? A ball of radius `reach` touches a solid where its centre
// is no farther from it than that: so a ray, whose reach is 0, touches whatever its line meets, be it a corner.
// In closed form and double precision, in two dimensions (z is 0) and in three.
namespace cardume {

/// A straight way from one place to another.
struct Way {
  Place from, step;

  double along(std::size_t axis, double time) const { return from[axis] + step[axis] * time; }
};

struct Touch {
  bool hit = false;
  double time = 1;  ///< Share of the way until then.
  double gap2 = 0;  ///< From the solid to the centre, squared, for a ball that touches it at the start.
  Place normal{};   ///< Out of the solid, of length 1; (0, 0, 0) for a centre that begins inside it.
};

/// The first touch with a box along the axes; it may be flat.
Touch touch_box(const Bounds& box, const Way&, double reach);

/// The first touch with a ball; its radius may be 0.
Touch touch_ball(const Place& centre, double radius, const Way&, double reach);

/// When a way is inside a box, as shares of it; none of it where `enter` is more than `leave`.
struct Passage {
  double enter = 0, leave = 1;
};
Passage pass(const Bounds& box, const Way&);

}  // namespace cardume
