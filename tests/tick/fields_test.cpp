#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/scenes.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

WorldDesc open_map(float rebuild_hz, std::uint32_t latency) {
  WorldDesc desc;
  desc.terrain = {64, 64, 1, std::vector<std::uint8_t>(4096, kOpenCost)};
  desc.fields.rebuild_hz = rebuild_hz;
  desc.fields.latency_ticks = latency;
  return desc;
}

/// The ticks in which a field was taken into use while the goal walks to another cell every tick.
std::vector<std::uint64_t> publishing_ticks(const WorldDesc& desc, Scheduler& scheduler) {
  auto world = World::create(desc, scheduler);
  const GoalId goal = *world->add_goal({1.5f, 32});
  std::vector<std::uint64_t> ticks;
  for (int tick = 0; tick < 50; ++tick) {
    EXPECT_FALSE(world->move_goal(goal, {1.5f + static_cast<float>(tick), 32}));
    const TickReport report = world->tick();
    const auto events = world->events();
    const auto published = std::count_if(events.begin(), events.end(), [&](const Event& event) {
      return event.kind == Event::Kind::kFieldPublished && event.goal == goal && event.tick == report.tick;
    });
    EXPECT_EQ(static_cast<std::uint32_t>(published), report.fields_published);
    if (published != 0) ticks.push_back(report.tick);
  }
  return ticks;
}

void expect_fixed_ticks(Scheduler& scheduler) {
  // Asked for in tick 1, then every 4th tick; in use 3 ticks later.
  const std::vector<std::uint64_t> expected{4, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47};
  EXPECT_EQ(publishing_ticks(open_map(15, 3), scheduler), expected);
}

TEST(Fields, AreTakenIntoUseAtFixedTicksOnTheSerialScheduler) { expect_fixed_ticks(*make_serial_scheduler()); }

TEST(Fields, AreTakenIntoUseAtFixedTicksOnTheHostsThreads) {
  ThreadPool pool(2);
  expect_fixed_ticks(*make_host_scheduler(pool.callbacks()));
}

TEST(Fields, AreTakenIntoUseAtFixedTicksOnTbb) { expect_fixed_ticks(*make_tbb_scheduler(2)); }

TEST(Fields, B24_AtMostOneRebuildAPeriod) {
  for (std::uint32_t latency : {1u, 2u, 100u}) {
    const auto ticks = publishing_ticks(open_map(15, latency), *make_serial_scheduler());
    ASSERT_GT(ticks.size(), 5u);
    for (std::size_t i = 2; i < ticks.size(); ++i) EXPECT_EQ(ticks[i] - ticks[i - 1], 4u);
  }
}

TEST(Fields, AGoalThatRestsIsBuiltOnce) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(open_map(15, 3), *scheduler);
  const GoalId goal = *world->add_goal({10, 10});
  std::uint32_t built = 0;
  for (int tick = 0; tick < 100; ++tick) {
    EXPECT_FALSE(world->move_goal(goal, {10.25f, 10.5f}));  // Still the same cell.
    built += world->tick().fields_published;
  }
  EXPECT_EQ(built, 1u);
}

TEST(Fields, B23_FiftyThousandAgentsWithOneGoalShareOneField) {
  WorldDesc desc = open_map(15, 3);
  desc.capacity = 50'000;
  desc.species[0].separation.radius = desc.species[0].alignment.radius = desc.species[0].cohesion.radius = 0;
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  std::vector<AgentId> ids(50'000);
  EXPECT_FALSE(world->spawn_all(std::vector<AgentDesc>(50'000, {.position = {5, 5, 0}}), ids));
  const GoalId goal = *world->add_goal({50, 50});
  for (AgentId id : ids) EXPECT_FALSE(world->set_goal(id, goal));
  std::uint32_t built = 0;
  for (int tick = 0; tick < 30; ++tick) built += world->tick().fields_published;
  EXPECT_EQ(built, 1u);
  EXPECT_TRUE(std::all_of(world->velocities(0).begin(), world->velocities(0).end(), [](float v) { return v > 0; }));
}

TEST(Fields, AgentsFollowThemToTheGoal) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(open_map(15, 3), *scheduler);
  const GoalId goal = *world->add_goal({32, 32});
  std::vector<AgentDesc> agents;
  for (float x : {2.f, 31.f, 62.f})
    for (float y : {2.f, 30.f, 62.f}) agents.push_back({{x, y, 0}, {}, 0, goal});
  EXPECT_FALSE(world->spawn_all(agents));
  for (int tick = 0; tick < 60 * 20; ++tick) world->tick();
  for (std::uint32_t row = 0; row < world->count(); ++row) {
    EXPECT_NEAR(world->positions(0)[row], 32, 4);
    EXPECT_NEAR(world->positions(1)[row], 32, 4);
  }
}

TEST(Fields, B21_AGoalInsideAWallLeadsToTheNearestFreeCell) {
  WorldDesc desc = open_map(15, 1);
  for (std::uint32_t y = 20; y < 40; ++y)
    for (std::uint32_t x = 20; x < 40; ++x) desc.terrain.cost[y * 64 + x] = kWall;
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  const GoalId goal = *world->add_goal({20.5f, 30});
  for (int tick = 0; tick < 3; ++tick) world->tick();
  ASSERT_NE(world->field(goal), nullptr);
  EXPECT_EQ(world->field(goal)->packed({19, 30}), 0u);  // The goal cell has no direction of its own.
}

TEST(Fields, AGoalWithNoFreeCellNearIsRefusedAndStaysWhereItWas) {
  WorldDesc desc = open_map(15, 1);
  for (std::uint32_t x = 0; x < 64 * 40; ++x) desc.terrain.cost[x] = kWall;
  desc.fields.snap_radius = 4;
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  EXPECT_EQ(world->add_goal({5, 5}).error().status, Status::kGoalBlocked);
  const GoalId goal = *world->add_goal({5, 60});
  EXPECT_EQ(goal.value, 1);
  EXPECT_EQ(world->move_goal(goal, {5, 5}).status, Status::kGoalBlocked);
  for (int tick = 0; tick < 8; ++tick) world->tick();
  EXPECT_EQ(world->field(goal)->packed({5, 60}), 0u);
}

}  // namespace
}  // namespace cardume::testing
