#include "tools/scenario/goal_driver.hpp"

#include <cmath>

#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

// Streams of draws beyond those of spawns.
constexpr std::uint64_t kGoalStreams = std::uint64_t{1} << 32;

Vec2 flat(Vec3 v) { return {v.x, v.y}; }

}  // namespace

GoalDriver::GoalDriver(const GoalPlan& plan, std::uint32_t number, const Scenario& scenario, const Ground& ground)
    : plan_(plan),
      tick_rate_(scenario.run.tick_rate),
      seed_(plan.seed.value_or(scenario.run.seed)),
      stream_(kGoalStreams + number),
      position_(flat(plan.position.of(ground.size))) {
  if (plan_.kind == GoalPlan::Kind::kOrbit) circle(ground);
  if (plan_.kind != GoalPlan::Kind::kWalk) return;
  Draws draws(seed_, stream_, legs_++);
  position_ = flat(ground.draw(draws));
}

bool GoalDriver::advance(const Ground& ground) {
  if (plan_.kind == GoalPlan::Kind::kFixed) return false;
  ++ticks_;
  const Vec2 before = position_;
  if (plan_.kind == GoalPlan::Kind::kOrbit) {
    circle(ground);
  } else {
    walk(ground);
  }
  return position_ != before;
}

void GoalDriver::pin(Vec2 position) {
  plan_.kind = GoalPlan::Kind::kFixed;
  position_ = position;
}

void GoalDriver::circle(const Ground& ground) {
  const double seconds = static_cast<double>(ticks_) / static_cast<double>(tick_rate_);
  const Vec2 unit = unit_circle(seconds / static_cast<double>(plan_.period));
  const Vec3 centre = plan_.position.of(ground.size);
  const float radius = plan_.radius.of(ground.shortest_edge());
  position_ = {centre.x + radius * unit.x, centre.y + radius * unit.y};
}

void GoalDriver::walk(const Ground& ground) {
  float left = plan_.speed / tick_rate_;
  if (way_.empty()) choose_way(ground);
  while (left > 0 && !way_.empty()) {
    const Vec2 to = way_.back();
    const float dx = to.x - position_.x, dy = to.y - position_.y;
    const float distance = std::sqrt(dx * dx + dy * dy);
    if (distance > left) {
      position_ = {position_.x + dx * (left / distance), position_.y + dy * (left / distance)};
      return;
    }
    left -= distance;
    position_ = to;
    way_.pop_back();
  }
}

void GoalDriver::choose_way(const Ground& ground) {
  Draws draws(seed_, stream_, legs_++);
  const Vec2 target = flat(ground.draw(draws));
  if (!ground.terrain) {
    way_.assign(1, target);
    return;
  }
  const Cell goal = cell_at(*ground.terrain, target);
  const Result<IntegrationField> field = build_integration_field(*ground.terrain, std::span(&goal, 1));
  if (!field) return;
  const Result<std::vector<Cell>> path = path_to_goal(*ground.terrain, *field, cell_at(*ground.terrain, position_));
  if (!path) return;
  for (auto cell = path->rbegin(); cell != path->rend(); ++cell) way_.push_back(centre_of(*ground.terrain, *cell));
}

}  // namespace cardume
