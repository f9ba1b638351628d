#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/worldgen.hpp>
#include <cmath>
#include <utility>

#include "tests/support/crowds.hpp"
#include "tests/support/walls.hpp"

namespace cardume::testing {
namespace {

CostGrid caves(std::uint32_t width, std::uint32_t height) {
  return *generate_caves({.width = width, .height = height, .seed = width});
}

/// Points that do nothing but follow their field.
WorldDesc point_desc(CostGrid map, Tiling tiling) {
  WorldDesc desc = body_desc(std::move(map), 0.f, 12);
  desc.fields.tiling = tiling;
  return desc;
}

Vec2 centre(Cell cell) { return {static_cast<float>(cell.x) + 0.5f, static_cast<float>(cell.y) + 0.5f}; }

/// An agent in one of so many free cells.
std::vector<AgentId> populate(World& world, std::uint32_t spacing, GoalId goal) {
  const CostGrid& map = world.terrain();
  std::vector<AgentId> ids;
  for (std::uint32_t i = 0; i < map.cost.size(); ++i) {
    const Cell cell{i % map.width, i / map.width};
    const Vec2 at = centre(cell);
    if (map.cost[i] == kWall || i % spacing != 0 || distance_to_walls(map, at) < 0.5) continue;
    const Result<AgentId> id = world.spawn({.position = {at.x, at.y, 0}, .goal = goal});
    EXPECT_TRUE(id) << id.error().message;
    ids.push_back(*id);
  }
  return ids;
}

Vec3 near_middle(const CostGrid& map) {
  const Cell cell = *nearest_free(map, {map.width / 2, map.height / 2}, 64);
  return {centre(cell).x, centre(cell).y, 0};
}

/// The tick in which each agent first came near its goal; 0 for never.
std::vector<std::uint32_t> arrivals(const WorldDesc& desc, float radius, std::uint32_t ticks) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(desc, *scheduler);
  const Vec3 goal = near_middle(world->terrain());
  const std::vector<AgentId> ids = populate(*world, 509, *world->add_goal(goal));
  std::vector<std::uint32_t> came(ids.size());
  for (std::uint32_t tick = 1; tick <= ticks; ++tick) {
    world->tick();
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const std::uint32_t row = *world->row_of(ids[i]);
      const float dx = world->positions(0)[row] - goal.x, dy = world->positions(1)[row] - goal.y;
      if (came[i] == 0 && dx * dx + dy * dy < radius * radius) came[i] = tick;
    }
    if (tick % 60 == 0) {
      EXPECT_LT(deepest_in_walls(*world), 1e-3);
    }
  }
  return came;
}

/// Everybody comes, hardly later than along whole fields.
void expect_like_whole(WorldDesc desc, float radius, std::uint32_t ticks) {
  desc.fields.tiling = Tiling::kNever;
  const std::vector<std::uint32_t> whole = arrivals(desc, radius, ticks);
  desc.fields.tiling = Tiling::kAlways;
  const std::vector<std::uint32_t> tiled = arrivals(desc, radius, ticks);
  ASSERT_EQ(whole.size(), tiled.size());
  double whole_sum = 0, tiled_sum = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_GT(whole[i], 0u) << i;
    EXPECT_GT(tiled[i], 0u) << i;
    EXPECT_LT(tiled[i], whole[i] * 1.1 + 60) << i;
    whole_sum += whole[i];
    tiled_sum += tiled[i];
  }
  EXPECT_LT(tiled_sum, whole_sum * 1.03);
}

TEST(Tiles, PointsComeToTheGoalAsAlongWholeFields) {
  for (const auto& [width, height] : {std::pair(300u, 200u), std::pair(513u, 130u)})
    expect_like_whole(point_desc(caves(width, height), Tiling::kAlways), 3, 6000);
}

TEST(Tiles, BodiesComeToTheGoalAsAlongWholeFields) {
  for (const auto& [width, height] : {std::pair(300u, 200u), std::pair(200u, 140u)})
    expect_like_whole(body_desc(caves(width, height), 0.3f, 12), 12, 6000);
}

