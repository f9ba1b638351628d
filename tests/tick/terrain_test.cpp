#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/thread_pool.hpp"

namespace cardume::testing {
namespace {

std::uint64_t count_events(const World& world, Event::Kind kind) {
  const auto events = world.events();
  return static_cast<std::uint64_t>(
      std::count_if(events.begin(), events.end(), [&](const Event& event) { return event.kind == kind; }));
}

bool in_wall(const World& world, Vec2 at) { return world.terrain().blocked(cell_at(world.terrain(), at)); }

/// The field that the map as it is now gives for that cell.
void expect_field_of_map(const World& world, GoalId goal, Cell cell) {
  const CostGrid& map = world.terrain();
  ASSERT_NE(world.field(goal), nullptr);
  const auto distance = build_integration_field(map, {&cell, 1}, world.desc().fields.metric);
  ASSERT_TRUE(distance);
  EXPECT_EQ(world.field(goal)->direction, build_flow_field(map, *distance, world.desc().fields.mode).direction);
}

/// 30 units on and around a place, 5 x 5 cells of which are then built upon, right beside an older wall.
struct Stamp {
  float radius;
  Cell corner;
};

void run_stamp(const Stamp& stamp, std::uint32_t seed) {
  CostGrid map = open_map(30, 30);
  const std::uint32_t wall = stamp.corner.x + 5;
  add_wall(map, {wall, 0}, {wall, 29});
  Crowd crowd(body_desc(map, 0.45f));
  Dice dice(seed);
  std::vector<AgentId> ids;
  for (int unit = 0; unit < 30; ++unit) {
    const Vec3 place{static_cast<float>(stamp.corner.x) + dice.below(5 - 0.46f),
                     static_cast<float>(stamp.corner.y) + dice.below(5), 0};
    ids.push_back(crowd.spawn({.position = place, .radius = stamp.radius}));
  }
  crowd.world().tick();
  std::map<AgentId, Vec2> before;
  for (AgentId id : ids) before[id] = crowd.position(id);
  const Cell last{stamp.corner.x + 4, stamp.corner.y + 4};
  const auto inside = [&](AgentId id) {
    const Cell cell = cell_at(map, before[id]);
    return cell.x >= stamp.corner.x && cell.y >= stamp.corner.y && cell.x <= last.x && cell.y <= last.y;
  };
  EXPECT_FALSE(crowd.world().set_cost(last, stamp.corner, kWall));
  crowd.world().tick();
  EXPECT_EQ(count_events(crowd.world(), Event::Kind::kEjected), std::count_if(ids.begin(), ids.end(), inside));
  for (AgentId id : ids) {
    const Vec2 at = crowd.position(id);
    EXPECT_FALSE(in_wall(crowd.world(), at));
    EXPECT_LT(at.x, static_cast<float>(wall));
    EXPECT_LE(std::hypot(at.x - before[id].x, at.y - before[id].y), 5);
  }
  crowd.run(3);
  for (AgentId id : ids) EXPECT_LT(crowd.position(id).x, static_cast<float>(wall));
  EXPECT_LT(deepest_in_walls(crowd.world()), 1e-3);
}

TEST(Edits, B16_ABuildingMovesOutWhoeverStandsThere) {
  for (float radius : {0.1f, 0.3f, 0.45f})
    for (std::uint32_t seed = 1; seed <= 8; ++seed) run_stamp({radius, {5 + seed, 4 + 2 * seed}}, seed);
}

TEST(Edits, B16_PointsAreMovedOutToo) {
  for (std::uint32_t size : {1u, 3u, 5u, 8u}) {
    WorldDesc desc;
    desc.terrain = open_map(30, 30);
    desc.species[0].separation.radius = desc.species[0].alignment.radius = desc.species[0].cohesion.radius = 0;
    Crowd crowd(desc);
    Dice dice(size);
    std::map<AgentId, Vec2> before;
    for (int unit = 0; unit < 200; ++unit) {
      const Vec2 place{dice.below(30), dice.below(30)};
      before[crowd.spawn({.position = {place.x, place.y, 0}})] = place;
    }
    crowd.world().tick();
    EXPECT_FALSE(crowd.world().set_cost({0, 0}, {size - 1, 29}, kWall));
    EXPECT_FALSE(crowd.world().set_cost({20, 20}, {19 + size, 19 + size}, kWall));
    crowd.world().tick();
    for (const auto& [id, place] : before) {
      const Vec2 at = crowd.position(id);
      EXPECT_FALSE(in_wall(crowd.world(), at));
      EXPECT_LE(std::hypot(at.x - place.x, at.y - place.y), static_cast<float>(size) + 1);
    }
  }
}

/// A closed room of 6 x 6 cells within a map, and a door of its own that can be opened.
CostGrid room_map() {
  CostGrid map = open_map(20, 20);
  add_wall(map, {5, 5}, {12, 12});
  for (std::uint32_t y = 6; y <= 11; ++y)
    for (std::uint32_t x = 6; x <= 11; ++x) map.cost[map.index({x, y})] = kOpenCost;
  return map;
}

void run_filled_room(float radius) {
  WorldDesc desc = body_desc(room_map(), radius);
  desc.species[0].arrival.fill = 0;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({18.5f, 9});
  std::vector<AgentId> ids;
  for (float x : {7.f, 9.f, 11.f})
    for (float y : {7.f, 8.5f, 11.f})
      ids.push_back(crowd.spawn({.position = {x, y, 0}, .velocity = {1, 1, 0}, .goal = goal}));
  crowd.run(0.2);
  std::map<AgentId, Vec2> before;
  for (AgentId id : ids) before[id] = crowd.position(id);
  EXPECT_FALSE(crowd.world().set_cost({6, 6}, {11, 11}, kWall));
  crowd.world().tick();
  EXPECT_EQ(count_events(crowd.world(), Event::Kind::kEjected), 0u);
  crowd.run(2);
  for (AgentId id : ids) {
    EXPECT_EQ(crowd.position(id), before[id]);
    EXPECT_EQ(crowd.velocity(id), (Vec2{0, 0}));
  }
  EXPECT_FALSE(crowd.world().set_cost({6, 6}, {12, 11}, kOpenCost));
  crowd.run(12);
  for (AgentId id : ids) EXPECT_GT(crowd.position(id).x, 13);
}

TEST(Edits, WhoHasNoWayOutOfANewWallStandsStillUntilItIsGone) {
  for (float radius : {0.f, 0.2f, 0.45f}) run_filled_room(radius);
}

TEST(Edits, NoWayOutLeadsThroughAWallThatOpensAndClosesInTheSameTick) {
  Crowd crowd(body_desc(room_map(), 0.3f));
  const AgentId id = crowd.spawn({.position = {11.5f, 9, 0}});
  crowd.run(0.1);
  EXPECT_FALSE(crowd.world().set_cost({12, 6}, {12, 11}, kOpenCost));
  EXPECT_FALSE(crowd.world().set_cost({6, 6}, {12, 11}, kWall));
  crowd.run(0.1);
  EXPECT_EQ(crowd.position(id), (Vec2{11.5f, 9}));
}

TEST(Edits, B17_FieldsFollowADoorThatClosesAndOpens) {
  CostGrid map = room_map();
  for (Cell door : {Cell{12, 8}, {5, 8}}) map.cost[map.index(door)] = kOpenCost;
  Crowd crowd(body_desc(map, 0.3f));
  const GoalId goal = crowd.add_goal({18.5f, 8.5f});
  const Cell inside{8, 8};
  crowd.run(0.2);
  EXPECT_GT(direction_at(*crowd.world().field(goal), inside).x, 0.5f);
  EXPECT_FALSE(crowd.world().set_cost({12, 8}, {12, 8}, kWall));
  crowd.run(0.2);
  EXPECT_LT(direction_at(*crowd.world().field(goal), inside).x, -0.5f);
  EXPECT_FALSE(crowd.world().set_cost({5, 8}, {5, 8}, kWall));
  crowd.run(0.2);
  EXPECT_EQ(crowd.world().field(goal)->packed(inside), FlowField::kNoDirection);
  EXPECT_FALSE(crowd.world().set_cost({12, 8}, {12, 8}, kOpenCost));
  crowd.run(0.2);
  EXPECT_GT(direction_at(*crowd.world().field(goal), inside).x, 0.5f);
}

TEST(Edits, AnEditIsFollowedByAFieldAfterTheLatency) {
  Crowd crowd(body_desc(open_map(20, 20), 0.3f));
  const GoalId goal = crowd.add_goal({15.5f, 10});
  crowd.run(1);
  EXPECT_FALSE(crowd.world().set_cost({10, 3}, {10, 16}, kWall));
  for (std::uint32_t tick = 0; tick <= crowd.world().desc().fields.latency_ticks; ++tick)
    EXPECT_EQ(crowd.world().tick().fields_published, tick / crowd.world().desc().fields.latency_ticks);
  expect_field_of_map(crowd.world(), goal, {15, 10});
}

TEST(Edits, B18_AfterAStormOfEditsFieldsEqualAFullRebuild) {
  CostGrid map = open_map(40, 40);
  Crowd crowd(body_desc(map, 0.3f));
  const GoalId resting = crowd.add_goal({5.5f, 5.5f}), moving = crowd.add_goal({30.5f, 30.5f});
  Dice dice(5);
  std::uint32_t built = 0;
  for (int tick = 1; tick <= 600; ++tick) {
    const bool quiet = tick % 60 > 45;
    for (int edit = 0; edit < 3 && !quiet; ++edit) {
      const Cell cell{6 + dice() % 34, 6 + dice() % 24};
      EXPECT_FALSE(crowd.world().set_cost(cell, cell, dice.chance(60) ? kWall : dice.chance(50) ? 9 : kOpenCost));
    }
    const float x = 30.5f + static_cast<float>(tick / 60 % 5);
    EXPECT_FALSE(crowd.world().move_goal(moving, {x, 35.5f}));
    built += crowd.world().tick().fields_published;
    if (tick % 60 != 59) continue;
    expect_field_of_map(crowd.world(), resting, {5, 5});
    expect_field_of_map(crowd.world(), moving, {static_cast<std::uint32_t>(x), 35});
  }
  EXPECT_LE(built, 2u * (600 / 4 + 1));  // No more than one a period each.
}

TEST(Edits, AGoalThatIsBuiltUponLeadsBesideItAndComesBack) {
  Crowd crowd(body_desc(open_map(20, 20), 0.3f));
  const GoalId goal = crowd.add_goal({10.5f, 10.5f});
  crowd.run(0.2);
  EXPECT_FALSE(crowd.world().set_cost({9, 9}, {10, 10}, kWall));
  crowd.run(0.2);
  const Cell beside = *nearest_free(crowd.world().terrain(), {10, 10}, 64);
  expect_field_of_map(crowd.world(), goal, beside);
  EXPECT_FALSE(crowd.world().set_cost({9, 9}, {10, 10}, kOpenCost));
  crowd.run(0.2);
  expect_field_of_map(crowd.world(), goal, {10, 10});
}

TEST(Edits, AGoalWithNoFreeCellNearKeepsItsFieldUntilThereIsOne) {
  WorldDesc desc = body_desc(open_map(20, 20), 0.3f);
  desc.fields.snap_radius = 2;
  Crowd crowd(desc);
  const GoalId goal = crowd.add_goal({10.5f, 10.5f});
  crowd.run(0.2);
  const std::vector<std::uint32_t> before = crowd.world().field(goal)->direction;
  EXPECT_FALSE(crowd.world().set_cost({6, 6}, {14, 14}, kWall));
  EXPECT_EQ(crowd.run(0.5).flags, 0u);
  EXPECT_EQ(crowd.world().field(goal)->direction, before);
  EXPECT_FALSE(crowd.world().set_cost({12, 11}, {14, 11}, kOpenCost));
  crowd.run(0.2);
  expect_field_of_map(crowd.world(), goal, {12, 11});
}

/// Buildings come and go on a crowd that walks through caves of them.
std::vector<std::uint64_t> edited_run(Scheduler& scheduler) {
  WorldDesc desc = body_desc(open_map(64, 64), 0.35f);
  desc.fields.density_cost = 20;
  auto world = World::create(desc, scheduler);
  const GoalId goal = *world->add_goal({50.5f, 50.5f});
  Dice dice(9);
  for (int body = 0; body < 5000; ++body)
    EXPECT_TRUE(world->spawn({.position = {1 + dice.below(62), 1 + dice.below(62), 0}, .goal = goal}));
  std::vector<std::uint64_t> hashes;
  for (int tick = 0; tick < 60; ++tick) {
    const Cell cell{dice() % 56, dice() % 56};
    EXPECT_FALSE(
        world->set_cost(cell, {cell.x + dice() % 8, cell.y + dice() % 8}, dice.chance(60) ? kWall : kOpenCost));
    hashes.push_back(world->tick().state_hash);
  }
  EXPECT_LT(deepest_in_walls(*world), 0.36);  // Some stand beside what was built last.
  return hashes;
}

TEST(EditsDeterminism, AreTheSameOnTbb) {
  EXPECT_EQ(edited_run(*make_tbb_scheduler(2)), edited_run(*make_serial_scheduler()));
}

TEST(EditsDeterminism, AreTheSameOnTheHostsThreads) {
  ThreadPool pool(3);
  EXPECT_EQ(edited_run(*make_host_scheduler(pool.callbacks())), edited_run(*make_serial_scheduler()));
}

}  // namespace
}  // namespace cardume::testing
