#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "tests/support/crowds.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// A crowd that could form up.
struct Squad {
  explicit Squad(std::uint32_t count) : crowd(body_desc(open_map(64, 64), 0.4f)), goal(crowd.add_goal({40, 40})) {
    for (std::uint32_t i = 0; i < count; ++i)
      ids.push_back(
          crowd.spawn({.position = {4 + static_cast<float>(i % 24) * 1.1f, 4 + static_cast<float>(i / 24) * 1.1f, 0}}));
    crowd.run(0.1);
  }

  Crowd crowd;
  GoalId goal;
  std::vector<AgentId> ids;
};

void expect_refused(const Error& error, Status status, const std::string& message) {
  EXPECT_EQ(error.status, status) << message;
  EXPECT_NE(error.message.find(message), std::string::npos) << error.message;
}

TEST(FormUp, RefusesMembersThatAreNone) {
  Squad squad(513);
  World& world = squad.crowd.world();
  const std::span<const AgentId> all(squad.ids);
  expect_refused(world.form_up(squad.goal, {}), Status::kInvalidArgument, "members must be at least one");
  expect_refused(world.form_up(squad.goal, all), Status::kLimit, "512");
  const AgentId twice[] = {all[0], all[1], all[0]};
  expect_refused(world.form_up(squad.goal, twice), Status::kInvalidArgument, "each named once");
  EXPECT_FALSE(world.despawn(all[3]));
  expect_refused(world.form_up(squad.goal, all.first(5)), Status::kInvalidHandle, "agent is not in this world");
  const AgentId nobody[] = {AgentId{}};
  expect_refused(world.form_up(squad.goal, nobody), Status::kInvalidHandle, "agent is not in this world");
  EXPECT_FALSE(world.form_up(squad.goal, all.last(509)));
}

TEST(FormUp, RefusesGoalsAndShapesThatAreNone) {
  Squad squad(4);
  World& world = squad.crowd.world();
  expect_refused(world.form_up({}, squad.ids), Status::kInvalidHandle, "goal is not in this world");
  expect_refused(world.form_up({2}, squad.ids), Status::kInvalidHandle, "goal is not in this world");
  for (const float bad : {-1.f, kNaN, std::numeric_limits<float>::infinity(), 1e7f})
    expect_refused(world.form_up(squad.goal, squad.ids, {.spacing = bad}), Status::kInvalidArgument, "spacing");
  expect_refused(world.form_up(squad.goal, squad.ids, {.facing = {kNaN, 0}}), Status::kInvalidArgument, "facing.x");
  expect_refused(world.form_up(squad.goal, squad.ids, {.facing = {0, 1e7f}}), Status::kInvalidArgument, "facing.y");
}

TEST(FormUp, WhatIsRefusedChangesNothing) {
  Squad refused(30), untouched(30);
  const AgentId twice[] = {refused.ids[0], refused.ids[0]};
  EXPECT_TRUE(refused.crowd.world().form_up(refused.goal, twice));
  EXPECT_EQ(refused.crowd.run(1).state_hash, untouched.crowd.run(1).state_hash);
}

TEST(FormUp, PointsCannot) {
  WorldDesc desc = body_desc(open_map(16, 16), 0);
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({8, 8});
  const AgentId id = crowd.spawn({.position = {4, 4, 0}});
  expect_refused(crowd.world().form_up(goal, {&id, 1}), Status::kInvalidArgument, "formations need bodies");
}

TEST(FormUp, ThoseWhoAreSpawnedInTheSameTickCanAndSoCanOneAlone) {
  Crowd crowd(body_desc(open_map(40, 40), 0.4f));
  const GoalId goal = crowd.add_goal({30, 30});
  const AgentId id = crowd.spawn({.position = {4, 4, 0}});
  EXPECT_FALSE(crowd.world().form_up(goal, {&id, 1}));
  crowd.run(15);
  EXPECT_EQ(crowd.state(id), AgentState::kArrived);
  EXPECT_NEAR(crowd.position(id).x, 30, 0.4);
  EXPECT_NEAR(crowd.position(id).y, 30, 0.4);
}

TEST(FormUp, StandsTheLargestOfEverything) {
  Squad squad(512);
  const FormationDesc huge{.shape = FormationShape::kRing, .spacing = 1e6f, .columns = ~0u, .facing = {1e6f, -1e6f}};
  EXPECT_FALSE(squad.crowd.world().form_up(squad.goal, squad.ids, huge));
  squad.crowd.run(1);
  EXPECT_FALSE(squad.crowd.world().form_up(squad.goal, squad.ids, {.spacing = 1e-6f, .facing = {1e-30f, 0}}));
  squad.crowd.run(1);
  EXPECT_EQ(deepest_in_walls(squad.crowd.world()), 0);
}

/// Hashes of a march on which slots are given out over several ticks, members leave and the goal moves.
std::vector<std::uint64_t> march(Scheduler& scheduler, const std::string& set, Vec2 facing = {}) {
  WorldDesc desc = body_desc(open_map(64, 64), 0.4f);
  add_wall(desc.terrain, {30, 20}, {33, 40});
  desc.instruction_set = set;
  World world = std::move(*World::create(desc, scheduler));
  const GoalId goals[] = {*world.add_goal({50, 30}), *world.add_goal({10, 50})};
  std::vector<AgentId> ids;
  for (int i = 0; i < 400; ++i)
    ids.push_back(
        *world.spawn({.position = {3 + static_cast<float>(i % 20) * 1.1f, 3 + static_cast<float>(i / 20), 0}}));
  const std::span<const AgentId> all(ids);
  EXPECT_FALSE(world.form_up(goals[0], all.first(300), {.facing = facing}));
  EXPECT_FALSE(world.form_up(goals[1], all.last(100), {.shape = FormationShape::kWedge}));
  std::vector<std::uint64_t> hashes;
  for (int tick = 0; tick < 400; ++tick) {
    if (tick == 150) {
      EXPECT_FALSE(world.move_goal(goals[1], {55, 55}));
    }
    if (tick % 50 == 20) {
      EXPECT_FALSE(world.despawn(ids[static_cast<std::size_t>(tick)]));
    }
    hashes.push_back(world.tick().state_hash);
  }
  return hashes;
}

TEST(FormUpDeterminism, B37_MarchesAreTheSameOnTbb) {
  EXPECT_EQ(march(*make_tbb_scheduler(2), ""), march(*make_serial_scheduler(), ""));
}

TEST(FormUpDeterminism, B37_MarchesAreTheSameOnTheHostsThreads) {
  ThreadPool pool(3);
  EXPECT_EQ(march(*make_host_scheduler(pool.callbacks()), ""), march(*make_serial_scheduler(), ""));
}

TEST(FormUpDeterminism, B37_MarchesAreTheSameOnTheSerialSchedulerWithEverySet) {
  const auto serial = march(*make_serial_scheduler(), "");
  for (const char* set : instruction_sets()) EXPECT_EQ(march(*make_serial_scheduler(), set), serial) << set;
}

TEST(FormUp, TheHashTellsFormationsApart) {
  const auto one = march(*make_serial_scheduler(), ""), other = march(*make_serial_scheduler(), "", {0, 1});
  EXPECT_NE(one.back(), other.back());
}

}  // namespace
}  // namespace cardume::testing
