#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "tests/support/crowds.hpp"

namespace cardume::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();

GoalDesc good_goal() {
  GoalDesc goal;
  goal.parts.resize(2);
  for (GoalPart& part : goal.parts) part.places = {{.position = {5, 5, 0}}, {.position = {20, 8, 0}, .half = {2, 1}}};
  return goal;
}

/// What makes something bad, the status of the refusal, and what its message must name.
template <class Thing>
struct Spoiler {
  std::function<void(Thing&)> spoil;
  const char* name;
  Status status = Status::kInvalidArgument;
};

void expect(const Error& error, Status status, const char* name) {
  EXPECT_EQ(error.status, status) << name << ": " << error.message;
  EXPECT_NE(error.message.find(name), std::string::npos) << error.message;
}

const std::vector<Spoiler<GoalDesc>>& bad_goals() {
  static const std::vector<Spoiler<GoalDesc>> all{
      {[](GoalDesc& goal) { goal.parts.clear(); }, "parts"},
      {[](GoalDesc& goal) { goal.parts.resize(9, goal.parts[0]); }, "parts", Status::kLimit},
      {[](GoalDesc& goal) { goal.parts[1].places.clear(); }, "parts[1].places"},
      {[](GoalDesc& goal) { goal.parts[0].places.resize(1025, goal.parts[0].places[0]); }, "parts[0].places",
       Status::kLimit},
      {[](GoalDesc& goal) { goal.parts[1].weight = 0.0009f; }, "parts[1].weight"},
      {[](GoalDesc& goal) { goal.parts[0].weight = 1001; }, "parts[0].weight"},
      {[](GoalDesc& goal) { goal.parts[0].weight = kNan; }, "parts[0].weight"},
      {[](GoalDesc& goal) { goal.parts[1].places[1].position.x = 30.5f; }, "parts[1].places[1].position"},
      {[](GoalDesc& goal) { goal.parts[0].places[1].position.y = -0.5f; }, "parts[0].places[1].position"},
      {[](GoalDesc& goal) { goal.parts[0].places[0].position.x = kNan; }, "parts[0].places[0].position"},
      {[](GoalDesc& goal) { goal.parts[0].places[1].half.x = -1; }, "parts[0].places[1].half.x"},
      {[](GoalDesc& goal) { goal.parts[1].places[0].half.y = kNan; }, "parts[1].places[0].half.y"},
      {[](GoalDesc& goal) { goal.parts[1].places[0].half.y = 2e6f; }, "parts[1].places[0].half.y"},
      {[](GoalDesc& goal) { goal.parts[1].places[1].handicap = -1; }, "parts[1].places[1].handicap"},
      {[](GoalDesc& goal) { goal.parts[1].places[1].handicap = kInfinity; }, "parts[1].places[1].handicap"},
  };
  return all;
}

const std::vector<Spoiler<Zone>>& bad_zones() {
  static const std::vector<Spoiler<Zone>> all{
      {[](Zone& zone) { zone.shape = Zone::Shape::kWorld; }, "zone.shape"},
      {[](Zone& zone) { zone.shape = static_cast<Zone::Shape>(7); }, "zone.shape"},
      {[](Zone& zone) { zone.centre.x = kNan; }, "zone.centre.x"},
      {[](Zone& zone) { zone.centre.y = -2e6f; }, "zone.centre.y"},
      {[](Zone& zone) { zone.half.x = 0; }, "zone.half.x"},
      {[](Zone& zone) { zone.half.y = kInfinity; }, "zone.half.y"},
      {[](Zone& zone) {
         zone.shape = Zone::Shape::kBall;
         zone.radius = 0;
       },
       "zone.radius"},
      {[](Zone& zone) {
         zone.shape = Zone::Shape::kBall;
         zone.radius = kNan;
       },
       "zone.radius"},
  };
  return all;
}

Zone good_zone() { return {.shape = Zone::Shape::kBox, .centre = {15, 5, 0}, .half = {2, 2, 0}}; }