/// Which way an agent at rest sets out, as its trace has it.
Vec2 way_of(const World& world, AgentId id) {
  std::vector<Vec2> way;
  EXPECT_FALSE(world.trace(id, 2, way));
  if (way.size() < 2) return {};
  const Vec2 step{way[1].x - way[0].x, way[1].y - way[0].y};
  const float length = std::sqrt(step.x * step.x + step.y * step.y);
  return {step.x / length, step.y / length};
}

TEST(Tiles, LeadLikeWholeFieldsWhereTheGroundIsOpen) {
  std::vector<std::vector<Vec2>> ways;
  for (const Tiling tiling : {Tiling::kNever, Tiling::kAlways}) {
    const auto scheduler = make_serial_scheduler();
    auto world = World::create(point_desc(open_map(300, 230), tiling), *scheduler);
    const std::vector<AgentId> ids = populate(*world, 37, *world->add_goal({150.5f, 101.5f, 0}));
    for (int tick = 0; tick < 4; ++tick) world->tick();
    ways.emplace_back();
    for (const AgentId id : ids) ways.back().push_back(way_of(*world, id));
  }
  double sum = 0;
  std::size_t unlike = 0;
  for (std::size_t i = 0; i < ways[0].size(); ++i) {
    const double cosine = ways[0][i].x * ways[1][i].x + ways[0][i].y * ways[1][i].y;
    const bool at_goal = ways[0][i] == Vec2{};
    unlike += !at_goal && cosine < 0.85;
    sum += at_goal ? 1 : cosine;
  }
  EXPECT_LE(unlike, ways[0].size() / 50);  // In corners of tiles.
  EXPECT_GT(sum / static_cast<double>(ways[0].size()), 0.995);
}

TEST(Tiles, AgentsGoAsTheirTracesSayOnBothSidesOfEdges) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(point_desc(caves(260, 200), Tiling::kAlways), *scheduler);
  const GoalId goal = *world->add_goal(near_middle(world->terrain()));
  const std::vector<AgentId> ids = populate(*world, 23, goal);
  for (int tick = 0; tick < 4; ++tick) world->tick();
  std::uint32_t led = 0;
  for (const AgentId id : ids) {
    const std::uint32_t row = *world->row_of(id);
    const Vec2 way = way_of(*world, id), speed{world->velocities(0)[row], world->velocities(1)[row]};
    const float length = std::sqrt(speed.x * speed.x + speed.y * speed.y);
    if (way == Vec2{} || length == 0) continue;
    ++led;
    EXPECT_GT(way.x * speed.x + way.y * speed.y, 0.9f * length) << world->positions(0)[row];
  }
  EXPECT_GT(led, ids.size() * 9 / 10);
}

TEST(Tiles, FollowAGoalThatMovesOnEveryTickAndThoseWhoComeLater) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(point_desc(open_map(420, 150), Tiling::kAlways), *scheduler);
  const GoalId goal = *world->add_goal({20, 75, 0});
  const AgentId early = *world->spawn({.position = {200, 20, 0}, .goal = goal});
  AgentId late;
  float x = 20;
  for (int tick = 0; tick < 2400; ++tick) {
    if (tick == 300) late = *world->spawn({.position = {410, 140, 0}, .goal = goal});
    x = std::min(x + 0.2f, 300.f);
    EXPECT_FALSE(world->move_goal(goal, {x, 75, 0}));
    world->tick();
  }
  for (const AgentId id : {early, late}) {
    const std::uint32_t row = *world->row_of(id);
    EXPECT_NEAR(world->positions(0)[row], 300, 3);
    EXPECT_NEAR(world->positions(1)[row], 75, 3);
  }
}

