#include <gtest/gtest.h>

#include "tests/tools/bad_scenario.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {
namespace {

using testing::BadScenario;
using testing::expect_refusal;

constexpr const char* kBodies = R"(
[contacts]
iterations = 5
[fields]
density_cost = 12.5
[terrain]
kind = "plan"
width = 40
height = 30
cell_size = 2
walls = [[0, 0, 39, 0], [10, 29, 8, 3]]
gaps = [[9, 9, 9, 9]]
[[species]]
name = "man"
body = { radius = 0.5, mass = 80, layers = [0, 31], collides = [3], priority = 255, push_resistance = 0.25 }
avoidance = { radius = 4, weight = 2, horizon = 1.5, right_bias = 0, layers = [] }
arrival = { fill = 0.5, stuck_seconds = 7, patience = 0.75 }
[[species]]
name = "ghost"
body = { layers = "all", collides = "all" }
[[goal]]
name = "gate"
position = [3, 4]
[[spawn]]
goal = "gate"
body = { radius = [0.2, 0.4], mass = 3, locked = true }
formation = { shape = "wedge", spacing = 1.25, columns = 7, facing = [0, -2] }
[[spawn]]
body = { radius = 0.3 }
)";

Scenario read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const Result<Scenario> scenario = parse_scenario(text, "bodies.toml", overrides);
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *scenario : Scenario{};
}

TEST(ScenarioBodies, ReadsWhatSpeciesHave) {
  const Scenario scenario = read(kBodies);
  const SpeciesDesc& man = scenario.species.at(0).desc;
  EXPECT_EQ(man.body.radius, 0.5f);
  EXPECT_EQ(man.body.mass, 80);
  EXPECT_EQ(man.body.layers, 0x80000001u);
  EXPECT_EQ(man.body.collides, 8u);
  EXPECT_EQ(man.body.priority, 255);
  EXPECT_EQ(man.body.push_resistance, 0.25f);
  EXPECT_EQ(man.avoidance.radius, 4);
  EXPECT_EQ(man.avoidance.weight, 2);
  EXPECT_EQ(man.avoidance.horizon, 1.5f);
  EXPECT_EQ(man.avoidance.right_bias, 0);
  EXPECT_EQ(man.avoidance.layers, 0u);
  EXPECT_EQ(man.arrival.fill, 0.5f);
  EXPECT_EQ(man.arrival.stuck_seconds, 7);
  EXPECT_EQ(man.arrival.patience, 0.75f);
  EXPECT_EQ(scenario.species.at(1).desc.body.layers, ~0u);
}

TEST(ScenarioBodies, ReadsWorldAndPlan) {
  const Scenario scenario = read(kBodies);
  EXPECT_EQ(scenario.world.contacts.iterations, 5u);
  EXPECT_EQ(scenario.fields.density_cost, 12.5f);
  const TerrainPlan& terrain = scenario.terrain;
  EXPECT_EQ(terrain.kind, TerrainPlan::Kind::kPlan);
  EXPECT_EQ(terrain.plan.width, 40u);
  EXPECT_EQ(terrain.plan.height, 30u);
  EXPECT_EQ(terrain.cell_size, 2);
  ASSERT_EQ(terrain.plan.walls.size(), 2u);
  EXPECT_EQ(terrain.plan.walls[1].corner, (Cell{10, 29}));
  EXPECT_EQ(terrain.plan.walls[1].opposite, (Cell{8, 3}));
  EXPECT_EQ(terrain.plan.gaps.size(), 1u);
}

TEST(ScenarioBodies, ReadsWhatGroupsHave) {
  const Scenario scenario = read(kBodies);
  const SpawnPlan& group = scenario.spawns.at(0);
  EXPECT_EQ(group.body.min_radius, 0.2f);
  EXPECT_EQ(group.body.max_radius, 0.4f);
  EXPECT_EQ(group.body.mass, 3);
  EXPECT_TRUE(group.body.locked);
  ASSERT_TRUE(group.formation);
  EXPECT_EQ(group.formation->shape, FormationShape::kWedge);
  EXPECT_EQ(group.formation->spacing, 1.25f);
  EXPECT_EQ(group.formation->columns, 7u);
  EXPECT_EQ(group.formation->facing, (Vec2{0, -2}));
  EXPECT_EQ(scenario.spawns.at(1).body.min_radius, 0.3f);
  EXPECT_EQ(scenario.spawns.at(1).body.max_radius, 0.3f);
  EXPECT_FALSE(scenario.spawns.at(1).formation);
}

