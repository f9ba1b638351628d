#include "tools/scenario/scenario.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/tools/bad_scenario.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

using testing::BadScenario;
using testing::expect_refusal;

TEST(Scenario, EmptyTextIsAWorldOfDefaults) {
  const Result<Scenario> scenario = parse_scenario("", "folder/nothing.toml");
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->name, "nothing");
  EXPECT_EQ(scenario->species.size(), 1u);
  EXPECT_EQ(scenario->spawns.size(), 1u);
  EXPECT_EQ(scenario->world.crowd_limit, BudgetDesc{}.crowd_limit);
}

constexpr const char* kEverySection = R"(
name = "all"
description = "everything"
seed = 9
agents = 1000
seconds = 2.5
tick_rate = 30
[world]
size = "uniform"
neighbours = 8
radius = 2
crowd_limit = 0
[fields]
metric = "chebyshev"
mode = "arrows"
rebuild_hz = 10
latency_ticks = 2
snap_radius = 5
[[species]]
name = "a"
separation = { radius = 1, weight = 2 }
alignment = { radius = 3, weight = 4 }
cohesion = { radius = 5, weight = 6 }
motion = { max_speed = 7, min_speed = 1, max_acceleration = 8, response = 9, limit = "each_rule" }
border = { margin = 10, weight = 11 }
flow = { weight = 12 }
[[spawn]]
goal = "round"
count = 7
where = "disc"
centre = ["50%", 3]
radius = "10%"
heading = 90
speed = 0.5
[[goal]]
name = "round"
orbit = { centre = [1, 2], radius = 3, period = 4 }
[[event]]
at = 1.5
despawn = { share = 0.5, species = "a" }
)";

TEST(Scenario, ReadsEverySection) {
  const Result<Scenario> scenario = parse_scenario(kEverySection, "all.toml");
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->run.seed, 9u);
  EXPECT_EQ(scenario->run.tick_rate, 30);
  EXPECT_TRUE(scenario->world.size.uniform);
  EXPECT_EQ(scenario->world.size.neighbours, 8);
  EXPECT_EQ(scenario->world.crowd_limit, 0u);
  EXPECT_EQ(scenario->fields.metric, Metric::kChebyshev);
  EXPECT_EQ(scenario->fields.snap_radius, 5u);
  const SpeciesDesc& species = scenario->species.at(0).desc;
  EXPECT_EQ(species.cohesion.weight, 6);
  EXPECT_EQ(species.motion.limit, SteeringLimit::kEachRule);
  EXPECT_EQ(species.flow.weight, 12);
  const SpawnPlan& spawn = scenario->spawns.at(0);
  EXPECT_EQ(spawn.count, 7u);
  EXPECT_EQ(spawn.goal, 0u);
  EXPECT_TRUE(spawn.area.centre.x.relative);
  EXPECT_FALSE(spawn.area.centre.y.relative);
  EXPECT_NEAR(spawn.heading.direction.y, 1, 1e-6);
  EXPECT_EQ(scenario->goals.at(0).kind, GoalPlan::Kind::kOrbit);
  EXPECT_EQ(scenario->events.at(0).who.species, 0);
}

class ScenarioErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(ScenarioErrors, SayWhereAndWhatWasExpected) { expect_refusal(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    All, ScenarioErrors,
    ::testing::Values(BadScenario{"seed = 1\nagents = = 2\n", "2:10", ""},
                      BadScenario{"agnets = 5\n", "1:1", "unknown key agnets; expected one of agents"},
                      BadScenario{"\n[[species]]\nname = \"a\"\nmotion = { pace = 1 }\n", "4:12",
                                  "unknown key species.0.motion.pace"},
                      BadScenario{"agents = 1.5\n", "1:10", "expected a whole number from 0 to 16777216"},
                      BadScenario{"agents = -1\n", "1:10", "expected a whole number"},
                      BadScenario{"agents = \"5\"\n", "1:10", "expected a whole number"},
                      BadScenario{"tick_rate = 0.9\n", "1:13", "expected a number from 1 to 1000000"},
                      BadScenario{"tick_rate = nan\n", "1:13", "out of range"},
                      BadScenario{"tick_rate = inf\n", "1:13", "out of range"},
                      BadScenario{"[fields]\nrebuild_hz = 0.0009\n", "2:14", "expected a number from 0.001 to 1000000"},
                      BadScenario{"seconds = nan\n", "1:11", "out of range"},
                      BadScenario{"seconds = 1e6\ntick_rate = 1001\n", "1:11", "at most 1000000000 ticks"},
                      BadScenario{"seed = -1\n", "1:8", "from 0 to 18446744073709551615"},
                      BadScenario{"seed = \"18446744073709551616\"\n", "1:8", "from 0 to 18446744073709551615"},
                      BadScenario{"seed = \" 1\"\n", "1:8", "from 0 to 18446744073709551615"},
                      BadScenario{"world = 3\n", "1:9", "expected a table"},
                      BadScenario{"[world]\ndimensions = 4\n", "2:14", "expected a whole number from 2 to 3"},
                      BadScenario{"[world]\nsize = [1, -2]\n", "2:12", "out of range"},
                      BadScenario{"[world]\nneighbours = 3\n", "2:14", "uniform"},
                      BadScenario{"[terrain]\nfile = \"a\"\n", "1:1", "terrain.kind is missing"},
                      BadScenario{"[terrain]\nkind = \"sea\"\n", "2:8", "expected \"none\" or \"map\""},
                      BadScenario{"[terrain]\nkind = \"caves\"\nsteps = 65\n", "3:9", "from 0 to 64"},
                      BadScenario{"[species]\nname = \"a\"\n", "1:1", "[[species]]"},
                      BadScenario{"[[species]]\n", "1:1", "species.0.name is missing"},
                      BadScenario{"[[species]]\nname = \"a\"\nmotion = { max_speed = 1, min_speed = 2 }\n", "3:39",
                                  "min_speed <= max_speed"},
                      BadScenario{"[[species]]\nname = \"a\"\n[[species]]\nname = \"a\"\n", "4:8", "already"},
                      BadScenario{"[[spawn]]\nspecies = \"dog\"\n", "2:11", "expected \"agent\""},
                      BadScenario{"[[spawn]]\ngoal = \"x\"\n", "2:8", "nothing of that kind"},
                      BadScenario{"[[spawn]]\nheading = \"goal\"\n", "2:11", "needs a goal"},
                      BadScenario{"[[spawn]]\ncount = 1\nshare = 1\n", "3:9", "either count or share"},
                      BadScenario{"[[spawn]]\nwhere = \"disc\"\n", "1:1", "either a centre or a place"},
                      BadScenario{"[[goal]]\nname = \"x\"\njump = { period = 1e-300 }\n", "3:19",
                                  "expected a number from"},
                      BadScenario{"[[goal]]\nname = \"x\"\n", "1:1",
                                  "expected one of position, place, places, parts, walk, orbit and jump"},
                      BadScenario{"[[goal]]\nname = \"x\"\nposition = [\"150%\", 2]\n", "3:13", "percentage"},
                      BadScenario{"[[event]]\nat = 1\n", "1:1", "expected one of spawn, despawn, move, wall"},
                      BadScenario{"[[event]]\nat = 1\ndespawn = { share = 2 }\n", "3:21", "out of range"},
                      BadScenario{"[world]\ndimensions = 3\n[terrain]\nkind = \"caves\"\n", "3:1", "2 dimensions"}));

TEST(Scenario, SeedsReachTheirLargestValue) {
  const Result<Scenario> text = parse_scenario("seed = \"18446744073709551615\"\n", "a.toml");
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->run.seed, ~std::uint64_t{0});
  const Result<Scenario> scenario = parse_scenario("", "a.toml", {"seed=18446744073709551615"});
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->run.seed, ~std::uint64_t{0});
}

TEST(Scenario, OverridesAreHeldToTheSameLimits) {
  for (const char* assignment : {"seconds=nan", "seconds=inf", "tick_rate=1e6", "seed=18446744073709551616"}) {
    const Result<Scenario> scenario = parse_scenario("seconds = 2000\n", "a.toml", {assignment});
    ASSERT_FALSE(scenario) << assignment;
    EXPECT_EQ(scenario.error().status, Status::kParse);
  }
}

TEST(Scenario, ShippedOnesAllParse) {
  const std::vector<std::string> files = find_scenarios();
  EXPECT_GE(files.size(), 15u);
  for (const std::string& file : files) {
    const Result<Scenario> scenario = load_scenario(file);
    ASSERT_TRUE(scenario) << scenario.error().message;
    EXPECT_FALSE(scenario->description.empty()) << file;
  }
}

TEST(Scenario, AnUnknownNameListsTheKnownOnes) {
  const Result<Scenario> scenario = load_scenario("hrode");
  ASSERT_FALSE(scenario);
  EXPECT_NE(scenario.error().message.find("horde"), std::string::npos) << scenario.error().message;
}

TEST(Scenario, FilesAreRelativeToTheScenario) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "cardume_scenario_test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "a.toml").string();
  ASSERT_FALSE(write_file(path, "[terrain]\nkind = \"map\"\nfile = \"b.map\"\n"));
  const Result<Scenario> scenario = load_scenario(path);
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->terrain.file, (folder / "b.map").string());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cardume