/// A world with a goal that an agent is on its way to.
struct Traveller {
  Crowd crowd{body_desc(open_map(30, 10), 0.4f)};
  GoalId goal = *crowd.world().add_goal(good_goal());
  AgentId agent = crowd.spawn({.position = {27, 2, 0}, .goal = goal});
};

TEST(FieldRefusals, NameWhatIsWrongWithAGoalAndChangeNothing) {
  Traveller asked, twin;
  World& world = asked.crowd.world();
  for (const Spoiler<GoalDesc>& bad : bad_goals()) {
    GoalDesc goal = good_goal();
    bad.spoil(goal);
    expect(world.add_goal(goal).error(), bad.status, bad.name);
    expect(world.move_goal(asked.goal, goal), bad.status, bad.name);
    EXPECT_EQ(world.tick().state_hash, twin.crowd.world().tick().state_hash) << bad.name;
  }
  EXPECT_EQ(asked.crowd.run(4).state_hash, twin.crowd.run(4).state_hash);
  EXPECT_EQ(world.add_goal(good_goal())->value, 2u);
}

TEST(FieldRefusals, NameWhatIsWrongWithAStampAndChangeNothing) {
  Traveller asked, twin;
  World& world = asked.crowd.world();
  for (const Spoiler<Zone>& bad : bad_zones()) {
    Zone zone = good_zone();
    bad.spoil(zone);
    expect(world.set_cost(zone, kWall), bad.status, bad.name);
    EXPECT_EQ(world.tick().state_hash, twin.crowd.world().tick().state_hash) << bad.name;
  }
  expect(world.set_cost(good_zone(), 0), Status::kInvalidArgument, "cost");
  EXPECT_EQ(asked.crowd.run(4).state_hash, twin.crowd.run(4).state_hash);
  EXPECT_FALSE(world.set_cost(good_zone(), kWall));
  Crowd bare(WorldDesc{});
  expect(bare.world().set_cost(good_zone(), kWall), Status::kInvalidArgument, "WorldDesc::terrain");
}

TEST(FieldRefusals, GoalsOfSeveralPlacesNeedTerrainOfWholeFields) {
  Crowd bare(WorldDesc{});
  expect(bare.world().add_goal(good_goal()).error(), Status::kInvalidArgument, "WorldDesc::terrain");
  WorldDesc desc = body_desc(open_map(30, 10), 0.4f);
  desc.fields.tiling = Tiling::kAlways;
  Crowd tiled(desc);
  expect(tiled.world().add_goal(good_goal()).error(), Status::kInvalidArgument, "FieldsDesc::tiling");
  const GoalDesc point{{GoalPart{.places = {{.position = {5, 5, 0}}}}}};
  EXPECT_TRUE(tiled.world().add_goal(point));
}

const std::vector<Spoiler<WorldDesc>>& bad_movements() {
  static const std::vector<Spoiler<WorldDesc>> all{
      {[](WorldDesc& desc) { desc.fields.movements.clear(); }, "fields.movements"},
      {[](WorldDesc& desc) { desc.fields.movements.resize(17); }, "fields.movements", Status::kLimit},
      {[](WorldDesc& desc) { desc.fields.movements[1].cost[9] = 0; }, "fields.movements[1].cost"},
      {[](WorldDesc& desc) { desc.fields.movements[1].cost[kWall] = 0; }, "fields.movements[1].cost"},
      {[](WorldDesc& desc) { desc.fields.movements[0].margin = 9; }, "fields.movements[0].margin"},
      {[](WorldDesc& desc) { desc.fields.movements[1].margin_cost = kWall; }, "fields.movements[1].margin_cost"},
      {[](WorldDesc& desc) { desc.species[0].movement = 2; }, "species[0].movement"},
      {[](WorldDesc& desc) {
         desc.species.resize(33, desc.species[0]);
         for (std::size_t i = 0; i < 33; ++i) desc.species[i].body.radius = 0.25f + 0.5f * static_cast<float>(i);
       },
       "species", Status::kLimit},
  };
  return all;
}

