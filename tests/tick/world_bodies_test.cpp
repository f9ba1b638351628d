#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/scenes.hpp"

namespace cardume::testing {
namespace {

const float kNan = std::nanf("");

TEST(WorldBodies, B7_RefusesBadDescsAndNamesTheField) {
  using Spoil = std::function<void(WorldDesc&)>;
  const std::pair<const char*, Spoil> cases[] = {
      {"species[0].body.radius", [](WorldDesc& desc) { desc.species[0].body.radius = -1; }},
      {"species[0].body.radius", [](WorldDesc& desc) { desc.species[0].body.radius = kNan; }},
      {"species[0].body.mass", [](WorldDesc& desc) { desc.species[0].body.mass = 0; }},
      {"species[0].body.mass", [](WorldDesc& desc) { desc.species[0].body.mass = 2e6f; }},
      {"species[0].body.push_resistance", [](WorldDesc& desc) { desc.species[0].body.push_resistance = 1.5f; }},
      {"species[0].avoidance.radius", [](WorldDesc& desc) { desc.species[0].avoidance.radius = -1; }},
      {"species[0].avoidance.weight", [](WorldDesc& desc) { desc.species[0].avoidance.weight = kNan; }},
      {"species[0].avoidance.horizon", [](WorldDesc& desc) { desc.species[0].avoidance.horizon = 0; }},
      {"species[0].avoidance.right_bias", [](WorldDesc& desc) { desc.species[0].avoidance.right_bias = 2; }},
      {"species[0].arrival.fill", [](WorldDesc& desc) { desc.species[0].arrival.fill = 0.9f; }},
      {"species[0].arrival.stuck_seconds", [](WorldDesc& desc) { desc.species[0].arrival.stuck_seconds = 0; }},
      {"species[0].arrival.patience", [](WorldDesc& desc) { desc.species[0].arrival.patience = -0.5f; }},
      {"fields.density_cost", [](WorldDesc& desc) { desc.fields.density_cost = 255; }},
      {"contacts.iterations", [](WorldDesc& desc) { desc.contacts.iterations = 0; }},
      {"contacts.iterations", [](WorldDesc& desc) { desc.contacts.iterations = 9; }},
      {"budget.most_ticks_a_step", [](WorldDesc& desc) { desc.budget.most_ticks_a_step = 0; }},
  };
  const auto scheduler = make_serial_scheduler();
  for (const auto& [field, spoil] : cases) {
    WorldDesc desc = body_desc(open_map(8, 8), 0.3f);
    spoil(desc);
    const auto world = World::create(desc, *scheduler);
    ASSERT_FALSE(world) << field;
    EXPECT_EQ(world.error().status, Status::kInvalidArgument) << field;
    EXPECT_EQ(world.error().message.rfind(std::string(field) + " must be", 0), 0u) << world.error().message;
  }
}

TEST(WorldBodies, B7_RefusesBadBodies) {
  Crowd crowd(body_desc(open_map(8, 8), 0.3f));
  const std::pair<const char*, AgentDesc> cases[] = {
      {"radius", {.position = {4, 4, 0}, .radius = 0.4f}},
      {"radius", {.position = {4, 4, 0}, .radius = -0.1f}},
      {"radius", {.position = {4, 4, 0}, .radius = kNan}},
      {"mass", {.position = {4, 4, 0}, .mass = -1}},
      {"mass", {.position = {4, 4, 0}, .mass = 1e7f}},
      {"mass", {.position = {4, 4, 0}, .mass = kNan}},
      {"snap_distance", {.position = {4, 4, 0}, .snap_distance = kNan}},
  };
  for (const auto& [field, agent] : cases) {
    const auto id = crowd.world().spawn(agent);
    ASSERT_FALSE(id) << field;
    EXPECT_EQ(id.error().status, Status::kInvalidArgument) << field;
    EXPECT_EQ(id.error().message.rfind(std::string("agents[0].") + field + " must be", 0), 0u) << id.error().message;
  }
  EXPECT_EQ(crowd.world().tick().agents, 0u);
}

TEST(WorldBodies, ABatchWithOneBadBodyIsRefusedWhole) {
  Crowd crowd(body_desc(open_map(8, 8), 0.3f));
  const AgentDesc good{.position = {4, 4, 0}}, bad{.position = {4, 4, 0}, .radius = 1};
  EXPECT_EQ(crowd.world().spawn_all(std::vector<AgentDesc>{good, bad, good}).status, Status::kInvalidArgument);
  crowd.spawn(good);
  EXPECT_EQ(crowd.world().tick().agents, 1u);
}

TEST(WorldBodies, WhatABodyDoesNotSayItsSpeciesSays) {
  Crowd crowd(body_desc(open_map(8, 8), 0.3f));
  const AgentId usual = crowd.spawn({.position = {2, 2, 0}}),
                small = crowd.spawn({.position = {5, 5, 0}, .radius = 0.1f});
  crowd.run(1 / 60.0);
  EXPECT_EQ(crowd.world().radii()[crowd.world().row_of(usual).value()], 0.3f);
  EXPECT_EQ(crowd.world().radii()[crowd.world().row_of(small).value()], 0.1f);
  EXPECT_EQ(crowd.state(usual), AgentState::kMoving);
}

TEST(WorldBodies, PointsHaveNoColumnsOfBodies) {
  const auto scheduler = make_serial_scheduler();
  World world = build(flock_scene(2), *scheduler);
  world.tick();
  EXPECT_TRUE(world.radii().empty());
  EXPECT_TRUE(world.states().empty());
  EXPECT_TRUE(world.pressures().empty());
  std::vector<ContactPair> pairs(3);
  EXPECT_FALSE(world.contacts(pairs));
  EXPECT_TRUE(pairs.empty());
  EXPECT_EQ(world.set_locked(world.id_at(0), true).status, Status::kInvalidArgument);
  EXPECT_EQ(world.terrain().cost.size(), 0u);
}

TEST(WorldBodies, ALockedBodyStandsUntilItIsUnlocked) {
  Crowd crowd(body_desc(open_map(32, 8), 0.3f));
  const GoalId goal = crowd.add_goal({30, 4});
  const AgentId id = crowd.spawn({.position = {4, 4, 0}, .velocity = {4, 0, 0}, .goal = goal, .locked = true});
  crowd.run(1);
  EXPECT_EQ(crowd.position(id), (Vec2{4, 4}));
  EXPECT_EQ(crowd.velocity(id), (Vec2{0, 0}));
  EXPECT_FALSE(crowd.world().set_locked(id, false));
  crowd.run(1);
  EXPECT_GT(crowd.position(id).x, 5.f);
  EXPECT_FALSE(crowd.world().set_locked(id, true));
  crowd.run(1 / 60.0);
  const Vec2 there = crowd.position(id);
  crowd.run(1);
  EXPECT_EQ(crowd.position(id), there);
  EXPECT_EQ(crowd.world().set_locked({}, true).status, Status::kInvalidHandle);
}

TEST(WorldBodies, RefusesEditsThatAreNoPartOfTheMap) {
  Crowd crowd(body_desc(open_map(8, 6), 0.3f));
  World& world = crowd.world();
  EXPECT_EQ(world.set_cost({8, 0}, {0, 0}, kWall).status, Status::kInvalidArgument);
  EXPECT_EQ(world.set_cost({0, 0}, {0, 6}, kWall).status, Status::kInvalidArgument);
  EXPECT_EQ(world.set_cost({0, 0}, {1, 1}, 0).message, "cost must be a number from 1 to 255");
  EXPECT_FALSE(world.set_cost({5, 4}, {2, 3}, 7));  // Corners in any order.
  EXPECT_EQ(world.terrain().cost[world.terrain().index({2, 3})], kOpenCost);
  world.tick();
  for (std::uint32_t y = 0; y < 6; ++y)
    for (std::uint32_t x = 0; x < 8; ++x) {
      const bool edited = x >= 2 && x <= 5 && y >= 3 && y <= 4;
      EXPECT_EQ(world.terrain().cost[world.terrain().index({x, y})], edited ? 7 : kOpenCost) << x << "," << y;
    }
}

TEST(WorldBodies, EqualEditsAreEqualStatesAndUnequalOnesAreNot) {
  const auto hash_after = [](Cell cell, std::uint8_t cost) {
    Crowd crowd(body_desc(open_map(8, 8), 0.3f));
    EXPECT_FALSE(crowd.world().set_cost(cell, cell, cost));
    return crowd.world().tick().state_hash;
  };
  EXPECT_EQ(hash_after({2, 3}, 5), hash_after({2, 3}, 5));
  EXPECT_NE(hash_after({2, 3}, 5), hash_after({3, 2}, 5));
  EXPECT_NE(hash_after({2, 3}, 5), hash_after({2, 3}, 6));
}

/// The hash a tick after these edits to one map.
std::uint64_t hash_of_edits(std::vector<std::pair<Cell, std::uint8_t>> edits) {
  Crowd crowd(body_desc(open_map(8, 8), 0.3f));
  for (const auto& [cell, cost] : edits) EXPECT_FALSE(crowd.world().set_cost(cell, cell, cost));
  crowd.world().tick();
  return crowd.world().tick().state_hash;
}

TEST(WorldBodies, EqualMapsAreEqualStatesHoweverTheyCameAbout) {
  EXPECT_EQ(hash_of_edits({}), hash_of_edits({{{2, 3}, kOpenCost}}));
  EXPECT_EQ(hash_of_edits({}), hash_of_edits({{{2, 3}, 7}, {{2, 3}, kOpenCost}}));
  EXPECT_EQ(hash_of_edits({{{2, 3}, 7}, {{5, 6}, kWall}}), hash_of_edits({{{5, 6}, kWall}, {{2, 3}, 7}}));
  EXPECT_NE(hash_of_edits({{{2, 3}, 7}, {{5, 6}, 9}}), hash_of_edits({{{2, 3}, 9}, {{5, 6}, 7}}));
}

TEST(WorldBodies, AnEditThatChangesNothingBuildsNoField) {
  CostGrid map = open_map(16, 16);
  add_wall(map, {4, 4}, {6, 6});
  Crowd crowd(body_desc(map, 0.3f));
  crowd.add_goal({12.5f, 12.5f});
  crowd.run(1);
  std::uint32_t built = 0;
  for (int tick = 0; tick < 60; ++tick) {
    EXPECT_FALSE(crowd.world().set_cost({4, 4}, {6, 6}, kWall));
    EXPECT_FALSE(crowd.world().set_cost({8, 0}, {9, 15}, kOpenCost));
    built += crowd.world().tick().fields_published;
  }
  EXPECT_EQ(built, 0u);
}

TEST(WorldBodies, BodiesFarSmallerThanTheirSpeciesAreKeptApart) {
  Crowd crowd(body_desc(open_map(40, 40), 2.4f));
  const GoalId goal = crowd.add_goal({20, 20});
  for (std::uint32_t i = 0; i < 600; ++i) {
    const Vec3 place{14 + 0.3f * static_cast<float>(i % 25), 14 + 0.3f * static_cast<float>(i / 25), 0};
    crowd.spawn({.position = place, .goal = goal, .radius = 0.1f});
  }
  crowd.run(20);
  EXPECT_GT(crowd.count(AgentState::kArrived), 500u);
  EXPECT_EQ(crowd.world().overlaps().deep, 0u) << crowd.world().overlaps().deepest;
}

TEST(WorldBodies, FormationsAreOfBodiesAlone) {
  WorldDesc desc = body_desc(open_map(20, 20), 0.3f);
  desc.species.push_back(desc.species[0]);
  desc.species[1].body.radius = 0;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({10, 10});
  const AgentId body = crowd.spawn({.position = {2, 2, 0}}), point = crowd.spawn({.position = {4, 2, 0}, .species = 1});
  const AgentId members[] = {body, point};
  EXPECT_EQ(crowd.world().form_up(goal, members).message, "members must have bodies");
  crowd.run(1 / 60.0);
  EXPECT_EQ(crowd.world().form_up(goal, members).status, Status::kInvalidArgument);
  EXPECT_FALSE(crowd.world().form_up(goal, {members, 1}));
  EXPECT_EQ(crowd.world().form_up(goal, {members, 1}, {.spacing = 1e-40f}).message,
            "spacing must be 0 or a number from 1e-6 to 1e6");
}

}  // namespace
}  // namespace cardume::testing
