#include "core/space/touch.hpp"

#include <cmath>
#include <limits>

namespace cardume {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Place unit(const Place& way) {
  const double length = std::sqrt(dot(way, way));
  if (length == 0) return {};
  return {way[0] / length, way[1] / length, way[2] / length};
}

/// From the nearest point of a box to a place.
Place out_of(const Bounds& box, const Place& at) {
  Place way;
  for (std::size_t d = 0; d < 3; ++d) way[d] = at[d] - std::clamp(at[d], box.low[d], box.high[d]);
  return way;
}

Place at_time(const Way& way, double time) { return {way.along(0, time), way.along(1, time), way.along(2, time)}; }

/// When the centre is within `reach` of a point. Measured from where it comes nearest, because far away the squares of
/// distances swallow that of the reach.
Passage near_point(const Place& from_point, const Place& step, double reach) {
  const double step2 = dot(step, step);
  if (step2 == 0) return dot(from_point, from_point) <= reach * reach ? Passage{0, 1} : Passage{kNever, -kNever};
  const double nearest = -dot(from_point, step) / step2;
  const Place gap{from_point[0] + step[0] * nearest, from_point[1] + step[1] * nearest,
                  from_point[2] + step[2] * nearest};
  const double left = reach * reach - dot(gap, gap);
  if (left < 0) return {kNever, -kNever};
  const double half = std::sqrt(left / step2);
  return {nearest - half, nearest + half};
}

Passage pass_axis(double from, double step, double low, double high) {
  if (step == 0) return from >= low && from <= high ? Passage{-kNever, kNever} : Passage{kNever, -kNever};
  const double a = (low - from) / step, b = (high - from) / step;
  return {std::min(a, b), std::max(a, b)};
}

/// The touch of a point that begins outside: against the sides that it comes through last.
Touch touch_with_point(const Bounds& box, const Way& way) {
  const Passage inside = pass(box, way);
  if (inside.enter > inside.leave) return {};
  Touch touch{true, inside.enter, 0, {}};
  for (std::size_t d = 0; d < 3; ++d) {
    const Passage axis = pass_axis(way.from[d], way.step[d], box.low[d], box.high[d]);
    if (axis.enter == inside.enter && way.step[d] != 0) touch.normal[d] = way.step[d] > 0 ? -1 : 1;
  }
  touch.normal = unit(touch.normal);
  return touch;
}

/// The times at which a way crosses the planes of a box's sides, in order, from 0 to 1.
struct Crossings {
  std::array<double, 8> time{0};
  std::size_t count = 1;

  Crossings(const Bounds& box, const Way& way) {
    for (std::size_t d = 0; d < 3; ++d) {
      if (way.step[d] == 0) continue;
      add((box.low[d] - way.from[d]) / way.step[d]);
      add((box.high[d] - way.from[d]) / way.step[d]);
    }
    std::sort(time.begin(), time.begin() + static_cast<std::ptrdiff_t>(count));
    time[count++] = 1;
  }
  void add(double when) {
    if (when > 0 && when < 1) time[count++] = when;
  }
};

/// Between two crossings the nearest point of the box lies in the same face, edge or corner: when the centre is within
/// reach of that. Only axes along which it is outside count.
Passage near_part(const Bounds& box, const Way& way, double middle, double reach) {
  Place from{}, step{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double at = way.along(d, middle);
    if (at >= box.low[d] && at <= box.high[d]) continue;
    from[d] = way.from[d] - (at < box.low[d] ? box.low[d] : box.high[d]);
    step[d] = way.step[d];
  }
  return near_point(from, step, reach);
}

}  // namespace

Passage pass(const Bounds& box, const Way& way) {
  Passage inside{0, 1};
  for (std::size_t d = 0; d < 3; ++d) {
    const Passage axis = pass_axis(way.from[d], way.step[d], box.low[d], box.high[d]);
    inside = {std::max(inside.enter, axis.enter), std::min(inside.leave, axis.leave)};
  }
  return inside;
}

Touch touch_box(const Bounds& box, const Way& way, double reach) {
  const Place out = out_of(box, way.from);
  if (const double gap2 = dot(out, out); gap2 <= reach * reach) return {true, 0, gap2, unit(out)};
  if (reach == 0) return touch_with_point(box, way);
  const Crossings crossings(box, way);
  for (std::size_t i = 0; i + 1 < crossings.count; ++i) {
    const double first = crossings.time[i], last = crossings.time[i + 1];
    const Passage near = near_part(box, way, (first + last) / 2, reach);
    if (near.enter > last || near.leave < first) continue;
    const double time = std::max(near.enter, first);
    return {true, time, 0, unit(out_of(box, at_time(way, time)))};
  }
  return {};
}

Touch touch_ball(const Place& centre, double radius, const Way& way, double reach) {
  const Place out = way.from - centre;
  const double whole = radius + reach, distance2 = dot(out, out);
  if (distance2 <= whole * whole) {
    const double gap = std::max(0.0, std::sqrt(distance2) - radius);
    return {true, 0, gap * gap, distance2 > radius * radius ? unit(out) : Place{}};
  }
  const Passage near = near_point(out, way.step, whole);
  if (near.enter > 1 || near.leave < 0) return {};
  const double time = std::max(0.0, near.enter);
  return {true, time, 0, unit(at_time(way, time) - centre)};
}

}  // namespace cardume
