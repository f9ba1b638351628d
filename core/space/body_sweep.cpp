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
  double open_way() const;

  const Terrain& terrain_;
  WallSquares squares_;
  double radius_;
  Point at_, velocity_;
  bool touched_ = false;
};

/// How far it can go in any direction without a look at walls.
double Sweep::open_way() const {
  if (terrain_.clearance.empty()) return 0;
  const auto column = static_cast<std::uint32_t>(at_.x), row = static_cast<std::uint32_t>(at_.y);
  const Cell cell{std::min(column, terrain_.grid.width - 1), std::min(row, terrain_.grid.height - 1)};
  const Point off = at_ - Point{cell.x + 0.5, cell.y + 0.5};
  const double clearance = static_cast<double>(terrain_.clearance[terrain_.grid.index(cell)]);
  return clearance / static_cast<double>(terrain_.grid.cell_size) - std::sqrt(dot(off, off)) - radius_;
}

void Sweep::go(Point rest) {
  for (std::uint32_t stops = 0; stops < kMostStops;) {
    const double length = std::sqrt(dot(rest, rest));
    if (!(length > 0)) return;
    const double open = open_way(), part = open > kLeastJump ? open : std::max(1.0, radius_);
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

}  // namespace cardume
