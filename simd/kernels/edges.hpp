#pragma once
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

// What becomes of those who come to the edge of the world, along one axis.
namespace cardume::simd {
namespace {

/// From where to where anyone may be.
template <class Arch>
struct Bounds {
  using Float = typename Lanes<Arch>::Float;

  Bounds(Edge edge, float size)
      : low(edge == Edge::kOpen ? -kFarthest : 0.f), high(edge == Edge::kOpen ? kFarthest : size) {}

  Float nearest(Float place) const { return select(place > high, high, select(place > low, place, low)); }
  typename Lanes<Arch>::Mask hold(Float place) const { return both(none_of(place < low), none_of(place > high)); }

  Float low, high;
};

/// A coordinate and the velocity along it.
template <class Arch>
struct Course {
  typename Lanes<Arch>::Float position, velocity;
};

/// Rounds down. From 2^23 on floats are whole anyhow.
template <class Arch>
typename Lanes<Arch>::Float round_down(typename Lanes<Arch>::Float a) {
  using Float = typename Lanes<Arch>::Float;
  const Float whole(0x1p23f);
  const auto small = both(a < whole, Float(0.f) - whole < a);
  const Float cut = to_float(truncate(keep(small, a)));
  return select(small, cut - keep(a < cut, Float(1.f)), a);
}

/// The rest of a division of what is not negative by a period. Far out, where floats are coarser than the period, any
/// rest will do.
template <class Arch>
typename Lanes<Arch>::Float rest_of(typename Lanes<Arch>::Float a, float period) {
  using Float = typename Lanes<Arch>::Float;
  const Float length(period), rest = a - round_down<Arch>(divide(a, length)) * length;
  return keep(Float(0.f) < rest, select(rest < length, rest, length));
}

/// Stops at the edge.
template <class Arch>
Course<Arch> stopped(const Course<Arch>& moved, const Bounds<Arch>& bounds) {
  return {bounds.nearest(moved.position), keep(bounds.hold(moved.position), moved.velocity)};
}

/// Thrown back from both edges, as often as the way is long: the world and its mirror image, again and again.
template <class Arch>
Course<Arch> reflected(const Course<Arch>& moved, float size) {
  using Float = typename Lanes<Arch>::Float;
  const Float zero(0.f);
  const auto below = moved.position < zero;
  const Float at = rest_of<Arch>(select(below, zero - moved.position, moved.position), 2 * size);
  const auto beyond = Float(size) < at;
  const auto flipped = either(both(below, none_of(beyond)), both(beyond, none_of(below)));
  return {select(beyond, Float(2 * size) - at, at), select(flipped, zero - moved.velocity, moved.velocity)};
}

/// In again on the other side.
template <class Arch>
Course<Arch> wrapped(const Course<Arch>& moved, float size) {
  using Float = typename Lanes<Arch>::Float;
  const Float at = moved.position - round_down<Arch>(divide(moved.position, Float(size))) * Float(size);
  return {keep(both(Float(0.f) < at, at < Float(size)), at), moved.velocity};
}

template <class Arch>
Course<Arch> at_edge(const Course<Arch>& moved, Edge edge, float size) {
  if (edge == Edge::kReflect) return reflected(moved, size);
  if (edge == Edge::kWrap) return wrapped(moved, size);
  return stopped(moved, Bounds<Arch>(edge, size));
}

/// Where a move of `step` has led from a place. Whether a step is one after a reflection cannot be told from it; of the
/// two places that it may have led to then, the one nearer to `about`.
template <class Arch>
typename Lanes<Arch>::Float landing(typename Lanes<Arch>::Float from, typename Lanes<Arch>::Float step,
                                    typename Lanes<Arch>::Float about, Edge edge, float size) {
  using Float = typename Lanes<Arch>::Float;
  const Bounds<Arch> bounds(edge, size);
  const Float straight = bounds.nearest(from + step);
  if (edge != Edge::kReflect) return straight;
  const Float thrown_back = reflected<Arch>({from - step, step}, size).position;
  const Float off = straight - about, off_back = thrown_back - about;
  const auto back = both(none_of(bounds.hold(from - step)), off_back * off_back < off * off);
  return select(back, thrown_back, straight);
}

}  // namespace
}  // namespace cardume::simd
