#include <gtest/gtest.h>

#include "tests/tools/bad_scenario.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {
namespace {

using testing::BadScenario;
using testing::expect_refusal;

constexpr const char* kScenery = R"(
seed = 77
focus = ["player", ["50%", 3]]
[world]
dimensions = 3
size = [40, 30, 20]
[scenery]
edge = "reflect"
[[obstacle]]
shape = "ball"
centre = [4, 5, 6]
radius = 2
[[obstacle]]
shape = "box"
centre = [-4, 5]
half = [1, 2, 3]
[[region]]
name = "all"
shape = "box"
centre = [1, 1, 1]
half = [3, 3, 3]
[[region]]
name = "some"
shape = "ball"
centre = [1, 1]
radius = 5
species = ["b"]
[[species]]
name = "a"
[[species]]
name = "b"
[[goal]]
name = "player"
walk = { speed = 5 }
[[goal]]
name = "bait"
jump = { period = 3, seed = 4, where = "disc", centre = [20, 10, 10], radius = 5 }
[[spawn]]
speed = [0.5, 1]
)";

Scenario read(const std::string& text) {
  const Result<Scenario> scenario = parse_scenario(text, "scenery.toml");
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *scenario : Scenario{};
}

TEST(ScenarioScenery, ReadsWhatSurroundsTheAgents) {
  const SceneryPlan scenery = read(kScenery).scenery;
  EXPECT_EQ(scenery.edge, Edge::kReflect);
  ASSERT_EQ(scenery.obstacles.size(), 2u);
  EXPECT_EQ(scenery.obstacles[0].zone.shape, Zone::Shape::kBall);
  EXPECT_EQ(scenery.obstacles[0].zone.centre, (Vec3{4, 5, 6}));
  EXPECT_EQ(scenery.obstacles[0].zone.radius, 2);
  EXPECT_EQ(scenery.obstacles[1].zone.half, (Vec3{1, 2, 3}));
  ASSERT_EQ(scenery.regions.size(), 2u);
  EXPECT_EQ(scenery.regions[0].name, "all");
  EXPECT_EQ(scenery.regions[0].desc.species, ~0ull);
  EXPECT_EQ(scenery.regions[1].desc.species, 2u);
}

TEST(ScenarioScenery, ReadsGoalsPointsOfInterestAndSpeeds) {
  const Scenario scenario = read(kScenery);
  ASSERT_EQ(scenario.focus.size(), 2u);
  EXPECT_EQ(scenario.focus[0].goal, 0u);
  EXPECT_FALSE(scenario.focus[1].goal);
  EXPECT_TRUE(scenario.focus[1].place.x.relative);
  const GoalPlan& bait = scenario.goals.at(1);
  EXPECT_EQ(bait.kind, GoalPlan::Kind::kJump);
  EXPECT_EQ(bait.period, 3);
  EXPECT_EQ(bait.seed, 4u);
  EXPECT_EQ(bait.area.kind, AreaPlan::Kind::kDisc);
  EXPECT_EQ(scenario.spawns.at(0).speed->low, 0.5f);
  EXPECT_EQ(scenario.spawns.at(0).speed->high, 1);
}

TEST(ScenarioScenery, MakesTheWorld) {
  const WorldDesc desc = world_desc(read(kScenery));
  EXPECT_EQ(desc.seed, 77u);
  EXPECT_EQ(desc.scenery.edge, Edge::kReflect);
  EXPECT_EQ(desc.scenery.obstacles.size(), 2u);
  ASSERT_EQ(desc.scenery.regions.size(), 2u);
  EXPECT_EQ(desc.scenery.regions[1].species, 2u);
}

class SceneryErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(SceneryErrors, SayWhereAndWhatWasExpected) { expect_refusal(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    All, SceneryErrors,
    ::testing::Values(
        BadScenario{"[scenery]\nedge = \"bounce\"\n", "2:8", "\"stop\" or \"reflect\" or \"wrap\" or \"open\""},
        BadScenario{"[scenery]\nwalls = 1\n", "2:1", "unknown key scenery.walls"},
        BadScenario{"[[obstacle]]\n", "1:1", "obstacle.0.shape is missing"},
        BadScenario{"[[obstacle]]\nshape = \"disc\"\ncentre = [1, 1]\nradius = 1\n", "2:9", "\"box\" or \"ball\""},
        BadScenario{"[[obstacle]]\nshape = \"ball\"\nradius = 1\n", "1:1", "obstacle.0.centre is missing"},
        BadScenario{"[[obstacle]]\nshape = \"ball\"\ncentre = [1]\nradius = 1\n", "3:10", "expected [x, y]"},
        BadScenario{"[[obstacle]]\nshape = \"ball\"\ncentre = [1, 1]\n", "1:1", "obstacle.0.radius is missing"},
        BadScenario{"[[obstacle]]\nshape = \"box\"\ncentre = [1, 1]\n", "1:1", "obstacle.0.half is missing"},
        BadScenario{"[[obstacle]]\nshape = \"ball\"\ncentre = [1, 1]\nradius = 0\n", "4:10", "out of range"},
        BadScenario{"[[obstacle]]\nshape = \"box\"\ncentre = [1, 1]\nhalf = [1, 0]\n", "4:12", "out of range"},
        BadScenario{"[[obstacle]]\nshape = \"box\"\ncentre = [1, 1]\nhalf = [1, 1]\nradius = 1\n", "5:1",
                    "unknown key obstacle.0.radius"},
        BadScenario{"[[region]]\nshape = \"ball\"\n", "1:1", "region.0.name is missing"},
        BadScenario{"[[region]]\nname = \"r\"\nshape = \"ball\"\ncentre = [1, 1]\nradius = 1\nspecies = [\"dog\"]\n",
                    "6:12", "expected \"agent\""},
        BadScenario{"focus = 3\n", "1:9", "expected a list of goals and places"},
        BadScenario{"focus = [\"x\"]\n", "1:10", "nothing of that kind"},
        BadScenario{"focus = [[1]]\n", "1:10", "expected [x, y] or [x, y, z]"},
        BadScenario{"[[goal]]\nname = \"g\"\njump = { period = 0 }\n", "3:19", "expected a number from 1e-06"},
        BadScenario{"[[goal]]\nname = \"g\"\njump = { where = \"disc\" }\n", "3:8", "either a centre or a place"},
        BadScenario{"[[goal]]\nname = \"g\"\njump = { speed = 1 }\n", "3:10", "unknown key goal.0.jump.speed"},
        BadScenario{"[[spawn]]\nspeed = [2, 1]\n", "2:9", "the lower number first"},
        BadScenario{"[[spawn]]\nspeed = -1\n", "2:9", "out of range"}));

}  // namespace
}  // namespace cardume
