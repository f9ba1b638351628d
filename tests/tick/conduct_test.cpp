#include "core/tick/conduct.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>

#include "core/instruction_sets.hpp"
#include "core/setup.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

/// One body with a goal, and how far it got in a tick.
class OneBody {
 public:
  OneBody(const WorldDesc& desc, Vec2 goal, Vec2 at) : scheduler_(make_serial_scheduler()) {
    state_.setup = make_setup(desc, *scheduler_, *choose_kernels(""));
    reserve(state_);
    add_goal(goal);
    append(state_.agents, {.position = {at.x, at.y, 0}, .goal = {1}, .radius = desc.species[0].body.radius, .mass = 1},
           0);
  }

  Goal& goal() { return *state_.goals[0]; }
  BodyTable& body() { return state_.agents.body; }
  std::uint8_t& follows() { return state_.kinematics.follows[0]; }
  Vec2 post() { return tick::place_of(body().post, 0); }

  /// Tells the state after a step to where it is.
  AgentState step(Vec2 by) {
    tick::put(state_.kinematics.previous, 0, tick::place_of(state_.agents.position, 0) - by);
    tick::find_destinations(state_.terrain, state_.atlas, state_.goals, state_.buffers.destinations);
    const tick::Witness seen{state_.setup, state_.terrain, state_.kinematics, state_.buffers.destinations,
                             tick::gaits(state_.setup)};
    return body().state[0] = tick::conduct(seen, 0, state_.agents);
  }

 private:
  void add_goal(Vec2 place) {
    const WalkMap& map = state_.atlas.maps[0];
    RouteManner manner;
    manner.room_cells = 32;
    Route& route = *state_.atlas.routes.emplace_back(std::make_unique<Route>(manner));
    route.aim.parts.resize(1);
    route.aim.parts[0].sources = {{node_at(map, state_.terrain, place)}};
    route.build.aim = route.aim;
    route.build.ground.walk = map.grid(state_.terrain);
    Route::run_build(&route.build);
    std::swap(route.chart, route.build.chart);
    Goal& goal = *state_.goals.emplace_back(std::make_unique<Goal>());
    goal.position = place;
    goal.cell = cell_at(state_.terrain.grid, place);
    goal.ways.resize(1);
    goal.ways[0].route = 0;
  }

  std::unique_ptr<Scheduler> scheduler_;
  WorldState state_;
};

TEST(Conduct, PostsThatMoveUpStayClearOfWallsAndOnTheMap) {
  for (float radius : {0.3f, 0.8f})
    for (int way = 0; way < 8; ++way) {
      CostGrid map = open_map(20, 16);
      add_wall(map, {13, 6}, {14, 9});
      OneBody one(body_desc(map, radius), {6.5f, 7.5f}, {6, 8});
      const float angle = 0.785398f * static_cast<float>(way) + 0.05f;
      one.goal().gathering.drift = {3 * std::cos(angle), 3 * std::sin(angle)};
      one.goal().gathering.radius = 30;
      one.body().duty[0] = Duty::kHold;
      tick::put(one.body().post, 0, {6, 8});
      for (int tick = 0; tick < 60 * 30; ++tick) {
        one.body().waited[0] = 0;
        one.step({});
        ASSERT_GE(distance_to_walls(map, one.post()), 0.999 * static_cast<double>(radius)) << way << ' ' << tick;
      }
      EXPECT_LT(distance_to_walls(map, one.post()), static_cast<double>(radius) + 0.1) << way;
    }
}

/// Counts how often the state changes of one who trembles, once it is stuck.
void expect_no_storm(Duty duty, float stuck_seconds) {
  WorldDesc desc = body_desc(open_map(60, 20), 0.4f);
  desc.species[0].arrival.stuck_seconds = stuck_seconds;
  OneBody one(desc, {50.5f, 10.5f}, {10.5f, 10.5f});
  one.body().duty[0] = duty;
  one.follows() = duty == Duty::kFollow ? 1 : 0;
  one.goal().formation.speed = 1;
  tick::put(one.body().post, 0, {16, 10.5f});
  AgentState state = AgentState::kMoving;
  for (int tick = 0; tick < 60 * 30 && state != AgentState::kStuck; ++tick) state = one.step({});
  ASSERT_EQ(state, AgentState::kStuck);
  const float full = desc.species[0].motion.max_speed / desc.tick_rate;
  for (int tick = 0; tick < 200; ++tick)
    EXPECT_EQ(one.step({(tick % 2 == 0 ? 0.1f : -0.1f) * full, 0}), AgentState::kStuck) << tick;
  for (int tick = 0; tick < 60; ++tick) state = one.step({0.9f * full, 0});
  EXPECT_EQ(state, AgentState::kMoving);
}

TEST(Conduct, WhoTremblesIsToldToBeStuckOnce) {
  for (Duty duty : {Duty::kFollow, Duty::kSlot})
    for (float stuck_seconds : {1.f, 3.f, 8.f}) {
      SCOPED_TRACE(::testing::Message() << static_cast<int>(duty) << ' ' << stuck_seconds);
      expect_no_storm(duty, stuck_seconds);
    }
}

}  // namespace
}  // namespace cardume::testing
