#include <gtest/gtest.h>

#include <cardume/limits.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "tests/support/scenes.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A change that spoils a desc, the status it gets and the field that the message names.
struct BadDesc {
  const char* field;
  Status status;
  std::function<void(WorldDesc&)> spoil;
};

TEST(World, B7_RefusesBadDescsAndNamesTheField) {
  const BadDesc cases[] = {
      {"dimensions", Status::kInvalidArgument, [](WorldDesc& d) { d.dimensions = 4; }},
      {"size.x", Status::kInvalidArgument, [](WorldDesc& d) { d.size.x = 0; }},
      {"size.y", Status::kInvalidArgument, [](WorldDesc& d) { d.size.y = kNan; }},
      {"size.y", Status::kInvalidArgument, [](WorldDesc& d) { d.size.y = 2e6f; }},
      {"size.z", Status::kInvalidArgument, [](WorldDesc& d) { d.dimensions = 3, d.size.z = -1; }},
      {"tick_rate", Status::kInvalidArgument, [](WorldDesc& d) { d.tick_rate = 0.5f; }},
      {"tick_rate", Status::kInvalidArgument, [](WorldDesc& d) { d.tick_rate = kInfinity; }},
      {"capacity", Status::kLimit, [](WorldDesc& d) { d.capacity = (1u << 24) + 1; }},
      {"species", Status::kInvalidArgument, [](WorldDesc& d) { d.species.clear(); }},
      {"species", Status::kLimit, [](WorldDesc& d) { d.species.resize(65); }},
      {"species[1].separation.radius", Status::kInvalidArgument,
       [](WorldDesc& d) { d.species.resize(2), d.species[1].separation.radius = -1; }},
      {"species[0].alignment.weight", Status::kInvalidArgument,
       [](WorldDesc& d) { d.species[0].alignment.weight = kNan; }},
      {"species[0].motion.min_speed", Status::kInvalidArgument,
       [](WorldDesc& d) { d.species[0].motion.min_speed = 9; }},
      {"species[0].motion.response", Status::kInvalidArgument,
       [](WorldDesc& d) { d.species[0].motion.response = kInfinity; }},
      {"species[0].border.margin", Status::kInvalidArgument, [](WorldDesc& d) { d.species[0].border.margin = -0.5f; }},
      {"fields.rebuild_hz", Status::kInvalidArgument, [](WorldDesc& d) { d.fields.rebuild_hz = 0; }},
      {"fields.latency_ticks", Status::kInvalidArgument, [](WorldDesc& d) { d.fields.latency_ticks = 0; }},
      {"size.x", Status::kInvalidArgument, [](WorldDesc& d) { d.size.x = 1e-42f; }},
      {"cost", Status::kInvalidArgument,
       [](WorldDesc& d) {
         d.terrain = {10, 10, 1, {}};
       }},
      {"terrain.width times cell_size", Status::kInvalidArgument,
       [](WorldDesc& d) {
         d.terrain = {2, 1, 1e6f, {kOpenCost, kOpenCost}};
       }},
      {"terrain", Status::kInvalidArgument,
       [](WorldDesc& d) {
         d.dimensions = 3, d.terrain = {1, 1, 1, {kOpenCost}};
       }},
  };
  const auto scheduler = make_serial_scheduler();
  for (const BadDesc& bad : cases) {
    WorldDesc desc;
    bad.spoil(desc);
    const auto world = World::create(desc, *scheduler);
    ASSERT_FALSE(world) << bad.field;
    EXPECT_EQ(world.error().status, bad.status) << bad.field;
    EXPECT_EQ(world.error().message.rfind(bad.field, 0), 0u) << world.error().message;
  }
}

TEST(World, TerrainSetsTheSizeWhateverWasAskedFor) {
  WorldDesc desc;
  desc.size = {0, 0, 0};
  desc.terrain = {8, 4, 2.5f, std::vector<std::uint8_t>(32, kOpenCost)};
  const auto scheduler = make_serial_scheduler();
  const auto world = World::create(desc, *scheduler);
  ASSERT_TRUE(world) << world.error().message;
  EXPECT_EQ(world->desc().size.x, 20);
  EXPECT_EQ(world->desc().size.y, 10);
}

TEST(World, SlowRebuildsAreAPeriodLikeAnyOther) {
  WorldDesc desc;
  desc.terrain = {8, 8, 1, std::vector<std::uint8_t>(64, kOpenCost)};
  desc.fields.rebuild_hz = 0.001f;
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  const GoalId goal = *world->add_goal({1, 1});
  std::uint32_t built = 0;
  for (int tick = 0; tick < 100; ++tick) {
    EXPECT_FALSE(world->move_goal(goal, {static_cast<float>(tick % 8), 1}));
    built += world->tick().fields_published;
  }
  EXPECT_EQ(built, 1u);
  desc.fields.rebuild_hz = 1e-20f;
  EXPECT_EQ(World::create(desc, *scheduler).error().status, Status::kInvalidArgument);
}

