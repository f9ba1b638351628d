#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/dice.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

class Spawn : public ::testing::Test {
 protected:
  World world_of(std::uint32_t capacity, std::uint32_t event_capacity = 4096) {
    WorldDesc desc;
    desc.capacity = capacity;
    desc.event_capacity = event_capacity;
    return std::move(*World::create(desc, *scheduler_));
  }
  std::unique_ptr<Scheduler> scheduler_ = make_serial_scheduler();
};

TEST_F(Spawn, TakesEffectInTheNextTickAndIdsAreValidAtOnce) {
  World world = world_of(2);
  const AgentId id = *world.spawn({.position = {3, 4, 0}});
  EXPECT_EQ(world.count(), 0u);
  EXPECT_EQ(world.row_of(id), std::nullopt);
  EXPECT_EQ(world.tick().agents, 1u);
  EXPECT_EQ(world.row_of(id), 0u);
  EXPECT_EQ(world.id_at(0), id);
  EXPECT_FLOAT_EQ(world.positions(0)[0], 3);
}

TEST_F(Spawn, TheWorldFillsUpAndSaysSo) {
  World world = world_of(2);
  EXPECT_TRUE(world.spawn(AgentDesc{}));
  EXPECT_EQ(world.spawn_all(std::vector<AgentDesc>(2)).status, Status::kCapacity);
  EXPECT_TRUE(world.spawn(AgentDesc{}));
  EXPECT_EQ(world.spawn(AgentDesc{}).error().status, Status::kCapacity);
  EXPECT_EQ(world.tick().agents, 2u);
}

TEST_F(Spawn, DespawnedIdsAreStaleAtOnceAndTwiceIsAnError) {
  World world = world_of(4);
  const AgentId id = *world.spawn(AgentDesc{});
  world.tick();
  EXPECT_FALSE(world.despawn(id));
  EXPECT_EQ(world.despawn(id).status, Status::kInvalidHandle);
  EXPECT_EQ(world.set_goal(id, {}).status, Status::kInvalidHandle);
  EXPECT_EQ(world.tick().agents, 0u);
  EXPECT_EQ(world.row_of(id), std::nullopt);
}

TEST_F(Spawn, WhoComesAndGoesWithinATickLeavesNothing) {
  World world = world_of(1);
  const AgentId id = *world.spawn(AgentDesc{});
  EXPECT_FALSE(world.despawn(id));
  EXPECT_EQ(world.tick().agents, 0u);
  EXPECT_TRUE(world.spawn(AgentDesc{}));
  EXPECT_EQ(world.tick().agents, 1u);
}

TEST_F(Spawn, B35_EventsComeInIdOrderAfterTheTick) {
  World world = world_of(8);
  std::vector<AgentId> ids(5);
  EXPECT_FALSE(world.spawn_all(std::vector<AgentDesc>(5), ids));
  EXPECT_TRUE(world.events().empty());
  world.tick();
  ASSERT_EQ(world.events().size(), 5u);
  for (AgentId id : {ids[3], ids[0], ids[4]}) EXPECT_FALSE(world.despawn(id));
  world.tick();
  ASSERT_EQ(world.events().size(), 3u);
  EXPECT_TRUE(std::is_sorted(world.events().begin(), world.events().end(),
                             [](const Event& a, const Event& b) { return a.agent < b.agent; }));
  for (const Event& event : world.events()) EXPECT_EQ(event.kind, Event::Kind::kDespawned);
  world.tick();
  EXPECT_TRUE(world.events().empty());
}

TEST_F(Spawn, TooManyEventsRaiseAFlagAndKeepTheFirst) {
  World world = world_of(8, 3);
  EXPECT_FALSE(world.spawn_all(std::vector<AgentDesc>(5)));
  EXPECT_EQ(world.tick().flags, kEventsLost);
  EXPECT_EQ(world.events().size(), 3u);
  EXPECT_EQ(world.tick().flags, 0u);
}

void fill_and_empty(World& world, std::uint32_t capacity) {
  std::vector<AgentId> ids(capacity);
  EXPECT_FALSE(world.spawn_all(std::vector<AgentDesc>(capacity), ids));
  world.tick();
  for (AgentId id : ids) EXPECT_FALSE(world.despawn(id));
  world.tick();
}

TEST_F(Spawn, B39_AfterManyChangesLivingIdsAreValidAndStaleOnesRefused) {
  World world = world_of(500);
  Dice dice(1);
  std::vector<AgentId> living, dead;
  fill_and_empty(world, 500);  // Makes all the room that queued changes will need.
  const std::uint64_t memory = world.memory_bytes();
  for (int tick = 0; tick < 10'000; ++tick) {
    for (int change = 0; change < 100; ++change) {
      if (!living.empty() && dice.chance(50)) {
        std::swap(living[dice() % living.size()], living.back());
        EXPECT_FALSE(world.despawn(living.back()));
        dead.push_back(living.back());
        living.pop_back();
      } else if (const auto id = world.spawn({.position = {static_cast<float>(dice() % 100), 5, 0}})) {
        living.push_back(*id);
      }
    }
    ASSERT_EQ(world.tick().agents, living.size());
    if (tick % 20 != 0) continue;
    for (AgentId id : living) ASSERT_EQ(world.id_at(world.row_of(id).value()), id);
  }
  for (AgentId id : dead) ASSERT_EQ(world.despawn(id).status, Status::kInvalidHandle);
  EXPECT_EQ(world.memory_bytes(), memory);
}

}  // namespace
}  // namespace cardume::testing