TEST(Tiles, GoalsThatPartGoTheirOwnWays) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(point_desc(open_map(300, 150), Tiling::kAlways), *scheduler);
  const GoalId rests = *world->add_goal({150, 75, 0}), moves = *world->add_goal({150, 75, 0});
  const AgentId first = *world->spawn({.position = {30, 20, 0}, .goal = rests});
  const AgentId second = *world->spawn({.position = {30, 130, 0}, .goal = moves});
  float x = 150;
  for (int tick = 0; tick < 2000; ++tick) {
    x = std::min(x + 0.15f, 280.f);
    EXPECT_FALSE(world->move_goal(moves, {x, 75, 0}));
    world->tick();
  }
  EXPECT_NEAR(world->positions(0)[*world->row_of(first)], 150, 3);
  EXPECT_NEAR(world->positions(0)[*world->row_of(second)], 280, 3);
}

/// A wall across the map with a near and a far door, in tiles of their own.
CostGrid two_doors() {
  CostGrid map = open_map(200, 200);
  add_wall(map, {100, 0}, {100, 199});
  for (const std::uint32_t y : {30u, 31u, 32u, 170u, 171u, 172u}) map.cost[map.index({100, y})] = kOpenCost;
  return map;
}

TEST(Tiles, FollowDoorsThatCloseAndOpen) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(point_desc(two_doors(), Tiling::kAlways), *scheduler);
  const GoalId goal = *world->add_goal({180, 31, 0});
  const AgentId id = *world->spawn({.position = {60, 31, 0}, .goal = goal});
  for (int tick = 0; tick < 60; ++tick) world->tick();
  EXPECT_FALSE(world->set_cost({100, 30}, {100, 32}, kWall));
  float highest = 0;
  for (int tick = 0; tick < 2500; ++tick) {
    world->tick();
    highest = std::max(highest, world->positions(1)[0]);
  }
  EXPECT_GT(highest, 169);  // By the far door.
  EXPECT_NEAR(world->positions(0)[*world->row_of(id)], 180, 3);
  EXPECT_FALSE(world->set_cost({100, 30}, {100, 32}, kOpenCost));
  EXPECT_FALSE(world->move_goal(goal, {20, 31, 0}));
  for (int tick = 0; tick < 1500; ++tick) {
    world->tick();
    EXPECT_LT(world->positions(1)[0], 60);
  }
  EXPECT_NEAR(world->positions(0)[*world->row_of(id)], 20, 3);
}

TEST(Tiles, AStormOfEditsHoldsNobodyUp) {
  const auto scheduler = make_serial_scheduler();
  auto world = World::create(point_desc(open_map(230, 130), Tiling::kAlways), *scheduler);
  const GoalId goal = *world->add_goal({210, 60, 0});
  const AgentId id = *world->spawn({.position = {10, 60, 0}, .goal = goal});
  for (std::uint32_t tick = 0; tick < 1400; ++tick) {
    const Cell cell{tick * 17 % 150 + 50, tick * 29 % 40 + 85};
    EXPECT_FALSE(world->set_cost(cell, cell, tick % 3 == 0 ? kWall : std::uint8_t{3}));
    world->tick();
  }
  EXPECT_NEAR(world->positions(0)[*world->row_of(id)], 210, 3);
}

TEST(Tiles, AreGivenBackWithTheirGoal) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc = point_desc(open_map(500, 400), Tiling::kAlways);
  desc.fields.cache_bytes = 0;
  auto world = World::create(desc, *scheduler);
  std::uint64_t first = 0;
  for (std::uint32_t round = 0; round < 8; ++round) {
    const GoalId goal = *world->add_goal({20 + 50 * static_cast<float>(round), 60, 0});
    if (round == 0) populate(*world, 97, goal);
    for (std::uint32_t row = 0; row < world->count(); ++row) EXPECT_FALSE(world->set_goal(world->id_at(row), goal));
    for (int tick = 0; tick < 20; ++tick) world->tick();
    if (round == 1) first = world->memory_bytes();
    EXPECT_FALSE(world->remove_goal(goal));
    for (int tick = 0; tick < 10; ++tick) world->tick();
  }
  EXPECT_LT(static_cast<double>(world->memory_bytes()), static_cast<double>(first) * 1.05);
}

