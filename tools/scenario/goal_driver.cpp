#include "tools/scenario/goal_driver.hpp"

#include <cmath>

#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

// Streams of draws beyond those of spawns.
constexpr std::uint64_t kGoalStreams = std::uint64_t{1} << 32;

Vec3 in_world(Vec3 v, const Ground& ground) { return {v.x, v.y, ground.dimensions == 3 ? v.z : 0}; }

}  // namespace

GoalDriver::GoalDriver(const GoalPlan& plan, std::uint32_t number, const Scenario& scenario, const Ground& ground)
    : plan_(plan),
      tick_rate_(scenario.run.tick_rate),
      seed_(plan.seed.value_or(scenario.run.seed)),
      stream_(kGoalStreams + number),
      position_(in_world(plan.position.of(ground.size), ground)) {
  if (plan_.kind == GoalPlan::Kind::kOrbit) circle(ground);
  if (plan_.kind != GoalPlan::Kind::kWalk && plan_.kind != GoalPlan::Kind::kJump) return;
  Draws draws(seed_, stream_, legs_++);
  position_ = draw_place(ground, draws);
}

bool GoalDriver::advance(const Ground& ground) {
  ++ticks_;
  const Vec3 before = position_;
  switch (plan_.kind) {
    case GoalPlan::Kind::kFixed:
      return false;
    case GoalPlan::Kind::kOrbit:
      circle(ground);
      break;
    case GoalPlan::Kind::kWalk:
      walk(ground);
      break;
    case GoalPlan::Kind::kJump:
      jump(ground);
  }
  return position_ != before;
}

void GoalDriver::pin(Vec3 position) {
  plan_.kind = GoalPlan::Kind::kFixed;
  position_ = position;
}

void GoalDriver::circle(const Ground& ground) {
  const double seconds = static_cast<double>(ticks_) / static_cast<double>(tick_rate_);
  const Vec2 unit = unit_circle(seconds / static_cast<double>(plan_.period));
  const Vec3 centre = in_world(plan_.position.of(ground.size), ground);
  const float radius = plan_.radius.of(ground.shortest_edge());
  position_ = {centre.x + radius * unit.x, centre.y + radius * unit.y, centre.z};
}

void GoalDriver::walk(const Ground& ground) {
  float left = plan_.speed / tick_rate_;
  if (way_.empty()) choose_way(ground);
  while (left > 0 && !way_.empty()) {
    const Vec3 to = way_.back();
    const float dx = to.x - position_.x, dy = to.y - position_.y, dz = to.z - position_.z;
    const float distance = std::sqrt(dx * dx + dy * dy + dz * dz);
    if (distance > left) {
      const float share = left / distance;
      position_ = {position_.x + dx * share, position_.y + dy * share, position_.z + dz * share};
      return;
    }
    left -= distance;
    position_ = to;
    way_.pop_back();
  }
}

void GoalDriver::choose_way(const Ground& ground) {
  Draws draws(seed_, stream_, legs_++);
  const Vec3 target = ground.draw(draws);
  if (!ground.terrain) {
    way_.assign(1, target);
    return;
  }
  const Cell goal = cell_at(*ground.terrain, {target.x, target.y});
  const Result<IntegrationField> field = build_integration_field(*ground.terrain, std::span(&goal, 1));
  if (!field) return;
  const Cell start = cell_at(*ground.terrain, {position_.x, position_.y});
  const Result<std::vector<Cell>> path = path_to_goal(*ground.terrain, *field, start);
  if (!path) return;
  for (auto cell = path->rbegin(); cell != path->rend(); ++cell) way_.emplace_back(centre_of(*ground.terrain, *cell));
}

// A place where it may be, at a time that nobody can foresee: each tick is as likely as the next.
void GoalDriver::jump(const Ground& ground) {
  Draws draws(seed_, stream_, legs_++);
  if (draws.unit() * plan_.period * tick_rate_ < 1) position_ = draw_place(ground, draws);
}

Vec3 GoalDriver::draw_place(const Ground& ground, Draws& draws) const {
  if (plan_.kind == GoalPlan::Kind::kWalk) return ground.draw(draws);
  const Result<Vec3> place = draw_position(plan_.area, static_cast<std::uint32_t>(legs_), ground, draws);
  return place ? *place : position_;
}

}  // namespace cardume
