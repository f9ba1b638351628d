#include "core/space/body_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "core/space/wall_squares.hpp"

namespace cardume {
namespace {

/// Contacts in a row without headway before a body is taken to be wedged in.
constexpr std::uint32_t kMostStops = 8;

/// The least way through open ground, in cells, that is worth looking up.
constexpr double kLeastJump = 0.5;

/// Of its radius, the most that a body is pushed out of a wall in one sweep.
constexpr double kMostPushOut = 0.1;

/// How far a disc can go in any direction without a look at walls.
double open_way(const Terrain& terrain, Point at, double radius) {
  if (terrain.clearance.empty()) return 0;
  const auto column = static_cast<std::uint32_t>(at.x), row = static_cast<std::uint32_t>(at.y);
  const Cell cell{std::min(column, terrain.grid.width - 1), std::min(row, terrain.grid.height - 1)};
  const Point off = at - Point{cell.x + 0.5, cell.y + 0.5};
  const double clearance = static_cast<double>(terrain.clearance[terrain.grid.index(cell)]);
  return clearance / static_cast<double>(terrain.grid.cell_size) - std::sqrt(dot(off, off)) - radius;
}

/// One disc on its way, in cells.
class Sweep {
 public:
  Sweep(const Terrain& terrain, double radius, Point at, Point velocity)
      : terrain_(terrain), squares_(terrain.grid), radius_(radius), at_(at), velocity_(velocity) {}

  void push_out();
  void go(Point rest);

  bool touched() const { return touched_; }
  Point at() const { return at_; }
  Point velocity() const { return velocity_; }

 private:
  const Terrain& terrain_;
  WallSquares squares_;
  double radius_;
  Point at_, velocity_;
  bool touched_ = false;
};

void Sweep::go(Point rest) {
  for (std::uint32_t stops = 0; stops < kMostStops;) {
    const double length = std::sqrt(dot(rest, rest));
    if (!(length > 0)) return;
    const double open = open_way(terrain_, at_, radius_), part = open > kLeastJump ? open : std::max(1.0, radius_);
    const Point step = part < length ? rest * (part / length) : rest;
    const WallContact contact = open > kLeastJump ? WallContact{} : squares_.first_contact(at_, step, radius_);
    at_ = at_ + step * contact.time;
    rest = rest - step * contact.time;
    if (!contact.hit) {
      if (part >= length) return;
      stops = 0;
      continue;
    }
    touched_ = true;
    ++stops;
    rest = without_part_against(rest, contact.normal);
    velocity_ = without_part_against(velocity_, contact.normal);
  }
}

void Sweep::push_out() {
  const Nearest wall = squares_.nearest(at_, radius_);
  if (wall.distance >= radius_ * (1 - static_cast<double>(kWallTolerance) / 2)) return;
  const Point kept = velocity_;
  go(wall.normal * std::min(radius_ - wall.distance, radius_ * kMostPushOut));
  velocity_ = kept;
  touched_ = true;
}

}  // namespace

Slide sweep(const Terrain& terrain, float radius, Vec2 from, Vec2 to, Vec2 velocity) {
  const WallScale scale(terrain.grid);
  const double reach = scale.reach(radius);
  const Point start = scale.to_cells(from), end_wanted = scale.to_cells(to), way = end_wanted - start;
  // A wall in between would be nearer to the end than the length of the way.
  if (dot(way, way) < reach * reach && WallSquares(terrain.grid).clear(end_wanted, reach)) return {to, velocity};
  Sweep disc(terrain, reach, start, {velocity.x, velocity.y});
  disc.push_out();
  disc.go(way);
  if (!disc.touched()) return {to, velocity};
  const Point end = disc.velocity();
  return {scale.to_world(disc.at()), {static_cast<float>(end.x), static_cast<float>(end.y)}};
}

WallContact first_wall(const Terrain& terrain, Point at, Point step, double radius) {
  const double length = std::sqrt(dot(step, step));
  const WallSquares squares(terrain.grid);
  for (double gone = 0; gone < length;) {
    const Point here = at + step * (gone / length);
    const double open = open_way(terrain, here, radius);
    const double part = std::min(open > kLeastJump ? open : std::max(1.0, radius), length - gone);
    const Point ahead = step * (part / length);
    const WallContact contact = open > kLeastJump ? WallContact{} : squares.first_contact(here, ahead, radius);
    if (contact.hit) return {true, (gone + part * contact.time) / length, contact.normal};
    gone += part;
  }
  return {};
}

}  // namespace cardume