TEST(ScenarioBodies, ReadsEvents) {
  const Scenario scenario = read(std::string(kBodies) + R"(
[[event]]
at = 1
wall = { from = [1, 2], to = [3, 4] }
[[event]]
at = 2
open = { from = [1, 2], to = [3, 4] }
[[event]]
at = 3
order = { goal = "gate", species = "man", from = "gate", formation = { shape = "ring" } }
[[event]]
at = 4
lock = { species = "ghost" }
[[event]]
at = 5
lock = { goal = "gate", locked = false }
)");
  const std::vector<EventPlan>& events = scenario.events;
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(events[0].kind, EventPlan::Kind::kSetCost);
  EXPECT_EQ(events[0].ground.cost, kWall);
  EXPECT_EQ(events[0].ground.cells.opposite, (Cell{3, 4}));
  EXPECT_EQ(events[1].ground.cost, kOpenCost);
  EXPECT_EQ(events[2].kind, EventPlan::Kind::kOrder);
  EXPECT_EQ(events[2].who.species, 0);
  EXPECT_EQ(events[2].who.goal, 0u);
  EXPECT_EQ(events[2].formation.value_or(FormationDesc{}).shape, FormationShape::kRing);
  EXPECT_EQ(events[3].kind, EventPlan::Kind::kLock);
  EXPECT_EQ(events[3].who.species, 1);
  EXPECT_FALSE(events[3].who.goal);
  EXPECT_TRUE(events[3].locked);
  EXPECT_FALSE(events[4].locked);
}

TEST(ScenarioBodies, OverridesReachThemAll) {
  const Scenario scenario =
      read(kBodies, {"contacts.iterations=2", "fields.density_cost=0", "species.man.body.radius=1",
                     "species.man.body.layers=all", "species.ghost.body.collides=[1, 2]",
                     "species.man.avoidance.horizon=2", "species.man.arrival.fill=0", "spawn.0.body.radius=[0.1, 1]",
                     "spawn.0.formation.shape=line", "terrain.gaps=[[1, 1, 2, 2], [3, 3, 4, 4]]"});
  EXPECT_EQ(scenario.world.contacts.iterations, 2u);
  EXPECT_EQ(scenario.fields.density_cost, 0);
  EXPECT_EQ(scenario.species[0].desc.body.radius, 1);
  EXPECT_EQ(scenario.species[0].desc.body.layers, ~0u);
  EXPECT_EQ(scenario.species[1].desc.body.collides, 6u);
  EXPECT_EQ(scenario.species[0].desc.avoidance.horizon, 2);
  EXPECT_EQ(scenario.species[0].desc.arrival.fill, 0);
  EXPECT_EQ(scenario.spawns[0].body.max_radius, 1);
  EXPECT_EQ(scenario.spawns[0].formation->shape, FormationShape::kLine);
  EXPECT_EQ(scenario.terrain.plan.gaps.size(), 2u);
}

class SpeciesErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(SpeciesErrors, SayWhereAndWhatWasExpected) {
  const std::string text = std::string("[[species]]\nname = \"a\"\n") + GetParam().text;
  expect_refusal({text.c_str(), GetParam().place, GetParam().what});
}