TEST(World, SpawningOneByOneTakesNoMoreThanTheMemoryTakenAtCreation) {
  WorldDesc desc;
  desc.capacity = 20'000;
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  const std::uint64_t memory = world->memory_bytes();
  for (std::uint32_t i = 0; i < desc.capacity; ++i) ASSERT_TRUE(world->spawn(AgentDesc{}));
  EXPECT_EQ(world->memory_bytes(), memory);
  EXPECT_EQ(world->tick().agents, desc.capacity);
}

TEST(World, B7_RefusesBadAgentsWholeBatchesAtATime) {
  Scene scene{"open", {}, {{.position = {1, 1, 0}}}, {}, {}};
  scene.desc.terrain = {4, 4, 25, std::vector<std::uint8_t>(16, kOpenCost)};
  scene.desc.terrain.cost[5] = kWall;
  const auto scheduler = make_serial_scheduler();
  World world = build(scene, *scheduler);
  const std::pair<const char*, AgentDesc> cases[] = {
      {"position.x", {.position = {kNan, 1, 0}}},
      {"position.x", {.position = {-1, 1, 0}}},
      {"position.y", {.position = {1, 101, 0}}},
      {"position.y", {.position = {1, kInfinity, 0}}},
      {"velocity.x", {.position = {1, 1, 0}, .velocity = {kInfinity, 0, 0}}},
      {"velocity.y", {.position = {1, 1, 0}, .velocity = {0, 2e6f, 0}}},
      {"species", {.position = {1, 1, 0}, .species = 1}},
      {"goal", {.position = {1, 1, 0}, .goal = GoalId{1}}},
      {"position", {.position = {30, 30, 0}}},  // Inside the wall.
  };
  for (const auto& [field, agent] : cases) {
    const std::vector<AgentDesc> batch{{.position = {1, 1, 0}}, agent};
    const Error error = world.spawn_all(batch);
    EXPECT_EQ(error.status, Status::kInvalidArgument) << field;
    EXPECT_EQ(error.message.rfind(std::string("agents[1].") + field + " must be", 0), 0u) << error.message;
  }
  EXPECT_EQ(world.tick().agents, 1u);
}

TEST(World, RefusesWrongSizesOfIdsAndUnknownGoals) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create({}, *scheduler);
  std::vector<AgentId> ids(3);
  EXPECT_EQ(world->spawn_all(std::vector<AgentDesc>(2), ids).status, Status::kInvalidArgument);
  EXPECT_EQ(world->add_goal({-1, 1}).error().status, Status::kInvalidArgument);
  EXPECT_EQ(world->move_goal(GoalId{1}, {1, 1}).status, Status::kInvalidHandle);
  EXPECT_EQ(world->move_goal({}, {1, 1}).status, Status::kInvalidHandle);
  const AgentId id = *world->spawn(AgentDesc{});
  EXPECT_EQ(world->set_goal(id, GoalId{1}).status, Status::kInvalidHandle);
  EXPECT_EQ(world->field(GoalId{1}), nullptr);
}

TEST(World, B7_RefusesGoalsThatAreNoPlaces) {
  WorldDesc desc;
  desc.terrain = {10, 10, 1, std::vector<std::uint8_t>(100, kOpenCost)};
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  EXPECT_EQ(world->add_goal({kNan, 1}).error().message, "position.x must be a number inside the world");
  EXPECT_EQ(world->add_goal({1, 10.5f}).error().message, "position.y must be a number inside the world");
  const GoalId goal = *world->add_goal({1, 1});
  EXPECT_EQ(world->move_goal(goal, {-kInfinity, 1}).status, Status::kInvalidArgument);
  for (int i = 1; i < static_cast<int>(limits::kMaxGoals); ++i) EXPECT_TRUE(world->add_goal({1, 1}));
  EXPECT_EQ(world->add_goal({1, 1}).error().status, Status::kLimit);
}

/// Calls the world from inside its own tick.
class Intruder final : public Scheduler {
 public:
  World* world = nullptr;
  std::vector<Status> answers;

 private:
  std::uint32_t worker_count() const override { return 1; }
  void run(std::uint32_t count, std::uint32_t, ChunkFunction body, void* context) override {
    if (answers.empty()) {
      answers = {world->spawn(AgentDesc{}).error().status, world->despawn({}).status,
                 world->add_goal(Vec3{}).error().status, world->move_goal({}, Vec3{}).status,
                 world->set_goal({}, {}).status};
    }
    body(context, {0, count, 0});
  }
};