/// Hashes of a world of tiles with goals that move and part, doors, and agents that come later.
std::vector<std::uint64_t> hashes(Scheduler& scheduler, float radius) {
  WorldDesc desc = body_desc(caves(200, 140), radius, 12);
  desc.fields.tiling = Tiling::kAlways;
  auto world = World::create(desc, scheduler);
  const Vec3 middle = near_middle(world->terrain());
  const GoalId one = *world->add_goal(middle), other = *world->add_goal(middle);
  populate(*world, 101, one);
  std::vector<std::uint64_t> all;
  for (std::uint32_t tick = 0; tick < 80; ++tick) {
    EXPECT_FALSE(world->move_goal(one, {middle.x + static_cast<float>(tick % 40) / 2, middle.y, 0}));
    for (std::uint32_t row = 0; tick == 40 && row < world->count(); row += 2)
      EXPECT_FALSE(world->set_goal(world->id_at(row), other));
    const Cell cell{20 + tick * 7 % 150, 20 + tick * 13 % 100};
    if (tick % 3 == 0) {
      EXPECT_FALSE(world->set_cost(cell, {cell.x + 2, cell.y}, tick % 2 == 0 ? kWall : kOpenCost));
    }
    all.push_back(world->tick().state_hash);
  }
  return all;
}

TEST(Tiles, GiveTheSameHashesOnAnyThreads) {
  for (const float radius : {0.f, 0.4f}) {
    const std::vector<std::uint64_t> expected = hashes(*make_serial_scheduler(), radius);
    for (const std::uint32_t threads : {1u, 2u, 3u, 4u}) {
      const auto scheduler = make_tbb_scheduler(threads);
      EXPECT_EQ(hashes(*scheduler, radius), expected) << threads;
    }
  }
}

void expect_refused(const WorldDesc& desc) {
  const auto scheduler = make_serial_scheduler();
  const auto world = World::create(desc, *scheduler);
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().status, Status::kInvalidArgument);
  EXPECT_NE(world.error().message.find("fields.tiling"), std::string::npos) << world.error().message;
}

TEST(Tiles, RefuseWhatTheyCannotDo) {
  const WorldDesc plain = point_desc(open_map(100, 100), Tiling::kAlways);
  WorldDesc desc = plain;
  desc.fields.passages.links.push_back({.from = {1, 1}, .to = {50, 50}});
  expect_refused(desc);
  desc = plain;
  desc.fields.unreachable = Unreachable::kNearest;
  expect_refused(desc);
  desc = plain;
  desc.fields.metric = Metric::kEikonal;
  expect_refused(desc);
  desc = plain;
  desc.fields.mode = DirectionMode::kArrows;
  expect_refused(desc);
  desc = plain;
  desc.fields.density_cost = 4;
  expect_refused(desc);
}

TEST(Tiles, RefuseGoalsOfSeveralPlacesAndFormations) {
  const auto scheduler = make_serial_scheduler();
  WorldDesc desc = body_desc(open_map(100, 100), 0.4f);
  desc.fields.tiling = Tiling::kAlways;
  auto world = World::create(desc, *scheduler);
  GoalDesc wide;
  wide.parts.resize(1);
  wide.parts[0].places = {{.position = {10, 10, 0}}, {.position = {90, 90, 0}}};
  EXPECT_EQ(world->add_goal(wide).error().status, Status::kInvalidArgument);
  const GoalId goal = *world->add_goal({50, 50, 0});
  EXPECT_EQ(world->move_goal(goal, wide).status, Status::kInvalidArgument);
  const AgentId id = *world->spawn({.position = {5, 5, 0}});
  EXPECT_EQ(world->form_up(goal, {&id, 1}).status, Status::kInvalidArgument);
  wide.parts[0].places.resize(1);
  EXPECT_FALSE(world->move_goal(goal, wide));
}

}  // namespace
}  // namespace cardume::testing