INSTANTIATE_TEST_SUITE_P(
    All, SpeciesErrors,
    ::testing::Values(BadScenario{"body = 1\n", "3:8", "expected a table"},
                      BadScenario{"body = { size = 1 }\n", "3:10", "unknown key species.0.body.size"},
                      BadScenario{"body = { radius = -1 }\n", "3:19", "out of range; expected a number from 0"},
                      BadScenario{"body = { radius = nan }\n", "3:19", "out of range"},
                      BadScenario{"body = { mass = 0 }\n", "3:17", "expected a number from 0.001 to 1000000"},
                      BadScenario{"body = { mass = \"1\" }\n", "3:17", "is no number"},
                      BadScenario{"body = { layers = 1 }\n", "3:19", "expected \"all\", or a list"},
                      BadScenario{"body = { layers = \"none\" }\n", "3:19", "expected \"all\", or a list"},
                      BadScenario{"body = { layers = [0, 32] }\n", "3:23", "expected a whole number from 0 to 31"},
                      BadScenario{"body = { collides = [0.5] }\n", "3:22", "expected a whole number from 0 to 31"},
                      BadScenario{"body = { collides = [-1] }\n", "3:22", "expected a whole number from 0 to 31"},
                      BadScenario{"body = { priority = 256 }\n", "3:21", "expected a whole number from 0 to 255"},
                      BadScenario{"body = { push_resistance = 1.1 }\n", "3:28", "expected a number from 0 to 1"},
                      BadScenario{"avoidance = { radius = inf }\n", "3:24", "out of range"},
                      BadScenario{"avoidance = { weight = -1 }\n", "3:24", "out of range"},
                      BadScenario{"avoidance = { horizon = 0 }\n", "3:25", "expected a number from 0.001 to 1000"},
                      BadScenario{"avoidance = { right_bias = 2 }\n", "3:28", "expected a number from 0 to 1"},
                      BadScenario{"avoidance = { layers = [32] }\n", "3:25", "expected a whole number from 0 to 31"},
                      BadScenario{"avoidance = { reach = 2 }\n", "3:15", "unknown key species.0.avoidance.reach"},
                      BadScenario{"arrival = { fill = 0.86 }\n", "3:20", "expected a number from 0 to 0.85"},
                      BadScenario{"arrival = { stuck_seconds = 1e4 }\n", "3:29", "expected a number from 0.001"},
                      BadScenario{"arrival = { patience = -0.1 }\n", "3:24", "expected a number from 0 to 1"},
                      BadScenario{"arrival = { hope = 1 }\n", "3:13", "unknown key species.0.arrival.hope"}));

class WorldErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(WorldErrors, SayWhereAndWhatWasExpected) { expect_refusal(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    All, WorldErrors,
    ::testing::Values(BadScenario{"[contacts]\niterations = 0\n", "2:14", "expected a whole number from 1 to 8"},
                      BadScenario{"[contacts]\niterations = 9\n", "2:14", "expected a whole number from 1 to 8"},
                      BadScenario{"[contacts]\nloops = 3\n", "2:1", "unknown key contacts.loops"},
                      BadScenario{"[fields]\ndensity_cost = 255\n", "2:16", "expected a number from 0 to 254"},
                      BadScenario{"[terrain]\nkind = \"plan\"\nwidth = 0\n", "3:9", "from 1 to 8192"},
                      BadScenario{"[terrain]\nkind = \"plan\"\ncell_size = 0\n", "3:13", "above 0"},
                      BadScenario{"[terrain]\nkind = \"plan\"\nwalls = 3\n", "3:9", "an array of rectangles"},
                      BadScenario{"[terrain]\nkind = \"plan\"\nwalls = [1, 2, 3, 4]\n", "3:10", "4 whole numbers"},
                      BadScenario{"[terrain]\nkind = \"plan\"\nwalls = [[1, 2, 3]]\n", "3:10", "4 whole numbers"},
                      BadScenario{"[terrain]\nkind = \"plan\"\nwidth = 9\nwalls = [[1, 2, 9, 4]]\n", "4:17",
                                  "expected a whole number from 0 to 8"},
                      BadScenario{"[terrain]\nkind = \"plan\"\nheight = 4\ngaps = [[1, 2, 3, 4]]\n", "4:19",
                                  "expected a whole number from 0 to 3"},
                      BadScenario{"[terrain]\nkind = \"caves\"\nwalls = []\n", "3:1", "unknown key terrain.walls"}));

class GroupErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(GroupErrors, SayWhereAndWhatWasExpected) {
  const std::string text = std::string(
                               "species = [{ name = \"man\", body = { radius = 0.5 } }, { name = \"dot\" }]\n"
                               "goal = [{ name = \"g\", position = [1, 1] }]\n") +
                           GetParam().text;
  expect_refusal({text.c_str(), GetParam().place, GetParam().what});
}

INSTANTIATE_TEST_SUITE_P(
    All, GroupErrors,
    ::testing::Values(
        BadScenario{"[[spawn]]\nbody = { radius = 0 }\n", "4:19", "above 0"},
        BadScenario{"[[spawn]]\nbody = { radius = 0.6 }\n", "4:8", "at most 0.5, the species' own"},
        BadScenario{"[[spawn]]\nbody = { radius = [0.2] }\n", "4:19", "two as [low, high]"},
        BadScenario{"[[spawn]]\nbody = { radius = [0.4, 0.2] }\n", "4:19", "the lower number first"},
        BadScenario{"[[spawn]]\nbody = { radius = [0.1, \"x\"] }\n", "4:25", "is no number"},
        BadScenario{"[[spawn]]\nbody = { mass = 1e7 }\n", "4:17", "expected a number from 0.001"},
        BadScenario{"[[spawn]]\nbody = { locked = 1 }\n", "4:19", "expected true or false"},
        BadScenario{"[[spawn]]\nspecies = \"dot\"\nbody = { mass = 2 }\n", "5:8", "the species has none"},
        BadScenario{"[[spawn]]\nformation = {}\n", "4:13", "expected a goal"},
        BadScenario{"[[spawn]]\nspecies = \"dot\"\ngoal = \"g\"\nformation = {}\n", "6:13", "species with body.radius"},
        BadScenario{"[[spawn]]\ngoal = \"g\"\nformation = { shape = \"star\" }\n", "5:23", "\"block\" or \"line\""},
        BadScenario{"[[spawn]]\ngoal = \"g\"\nformation = { columns = 513 }\n", "5:25", "from 1 to 512"},
        BadScenario{"[[spawn]]\ngoal = \"g\"\nformation = { spacing = 0 }\n", "5:25", "above 0"},
        BadScenario{"[[spawn]]\ngoal = \"g\"\nformation = { facing = [1] }\n", "5:24", "expected [x, y]"},
        BadScenario{"[[spawn]]\ngoal = \"g\"\nformation = { facing = [1, nan] }\n", "5:28", "out of range"},
        BadScenario{"[[spawn]]\ngoal = \"g\"\nformation = {}\n[[spawn]]\ngoal = \"g\"\nformation = {}\n", "8:13",
                    "another spawn marches to that goal"},
        BadScenario{"[[event]]\nat = 1\nwall = { from = [1, 1] }\n", "5:8", "event.0.wall.to is missing"},
        BadScenario{"[[event]]\nat = 1\nopen = { from = [1, 8192], to = [1, 1] }\n", "5:21", "from 0 to 8191"},
        BadScenario{"[[event]]\nat = 1\nwall = { from = [1.5, 1], to = [1, 1] }\n", "5:18", "whole number"},
        BadScenario{"[[event]]\nat = 1\norder = { species = \"man\" }\n", "5:9", "event.0.order.goal is missing"},
        BadScenario{"[[event]]\nat = 1\norder = { goal = \"h\" }\n", "5:18", "expected \"g\""},
        BadScenario{"[[event]]\nat = 1\norder = { goal = \"g\", from = \"h\" }\n", "5:30", "expected \"g\""},
        BadScenario{"[[event]]\nat = 1\nlock = { species = \"cat\" }\n", "5:20", "expected \"man\" or \"dot\""},
        BadScenario{"[[event]]\nat = 1\nlock = { locked = \"yes\" }\n", "5:19", "expected true or false"},
        BadScenario{"[[event]]\nat = 1\nlock = {}\nmove = {}\n", "3:1", "an event does one thing"}));

}  // namespace
}  // namespace cardume