TEST(World, ChangingCallsDuringATickAreRefused) {
  Intruder scheduler;
  auto world = World::create({}, scheduler);
  scheduler.world = &*world;
  EXPECT_TRUE(world->spawn(AgentDesc{}));
  EXPECT_EQ(world->tick().agents, 1u);
  EXPECT_EQ(scheduler.answers, std::vector<Status>(5, Status::kBusy));
}

/// Ticks the world from inside its own tick.
class Recursive final : public Scheduler {
 public:
  World* world = nullptr;
  std::uint64_t seen = 0;

 private:
  std::uint32_t worker_count() const override { return 1; }
  void run(std::uint32_t count, std::uint32_t, ChunkFunction body, void* context) override {
    seen = world->tick().tick;
    body(context, {0, count, 0});
  }
};

TEST(World, ATickInsideATickDoesNothingButSaySo) {
  Recursive scheduler;
  auto world = World::create({}, scheduler);
  scheduler.world = &*world;
  EXPECT_TRUE(world->spawn(AgentDesc{}));
  const TickReport report = world->tick();
  EXPECT_EQ(report.tick, 1u);
  EXPECT_EQ(scheduler.seen, 1u);
  EXPECT_EQ(report.flags, kReentered);
}

class Throwing final : public Scheduler {
  std::uint32_t worker_count() const override { return 1; }
  void run(std::uint32_t, std::uint32_t, ChunkFunction, void*) override { throw std::runtime_error("no threads"); }
};

TEST(World, WhatASchedulerThrowsBecomesAFlag) {
  Throwing scheduler;
  auto world = World::create({}, scheduler);
  EXPECT_TRUE(world->spawn(AgentDesc{}));
  EXPECT_EQ(world->tick().flags, kTickFailed);
}

TEST(World, ZeroAndOneAgentAreWorlds) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc;
  desc.capacity = 0;
  auto empty = World::create(desc, *scheduler);
  EXPECT_EQ(empty->spawn(AgentDesc{}).error().status, Status::kCapacity);
  EXPECT_EQ(empty->tick().agents, 0u);
  desc.capacity = 1;
  auto single = World::create(desc, *scheduler);
  EXPECT_TRUE(single->spawn({.position = {50, 50, 0}, .velocity = {1, 0, 0}}));
  for (int tick = 0; tick < 60; ++tick) single->tick();
  EXPECT_NEAR(single->positions(0)[0], 51, 1e-3f);
}

void expect_worlds_not_to_meet(Scheduler& scheduler) {
  World turn = build(mixed_scene(), scheduler), other = build(flock_scene(2), scheduler);
  World alone = build(mixed_scene(), scheduler);
  for (int tick = 0; tick < 10; ++tick) {
    other.tick();
    EXPECT_EQ(turn.tick().state_hash, alone.tick().state_hash);
  }
}

TEST(World, WorldsThatTakeTurnsDoNotMeetOnTheHostsThreads) {
  ThreadPool pool(2);
  expect_worlds_not_to_meet(*make_host_scheduler(pool.callbacks()));
}

TEST(World, WorldsThatTakeTurnsDoNotMeetOnTbb) { expect_worlds_not_to_meet(*make_tbb_scheduler(2)); }

/// Each world goes while a field is being built for it.
void create_and_destroy_thousands(Scheduler& scheduler) {
  WorldDesc desc;
  desc.capacity = 16;
  desc.terrain = {8, 8, 1, std::vector<std::uint8_t>(64, kOpenCost)};
  for (int i = 0; i < 2000; ++i) {
    auto world = World::create(desc, scheduler);
    ASSERT_TRUE(world);
    EXPECT_TRUE(world->add_goal({1, 1}));
    world->tick();
  }
}

TEST(World, ThousandsOfWorldsComeAndGoOnTheHostsThreads) {
  ThreadPool pool(2);
  create_and_destroy_thousands(*make_host_scheduler(pool.callbacks()));
}

TEST(World, ThousandsOfWorldsComeAndGoOnTbb) { create_and_destroy_thousands(*make_tbb_scheduler(2)); }

TEST(World, TheReportAddsUp) {
  const auto scheduler = make_serial_scheduler();
  World world = build(flock_scene(2), *scheduler);
  for (std::uint64_t tick = 1; tick <= 3; ++tick) {
    const TickReport report = world.tick();
    EXPECT_EQ(report.tick, tick);
    EXPECT_EQ(report.agents, 3000u);
    EXPECT_GT(report.stage_ns[static_cast<std::size_t>(Stage::kRules)], 0u);
    EXPECT_GE(report.total_ns(), report.stage_ns[static_cast<std::size_t>(Stage::kRules)]);
  }
  for (std::uint32_t stage = 0; stage < kStageCount; ++stage)
    EXPECT_STRNE(to_string(static_cast<Stage>(stage)), "unknown");
}

}  // namespace
}  // namespace cardume::testing
