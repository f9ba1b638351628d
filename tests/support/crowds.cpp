#include "tests/support/crowds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tests/support/bits.hpp"

namespace cardume::testing {
namespace {

World make_world(const WorldDesc& desc, Scheduler& scheduler) {
  auto world = World::create(desc, scheduler);
  EXPECT_TRUE(world) << world.error().message;
  return std::move(*world);
}

double depth_in_cell(double x, double y, double radius, double cell_x, double cell_y, double edge) {
  const double dx = x - std::clamp(x, cell_x * edge, (cell_x + 1) * edge);
  const double dy = y - std::clamp(y, cell_y * edge, (cell_y + 1) * edge);
  return radius - std::hypot(dx, dy);
}

}  // namespace

Crowd::Crowd(const WorldDesc& desc) : scheduler_(make_serial_scheduler()), world_(make_world(desc, *scheduler_)) {}

AgentId Crowd::spawn(const AgentDesc& agent) {
  const auto id = world_.spawn(agent);
  EXPECT_TRUE(id) << id.error().message;
  return id ? *id : AgentId{};
}

GoalId Crowd::add_goal(Vec2 position) {
  const auto goal = world_.add_goal(position);
  EXPECT_TRUE(goal) << goal.error().message;
  return goal ? *goal : GoalId{};
}

TickReport Crowd::run(double seconds) {
  TickReport report;
  const auto ticks = static_cast<std::uint32_t>(seconds * static_cast<double>(world_.desc().tick_rate) + 0.5);
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    report = world_.tick();
    EXPECT_EQ(report.flags & kTickFailed, 0u);
  }
  for (std::uint32_t axis = 0; axis < world_.desc().dimensions; ++axis)
    EXPECT_TRUE(all_finite(world_.positions(axis)) && all_finite(world_.velocities(axis)));
  return report;
}

Vec2 Crowd::position(AgentId id) const {
  const std::uint32_t row = world_.row_of(id).value();
  return {world_.positions(0)[row], world_.positions(1)[row]};
}

Vec2 Crowd::velocity(AgentId id) const {
  const std::uint32_t row = world_.row_of(id).value();
  return {world_.velocities(0)[row], world_.velocities(1)[row]};
}

AgentState Crowd::state(AgentId id) const { return world_.states()[world_.row_of(id).value()]; }

std::uint32_t Crowd::count(AgentState state) const {
  const auto states = world_.states();
  return static_cast<std::uint32_t>(std::count(states.begin(), states.end(), state));
}

WorldDesc body_desc(CostGrid terrain, float radius, float max_speed) {
  WorldDesc desc;
  desc.terrain = std::move(terrain);
  SpeciesDesc& species = desc.species[0];
  species.separation.radius = species.alignment.radius = species.cohesion.radius = 0;
  species.motion.max_speed = max_speed;
  species.motion.max_acceleration = 5 * max_speed;
  species.body.radius = radius;
  return desc;
}

CostGrid open_map(std::uint32_t width, std::uint32_t height) {
  return {width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height, kOpenCost)};
}

void add_wall(CostGrid& map, Cell low, Cell high) {
  for (std::uint32_t y = low.y; y <= high.y; ++y)
    for (std::uint32_t x = low.x; x <= high.x; ++x) map.cost[map.index({x, y})] = kWall;
}

double deepest_overlap(const World& world) {
  double deepest = -std::numeric_limits<double>::infinity();
  for (std::uint32_t a = 0; a < world.count(); ++a)
    for (std::uint32_t b = a + 1; b < world.count(); ++b) {
      double distance2 = 0;
      for (std::uint32_t d = 0; d < world.desc().dimensions; ++d) {
        const double way = static_cast<double>(world.positions(d)[a]) - static_cast<double>(world.positions(d)[b]);
        distance2 += way * way;
      }
      const auto radius_a = static_cast<double>(world.radii()[a]), radius_b = static_cast<double>(world.radii()[b]);
      const double overlap = radius_a + radius_b - std::sqrt(distance2);
      deepest = std::max(deepest, overlap / std::min(radius_a, radius_b));
    }
  return deepest;
}

double deepest_in_walls(const World& world) {
  const CostGrid& map = world.terrain();
  const auto edge = static_cast<double>(map.cell_size);
  double deepest = 0;
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    const auto x = static_cast<double>(world.positions(0)[row]), y = static_cast<double>(world.positions(1)[row]);
    const auto radius = world.radii().empty() ? 0 : static_cast<double>(world.radii()[row]);
    const int reach = static_cast<int>(radius / edge) + 2;
    const int column = static_cast<int>(x / edge), line = static_cast<int>(y / edge);
    for (int cell_y = line - reach; cell_y <= line + reach; ++cell_y)
      for (int cell_x = column - reach; cell_x <= column + reach; ++cell_x)
        if (map.blocked({static_cast<std::uint32_t>(cell_x), static_cast<std::uint32_t>(cell_y)}))
          deepest = std::max(deepest, depth_in_cell(x, y, radius, cell_x, cell_y, edge));
  }
  return deepest;
}

double kinetic_energy(const World& world) {
  double sum = 0;
  for (std::uint32_t d = 0; d < world.desc().dimensions; ++d)
    for (float speed : world.velocities(d)) sum += static_cast<double>(speed) * static_cast<double>(speed) / 2;
  return sum;
}

}  // namespace cardume::testing
