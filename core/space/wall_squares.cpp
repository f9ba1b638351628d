#include "core/space/wall_squares.hpp"

#include <cmath>

#include "core/space/body_sweep.hpp"

namespace cardume {
namespace {

/// The least distance of a centre from walls, in cells. On the largest maps cell_at() is off by up to 0.0015.
constexpr double kLeastReach = 1.0 / 256;

/// Ways that lead into a wall by less than this share of their length run along it: projections round.
constexpr double kAlong = 1e-9;

Point unit(Point vector) {
  const double length = std::sqrt(dot(vector, vector));
  return length > 0 ? vector * (1 / length) : Point{};
}

/// Walls that a point is moved away from one after the other: two in a corner, more where moving from one leads to
/// another.
constexpr int kPushRounds = 8;

struct Range {
  std::int32_t first, last;
};

/// The cells from `low` to `high` along an axis of `count` cells, with one more at each end for what is outside.
Range cells_between(double low, double high, std::uint32_t count) {
  const double end = count;
  return {static_cast<std::int32_t>(std::clamp(low + 1, 0.0, end + 1)) - 1,
          static_cast<std::int32_t>(std::clamp(high + 1, 0.0, end + 1)) - 1};
}

/// From the square of a cell to a point: (0, 0) for points inside.
Point way_from_square(std::int32_t x, std::int32_t y, Point at) {
  return {at.x - std::clamp(at.x, static_cast<double>(x), x + 1.0),
          at.y - std::clamp(at.y, static_cast<double>(y), y + 1.0)};
}

/// When a way along one axis enters [low, high], and when it leaves.
struct Passage {
  double enter, leave;
};

Passage pass(double at, double step, double low, double high) {
  if (step == 0) return at > low && at < high ? Passage{-1, 2} : Passage{2, -1};
  const double a = (low - at) / step, b = (high - at) / step;
  return {std::min(a, b), std::max(a, b)};
}

/// When a point enters a circle from outside; more than 1 where it does not.
double enter_circle(Point from_centre, Point step, double radius) {
  const double a = dot(step, step), b = dot(from_centre, step), c = dot(from_centre, from_centre) - radius * radius;
  const double discriminant = b * b - a * c;
  if (b >= 0 || discriminant < 0) return 2;
  return std::max(0.0, (-b - std::sqrt(discriminant)) / a);
}

/// The contact with one square that is not touched yet.
WallContact enter_square(std::int32_t x, std::int32_t y, Point at, Point step, double radius) {
  const Passage along_x = pass(at.x, step.x, x - radius, x + 1 + radius);
  const Passage along_y = pass(at.y, step.y, y - radius, y + 1 + radius);
  double time = std::max({along_x.enter, along_y.enter, 0.0});
  if (time > std::min({along_x.leave, along_y.leave, 1.0})) return {};
  const Point there = at + step * time;
  Point way = way_from_square(x, y, there);
  if (way.x != 0 && way.y != 0) {
    const Point from_corner = at - (there - way);
    time = enter_circle(from_corner, step, radius);
    if (time > 1) return {};
    way = from_corner + step * time;
  }
  return {true, time, unit(way)};
}

/// The contact with one square. Inside it every way leads deeper.
WallContact meet_square(std::int32_t x, std::int32_t y, Point at, Point step, double radius) {
  const Point way = way_from_square(x, y, at);
  const double distance2 = dot(way, way);
  if (distance2 > radius * radius) return enter_square(x, y, at, step, radius);
  return {true, 0, unit(distance2 > 0 ? way : step * -1)};
}

}  // namespace

bool WallSquares::blocked(std::int32_t x, std::int32_t y) const {
  return grid_.blocked({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
}

/// Whether the side or corner that the normal belongs to lies within other walls, which are then the nearer ones.
bool WallSquares::hidden(std::int32_t x, std::int32_t y, Point normal) const {
  const std::int32_t dx = (normal.x > 0) - (normal.x < 0), dy = (normal.y > 0) - (normal.y < 0);
  return (dx != 0 && blocked(x + dx, y)) || (dy != 0 && blocked(x, y + dy));
}

WallContact WallSquares::first_contact(Point at, Point step, double radius) const {
  const Point to = at + step;
  const Range columns = cells_between(std::min(at.x, to.x) - radius, std::max(at.x, to.x) + radius, grid_.width);
  const Range rows = cells_between(std::min(at.y, to.y) - radius, std::max(at.y, to.y) + radius, grid_.height);
  const double least_against = -kAlong * std::sqrt(dot(step, step));
  WallContact first;
  for (std::int32_t y = rows.first; y <= rows.last; ++y)
    for (std::int32_t x = columns.first; x <= columns.last; ++x) {
      if (!blocked(x, y)) continue;
      const WallContact contact = meet_square(x, y, at, step, radius);
      if (!contact.hit || (first.hit && contact.time >= first.time)) continue;
      if (dot(step, contact.normal) < least_against && !hidden(x, y, contact.normal)) first = contact;
    }
  return first;
}

bool WallSquares::clear(Point at, double reach) const {
  const Range columns = cells_between(at.x - reach, at.x + reach, grid_.width);
  const Range rows = cells_between(at.y - reach, at.y + reach, grid_.height);
  for (std::int32_t y = rows.first; y <= rows.last; ++y)
    for (std::int32_t x = columns.first; x <= columns.last; ++x) {
      if (!blocked(x, y)) continue;
      const Point way = way_from_square(x, y, at);
      if (dot(way, way) < reach * reach) return false;
    }
  return true;
}

Nearest WallSquares::nearest(Point at, double reach) const {
  const Range columns = cells_between(at.x - reach, at.x + reach, grid_.width);
  const Range rows = cells_between(at.y - reach, at.y + reach, grid_.height);
  double distance2 = reach * reach;
  Point way;
  for (std::int32_t y = rows.first; y <= rows.last; ++y)
    for (std::int32_t x = columns.first; x <= columns.last; ++x) {
      const Point candidate = way_from_square(x, y, at);
      if (!blocked(x, y) || dot(candidate, candidate) >= distance2) continue;
      distance2 = dot(candidate, candidate);
      way = candidate;
    }
  return {std::sqrt(distance2), unit(way)};
}

Point WallSquares::pushed_out(Point at, double reach) const {
  for (int round = 0; round < kPushRounds; ++round) {
    const Nearest wall = nearest(at, reach);
    if (wall.distance >= reach) return at;
    at = at + wall.normal * (reach - wall.distance);
  }
  return at;
}

double WallScale::reach(float radius) const {
  return std::max(static_cast<double>(radius * (1 - kWallTolerance / 2)) / cell_size_, kLeastReach);
}

}  // namespace cardume