const std::vector<Spoiler<WorldDesc>>& bad_passages() {
  static const std::vector<Spoiler<WorldDesc>> all{
      {[](WorldDesc& desc) { desc.terrain = {}; }, "fields.passages"},
      {[](WorldDesc& desc) { desc.fields.passages.one_ways.resize(4097, desc.fields.passages.one_ways[0]); },
       "fields.passages.one_ways", Status::kLimit},
      {[](WorldDesc& desc) { desc.fields.passages.links.resize(4097, desc.fields.passages.links[0]); },
       "fields.passages.links", Status::kLimit},
      {[](WorldDesc& desc) { desc.fields.passages.one_ways[1].low.x = 30; }, "fields.passages.one_ways[1].low"},
      {[](WorldDesc& desc) { desc.fields.passages.one_ways[0].high.y = 10; }, "fields.passages.one_ways[0].high"},
      {[](WorldDesc& desc) {
         desc.fields.passages.one_ways[1].high = {1, 1};
       },
       "fields.passages.one_ways[1].high"},
      {[](WorldDesc& desc) { desc.fields.passages.one_ways[1].dx = 0; }, "fields.passages.one_ways[1].dx, dy"},
      {[](WorldDesc& desc) { desc.fields.passages.one_ways[0].dy = 2; }, "fields.passages.one_ways[0].dx, dy"},
      {[](WorldDesc& desc) { desc.fields.passages.one_ways[0].dx = -2; }, "fields.passages.one_ways[0].dx, dy"},
      {[](WorldDesc& desc) { desc.fields.passages.links[1].from.x = 30; }, "fields.passages.links[1].from"},
      {[](WorldDesc& desc) { desc.fields.passages.links[0].to.y = ~0u; }, "fields.passages.links[0].to"},
      {[](WorldDesc& desc) { desc.fields.passages.links[1].to = desc.fields.passages.links[1].from; },
       "fields.passages.links[1].to"},
      {[](WorldDesc& desc) { desc.fields.passages.links[1].cost = 0.014f; }, "fields.passages.links[1].cost"},
      {[](WorldDesc& desc) { desc.fields.passages.links[0].cost = 2e6f; }, "fields.passages.links[0].cost"},
      {[](WorldDesc& desc) { desc.fields.passages.links[0].cost = kNan; }, "fields.passages.links[0].cost"},
  };
  return all;
}

const std::vector<Spoiler<WorldDesc>>& bad_fields() {
  static const std::vector<Spoiler<WorldDesc>> all{
      {[](WorldDesc& desc) { desc.fields.metric = static_cast<Metric>(3); }, "fields.metric"},
      {[](WorldDesc& desc) { desc.fields.unreachable = static_cast<Unreachable>(2); }, "fields.unreachable"},
      {[](WorldDesc& desc) { desc.fields.tiling = static_cast<Tiling>(3); }, "fields.tiling"},
      {[](WorldDesc& desc) { desc.fields.tiling = Tiling::kAlways; }, "fields.tiling"},
  };
  return all;
}

TEST(FieldRefusals, NameWhatIsWrongWithAWorld) {
  WorldDesc good = body_desc(open_map(30, 10), 0.4f);
  good.fields.movements.resize(2);
  good.fields.passages.one_ways = {{{3, 3}, {5, 6}, 1, 1}, {{8, 2}, {8, 2}, -1, 0}};
  good.fields.passages.links = {{{1, 1}, {9, 9}, 3, true}, {{2, 2}, {7, 7}, 1, false}};
  const auto scheduler = make_serial_scheduler();
  EXPECT_TRUE(World::create(good, *scheduler));
  for (const auto* all : {&bad_movements(), &bad_passages(), &bad_fields()})
    for (const Spoiler<WorldDesc>& bad : *all) {
      WorldDesc desc = good;
      bad.spoil(desc);
      const auto world = World::create(desc, *scheduler);
      ASSERT_FALSE(world) << bad.name;
      expect(world.error(), bad.status, bad.name);
    }
}

}  // namespace
}  // namespace cardume::testing
