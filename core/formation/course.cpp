#include "core/formation/course.hpp"

#include <algorithm>
#include <cmath>

#include "core/space/sight.hpp"
#include "core/space/slide.hpp"

namespace cardume {
namespace {

/// How far ahead the anchor looks along the field, in cells.
constexpr int kLook = 24;
/// How far ahead it looks out for walls in the way of its wings, in their lengths.
constexpr float kLookOut = 3;
/// Shares of what the weakest member can do that the formation makes use of: the rest is for keeping in place.
constexpr float kCruise = 0.9f, kWheel = 0.6f, kEffort = 0.4f;
/// Nearer to its goal than so many spacings the anchor goes sideways rather than turn the formation to it.
constexpr float kClose = 1.5f;
/// Radians a second for each radian off course.
constexpr float kTurnGain = 3;
/// A heading is as wanted when the sine of the angle between is less.
constexpr float kOnCourse = 1e-3f;

bool close(const Formation& formation, Vec2 ahead, Vec2 goal) {
  const float near = kClose * formation.desc.spacing;
  const Vec2 way = goal - formation.anchor;
  return ahead == goal && dot(way, way) <= near * near;
}

/// The speed from which braking at `deceleration` stops just after `left`.
float stopping_speed(float left, float deceleration) { return std::sqrt(2 * deceleration * left); }

/// A measure of the angle between, positive to the left: its sine below a right angle, more beyond.
float off_course(Vec2 heading, Vec2 wanted) {
  const float sine = heading.x * wanted.y - heading.y * wanted.x;
  if (dot(heading, wanted) > 0) return sine;
  return sine < 0 ? -2 - sine : 2 - sine;
}

void turn(Formation& formation, Vec2 wanted, const Company& company, float dt) {
  const float arm = std::max(formation.reach, company.radius);
  const float angular = kEffort * company.acceleration / arm;
  const float off = off_course(formation.heading, wanted), most = std::fabs(off);
  const float rate = std::min({kWheel * company.speed / arm, kTurnGain * most, stopping_speed(most, angular)});
  const float target = off < 0 ? -rate : rate;
  formation.turning = std::clamp(target, formation.turning - angular * dt, formation.turning + angular * dt);
  if (most < kOnCourse && std::fabs(formation.turning) <= angular * dt) {
    formation.turning = 0;
    formation.heading = wanted;
  } else {
    const Vec2 left{-formation.heading.y, formation.heading.x};
    formation.heading = unit(formation.heading + left * (formation.turning * dt));
  }
}

void move(Formation& formation, const CostGrid& grid, Vec2 direction, float speed, float dt) {
  const Vec2 velocity = direction * speed;
  const Slide slid = slide(grid, formation.anchor, formation.anchor + velocity * dt, velocity);
  formation.anchor = slid.position;
  formation.velocity = slid.velocity;
}

Vec2 farthest_in_sight(const CostGrid& grid, const FlowField& flow, Vec2 anchor, Vec2 goal, float radius) {
  if (in_sight(grid, anchor, goal, radius) || cell_at(grid, anchor) == cell_at(grid, goal)) return goal;
  Vec2 ahead = anchor, at = anchor;
  for (int step = 0; step < kLook; ++step) {
    const Vec2 direction = direction_at(flow, cell_at(grid, at));
    const Vec2 next = at + direction * grid.cell_size;
    if (direction == Vec2{} || !in_sight(grid, at, next)) break;
    at = next;
    if (step > 0 && !in_sight(grid, anchor, at, radius)) break;
    ahead = at;
  }
  return ahead;
}

/// How far to go to the left so that a wing on either side is clear of walls, or has as much room as the other.
float sidestep(const CostGrid& grid, Vec2 place, Vec2 left, float wing) {
  const Vec2 arm = left * (2 * wing);
  const float room_left = 2 * wing * clear_share(grid, place, place + arm);
  const float room_right = 2 * wing * clear_share(grid, place, place - arm);
  if (room_right < wing && room_right < room_left) return std::min(wing - room_right, (room_left - room_right) / 2);
  if (room_left < wing && room_left < room_right) return -std::min(wing - room_left, (room_right - room_left) / 2);
  return 0;
}

/// Beside the way where walls come nearest to the wings; `ahead` where they are clear of walls all along.
Vec2 off_walls(const CostGrid& grid, const Formation& formation, Vec2 ahead, float radius) {
  const float wing = formation.wing + formation.desc.spacing, far = length(ahead - formation.anchor);
  if (far == 0 || in_sight(grid, formation.anchor, ahead, wing)) return ahead;
  const Vec2 direction = unit(ahead - formation.anchor), left{-direction.y, direction.x};
  float steepest = 0;
  Vec2 best = ahead;
  for (float way = wing / 2; way < std::min(far, kLookOut * wing); way += wing / 2) {
    const Vec2 near = formation.anchor + direction * way;
    const float side = sidestep(grid, near, left, wing);
    const Vec2 off = near + left * side;
    if (std::fabs(side) <= steepest * way || !in_sight(grid, formation.anchor, off, radius)) continue;
    steepest = std::fabs(side) / way;
    best = off;
  }
  return best;
}

}  // namespace

Vec2 look_ahead(const CostGrid& grid, const FlowField& flow, const Formation& formation, Vec2 goal, float radius) {
  const Vec2 ahead = farthest_in_sight(grid, flow, formation.anchor, goal, radius);
  return off_walls(grid, formation, ahead, radius);
}

Vec2 wanted_heading(const Formation& formation, Vec2 ahead, Vec2 goal) {
  const Vec2 way = ahead - formation.anchor;
  if (formation.anchor == goal)
    return formation.desc.facing == Vec2{} ? formation.heading : unit(formation.desc.facing);
  return close(formation, ahead, goal) || way == Vec2{} ? formation.heading : unit(way);
}

void advance(Formation& formation, const CostGrid& grid, Vec2 ahead, Vec2 goal, const Company& company, float dt) {
  const Vec2 wanted = wanted_heading(formation, ahead, goal);
  turn(formation, wanted, company, dt);
  const bool sideways = close(formation, ahead, goal);
  const Vec2 way = ahead - formation.anchor, direction = sideways ? unit(way) : formation.heading;
  const float effort = kEffort * company.acceleration, left = length(way), before = length(formation.velocity);
  const float wing = std::fabs(formation.turning) * formation.reach;
  const float share = company.readiness * (sideways ? 1 : std::max(0.f, dot(formation.heading, wanted)));
  float speed = std::max(0.f, kCruise * company.speed - wing) * share;
  if (ahead == goal) speed = std::min(speed, stopping_speed(left, effort));
  if (way == Vec2{}) speed = 0;
  speed = std::clamp(speed, before - effort * dt, before + effort * dt);
  if (ahead == goal && speed * dt >= left) {
    formation.anchor = goal;
    formation.velocity = {};
  } else {
    move(formation, grid, direction, speed, dt);
  }
  formation.speed = length(formation.velocity) + std::fabs(formation.turning) * formation.reach;
}

void halt(Formation& formation) {
  formation.velocity = {};
  formation.turning = formation.speed = 0;
}

}  // namespace cardume
