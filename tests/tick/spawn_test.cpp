#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/scenes.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

class Spawn : public ::testing::Test {
 protected:
  World world_of(std::uint32_t capacity, std::uint32_t event_capacity = 4096) {
    WorldDesc desc;
    desc.capacity = capacity;
    desc.budget.event_capacity = event_capacity;
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

/// Caves by chance: 30 % of the cells are walls.
CostGrid rubble(Dice& dice) {
  CostGrid map = open_map(60, 60);
  map.cell_size = 1.5f;
  for (std::uint8_t& cost : map.cost) cost = dice.chance(30) ? kWall : kOpenCost;
  return map;
}

TEST_F(Spawn, B15_PlacesInWallsAreRefusedOrSnappedAsAsked) {
  Dice dice(15);
  const CostGrid map = rubble(dice);
  WorldDesc desc = body_desc(map, 1);
  desc.species[0].body.collides = 0;
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = 0;
  Crowd crowd(desc);
  int refused = 0, moved = 0;
  for (int i = 0; i < 1000; ++i) {
    AgentDesc agent{.position = {dice.below(90), dice.below(90), 0}};
    if (i % 4 == 0) agent.species = 1;
    if (i % 4 != 0) agent.radius = 0.05f + dice.below(0.95f);
    const Vec2 place{agent.position.x, agent.position.y};
    const double gap = distance_to_walls(map, place) - static_cast<double>(agent.radius);
    const bool free = agent.radius == 0 ? !map.blocked(cell_at(map, place)) : gap >= 0;
    if (std::abs(gap) < 2e-3) continue;  // Too close to call.
    const auto plain = crowd.world().spawn(agent);
    ASSERT_EQ(static_cast<bool>(plain), free);
    if (!free) {
      ++refused;
      EXPECT_EQ(plain.error().status, Status::kInvalidArgument);
      EXPECT_EQ(plain.error().message, agent.species == 1
                                           ? "agents[0].position must be outside walls"
                                           : "agents[0].position must be where its body is clear of walls");
    }
    agent.snap_distance = 12;
    const auto snapped = crowd.world().spawn(agent);
    if (!snapped) continue;
    crowd.world().tick();
    const Vec2 at = crowd.position(*snapped);
    const float way = std::hypot(at.x - place.x, at.y - place.y);
    EXPECT_TRUE(free ? at == place : way <= 12.001f);
    EXPECT_FALSE(crowd.world().despawn(*snapped));
    if (plain) {
      EXPECT_FALSE(crowd.world().despawn(*plain));
    } else {
      ++moved;
    }
    crowd.world().tick();
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(moved, 250);
}

TEST_F(Spawn, B15_WhoIsSnappedStandsClearOfWallsFromTheFirstTickOn) {
  Dice dice(16);
  for (float radius : {0.2f, 0.7f, 1.6f}) {
    Crowd crowd(body_desc(rubble(dice), radius));
    std::uint32_t there = 0;
    for (int i = 0; i < 300; ++i) {
      const auto id = crowd.world().spawn({.position = {dice.below(90), dice.below(90), 0}, .snap_distance = 90});
      if (!id) continue;
      crowd.world().tick();
      ++there;
      EXPECT_LT(deepest_in_walls(crowd.world()), 1e-3 * static_cast<double>(radius));
      EXPECT_FALSE(crowd.world().despawn(*id));
    }
    EXPECT_TRUE(there == 300 || (radius > 1 && there == 0)) << there;
  }
}

TEST_F(Spawn, B15_WithoutSnapDistanceEnoughNothingIsMoved) {
  CostGrid map = open_map(30, 30);
  add_wall(map, {10, 10}, {19, 19});
  Crowd crowd(body_desc(map, 0.5f));
  EXPECT_FALSE(crowd.world().spawn({.position = {15, 15, 0}, .snap_distance = 5.4f}));
  const AgentId id = crowd.spawn({.position = {15.1f, 15, 0}, .snap_distance = 5.6f});
  crowd.run(0.02);
  EXPECT_EQ(crowd.position(id), (Vec2{20.5f, 15}));
}

TEST_F(Spawn, OpenGroundWithoutAMapHasNoWalls) {
  WorldDesc desc = body_desc({}, 3);
  Crowd crowd(desc);
  const AgentId id = crowd.spawn({.position = {0, 0, 0}});
  crowd.run(0.1);
  EXPECT_EQ(crowd.position(id), (Vec2{0, 0}));
}

}  // namespace
}  // namespace cardume::testing
