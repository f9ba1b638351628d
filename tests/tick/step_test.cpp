#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/bits.hpp"
#include "tests/support/crowds.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

struct Steps {
  explicit Steps(const Scene& scene) : scheduler(make_serial_scheduler()), world(build(scene, *scheduler)) {}

  std::unique_ptr<Scheduler> scheduler;
  World world;
};

TEST(Step, B4_NoTimeChangesNothing) {
  Steps steps(mixed_scene());
  steps.world.tick();
  const auto x = bits(steps.world.positions(0)), y = bits(steps.world.positions(1));
  const StepReport report = steps.world.step(0);
  EXPECT_FALSE(report.error);
  EXPECT_EQ(report.ticks, 0u);
  EXPECT_EQ(report.last.tick, 1u);
  EXPECT_EQ(bits(steps.world.positions(0)), x);
  EXPECT_EQ(bits(steps.world.positions(1)), y);
}

TEST(Step, B4_TimeThatIsNoTimeIsRefusedAndChangesNothing) {
  Steps steps(mixed_scene()), untouched(mixed_scene());
  for (float dt : {-1.f, -1e-30f, std::nanf(""), std::numeric_limits<float>::infinity(), 2e6f}) {
    const StepReport report = steps.world.step(dt);
    EXPECT_EQ(report.error.status, Status::kInvalidArgument) << dt;
    EXPECT_EQ(report.error.message, "dt must be a number from 0 to 1e6");
    EXPECT_EQ(report.ticks, 0u);
  }
  EXPECT_EQ(steps.world.step(0.5f).last.state_hash, untouched.world.step(0.5f).last.state_hash);
}

TEST(Step, StepsOfAnyLengthAddUpToTheSameTicks) {
  for (float dt : {1.f / 240, 1.f / 144, 1.f / 60, 1.f / 59, 1.f / 30}) {
    Steps steps(flock_scene(2)), ticks(flock_scene(2));
    std::uint64_t done = 0, hash = 0;
    for (double time = 0; time < 0.5; time += static_cast<double>(dt)) {
      const StepReport report = steps.world.step(dt);
      done += report.ticks;
      EXPECT_EQ(report.dropped, 0.f);
      if (report.ticks > 0) hash = report.last.state_hash;
    }
    EXPECT_NEAR(static_cast<double>(done), std::ceil(0.5 / static_cast<double>(dt)) * static_cast<double>(dt) * 60, 1);
    TickReport expected;
    for (std::uint64_t tick = 0; tick < done; ++tick) expected = ticks.world.tick();
    EXPECT_EQ(hash, expected.state_hash) << dt;
  }
}

TEST(Step, AStepOfOneSixtiethIsOneTickHoweverManyComeBefore) {
  Scene scene = flock_scene(2);
  scene.agents.resize(16);
  Steps steps(scene);
  for (int i = 0; i < 10'000; ++i) ASSERT_EQ(steps.world.step(1.f / 60).ticks, 1u) << i;
}

/// Fast bodies between walls, all on their way to one place.
WorldDesc walled_desc() {
  CostGrid map = open_map(48, 32);
  add_wall(map, {20, 0}, {20, 13});
  add_wall(map, {20, 18}, {20, 31});
  return body_desc(map, 0.3f, 12);
}

TEST(Step, B4_APauseOfFiveSecondsIsClampedAndNobodyLeavesTheMapOrCrossesAWall) {
  Crowd crowd(walled_desc());
  const GoalId goal = crowd.add_goal({40, 16});
  for (float y = 1; y < 31; y += 2)
    for (float x = 1; x < 19; x += 2) crowd.spawn({.position = {x, y, 0}, .goal = goal});
  crowd.run(0.5);
  const std::vector<float> x(crowd.world().positions(0).begin(), crowd.world().positions(0).end());
  std::vector<AgentId> ids;
  for (std::uint32_t row = 0; row < crowd.world().count(); ++row) ids.push_back(crowd.world().id_at(row));

  const StepReport report = crowd.world().step(5);
  const WorldDesc& desc = crowd.world().desc();
  EXPECT_EQ(report.ticks, desc.budget.most_ticks_a_step);
  EXPECT_NEAR(report.dropped, 5 - 8 / 60.f, 1e-3f);
  const float farthest = desc.species[0].motion.max_speed * 8 / 60 + 0.3f * 8;  // Others may push, within bounds.
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_LE(std::fabs(crowd.position(ids[i]).x - x[i]), farthest);
  EXPECT_LT(deepest_in_walls(crowd.world()), 1e-3);
}

TEST(Step, EventsAreThoseOfAllItsTicks) {
  Scene scene = flock_scene(2);
  scene.agents.resize(100);
  Steps steps(scene);
  const StepReport report = steps.world.step(5.f / 60);
  EXPECT_EQ(report.ticks, 5u);
  const auto events = steps.world.events();
  EXPECT_EQ(events.size(), 100u);  // All spawned in its first tick.
  EXPECT_TRUE(std::all_of(events.begin(), events.end(), [](const Event& event) { return event.tick == 1; }));
  (void)steps.world.step(1.f / 60);
  EXPECT_TRUE(steps.world.events().empty());
}

TEST(Step, WhatIsLeftMakesTheNextTick) {
  Steps steps(flock_scene(2));
  const StepReport half = steps.world.step(0.5f / 60), whole = steps.world.step(0.75f / 60);
  EXPECT_EQ(half.ticks, 0u);
  EXPECT_NEAR(half.left * 60, 0.5f, 1e-4f);
  EXPECT_EQ(whole.ticks, 1u);
  EXPECT_NEAR(whole.left * 60, 0.25f, 1e-4f);
}

TEST(Step, TheMostTicksAreTheDescs) {
  Scene scene = flock_scene(2);
  scene.desc.budget.most_ticks_a_step = 3;
  Steps steps(scene);
  const StepReport report = steps.world.step(1);
  EXPECT_EQ(report.ticks, 3u);
  EXPECT_NEAR(report.dropped, 57 / 60.f, 1e-4f);
  EXPECT_EQ(steps.world.step(1.f / 60).ticks, 1u);  // What was dropped is not made up for.
}

}  // namespace
}  // namespace cardume::testing
