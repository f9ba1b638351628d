#include <gtest/gtest.h>

#include "tests/tools/bad_scenario.hpp"
#include "tests/tools/open_session.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {
namespace {

Scenario scenario_of(const std::string& text) {
  const Result<Scenario> scenario = parse_scenario(text, "fields.toml");
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *scenario : Scenario{};
}

TEST(ScenarioFields, SaysHowFieldsAreMade) {
  const FieldsDesc fields = scenario_of(R"(
[fields]
metric = "eikonal"
unreachable = "nearest"
tiling = "always"
cache_mb = 7
)")
                                .fields;
  EXPECT_EQ(fields.metric, Metric::kEikonal);
  EXPECT_EQ(fields.unreachable, Unreachable::kNearest);
  EXPECT_EQ(fields.tiling, Tiling::kAlways);
  EXPECT_EQ(fields.cache_bytes, 7u << 20);
  EXPECT_EQ(scenario_of("[fields]\nrebuild_hz = 5\n").fields.cache_bytes, FieldsDesc{}.cache_bytes);
}

TEST(ScenarioFields, SpeciesMoveInWaysOfTheirOwn) {
  const Scenario scenario = scenario_of(R"(
[[species]]
name = "tank"
movement = "tracked"
[[species]]
name = "soldier"
[[movement]]
name = "foot"
[[movement]]
name = "tracked"
cost = { 3 = 10, "7" = "wall", 254 = 1 }
margin = 2
margin_cost = 30
)");
  const WorldDesc desc = world_desc(scenario);
  ASSERT_EQ(desc.fields.movements.size(), 2u);
  EXPECT_EQ(desc.fields.movements[0], MovementDesc{});
  MovementDesc tracked;
  tracked.cost[3] = 10;
  tracked.cost[7] = kWall;
  tracked.cost[254] = 1;
  tracked.margin = 2;
  tracked.margin_cost = 30;
  EXPECT_EQ(desc.fields.movements[1], tracked);
  EXPECT_EQ(desc.species[0].movement, 1);
  EXPECT_EQ(desc.species[1].movement, 0);
  EXPECT_EQ(world_desc(scenario_of("")).fields.movements.size(), 1u);
}

TEST(ScenarioFields, MapsHavePassages) {
  const Passages passages = world_desc(scenario_of(R"(
[[one_way]]
from = [9, 2]
to = [4, 5]
leads = [-1, 0]
[[link]]
from = [1, 2]
to = [3, 4]
cost = 2.5
both_ways = true
[[link]]
from = [5, 6]
to = [7, 8]
)"))
                                .fields.passages;
  ASSERT_EQ(passages.one_ways.size(), 1u);
  EXPECT_EQ(passages.one_ways[0].low, (Cell{4, 2}));
  EXPECT_EQ(passages.one_ways[0].high, (Cell{9, 5}));
  EXPECT_EQ(passages.one_ways[0].dx, -1);
  EXPECT_EQ(passages.one_ways[0].dy, 0);
  ASSERT_EQ(passages.links.size(), 2u);
  EXPECT_EQ(passages.links[0].to, (Cell{3, 4}));
  EXPECT_EQ(passages.links[0].cost, 2.5f);
  EXPECT_TRUE(passages.links[0].both_ways);
  EXPECT_FALSE(passages.links[1].both_ways);
}

TEST(ScenarioFields, GoalsHavePlacesAndParts) {
  const Scenario scenario = scenario_of(R"(
[[goal]]
name = "exits"
places = [{ position = [3, 4] }, { position = ["50%", 9], half = [2, 1], handicap = 5 }]
[[goal]]
name = "away"
position = [7, 8]
flee = true
[[goal]]
name = "both"
parts = [{ places = [{ position = [1, 2] }], weight = 3 }, { places = [{ position = [5, 6] }], flee = true }]
[[goal]]
name = "point"
position = [1, 1]
)");
  ASSERT_EQ(scenario.goals.size(), 4u);
  const GoalPartPlan& exits = scenario.goals[0].parts.at(0);
  ASSERT_EQ(exits.places.size(), 2u);
  EXPECT_EQ(exits.places[1].position.of({80, 60, 0}), Vec3(40, 9));
  EXPECT_EQ(exits.places[1].half, (Vec2{2, 1}));
  EXPECT_EQ(exits.places[1].handicap, 5);
  EXPECT_FALSE(exits.flee);
  EXPECT_EQ(scenario.goals[0].position.of({}), Vec3(3, 4));
  EXPECT_TRUE(scenario.goals[1].parts.at(0).flee);
  EXPECT_EQ(scenario.goals[1].parts[0].places.at(0).position.of({}), Vec3(7, 8));
  ASSERT_EQ(scenario.goals[2].parts.size(), 2u);
  EXPECT_EQ(scenario.goals[2].parts[0].weight, 3);
  EXPECT_TRUE(scenario.goals[2].parts[1].flee);
  EXPECT_TRUE(scenario.goals[3].parts.empty());
}

TEST(ScenarioFields, ShapesAreStampedOnTheMap) {
  const std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  Session session = testing::open_session(R"(
agents = 0
[terrain]
kind = "plan"
width = 9
height = 9
[[event]]
at = 0
stamp = { shape = "ball", centre = [4.5, 4.5, 0], radius = 1.2, cost = "wall" }
[[event]]
at = 0
stamp = { shape = "box", centre = [1, 1, 0], half = [1, 1, 1], cost = 7 }
)",
                                          *scheduler);
  for (int i = 0; i < 3; ++i) session.tick();
  EXPECT_FALSE(session.error()) << session.error().message;
  const CostGrid& map = session.world().terrain();
  for (std::uint32_t y = 0; y < 9; ++y)
    for (std::uint32_t x = 0; x < 9; ++x) {
      const bool in_ball = (x == 4 && y >= 3 && y <= 5) || (y == 4 && x >= 3 && x <= 5);
      EXPECT_EQ(map.cost[map.index({x, y})], in_ball ? kWall : x < 2 && y < 2 ? 7 : kOpenCost) << x << "," << y;
    }
}

TEST(ScenarioFields, AgentsGoToTheNearerOfTwoPlaces) {
  const std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  Session session = testing::open_session(R"(
agents = 2
tick_rate = 30
[terrain]
kind = "plan"
width = 40
height = 5
[[species]]
name = "walker"
motion = { max_speed = 4 }
flow = { weight = 1 }
[[goal]]
name = "ends"
places = [{ position = [1.5, 2.5] }, { position = [38.5, 2.5] }]
[[spawn]]
goal = "ends"
where = "points"
points = [[14.5, 2.5], [26.5, 2.5]]
)",
                                          *scheduler);
  for (int i = 0; i < 90; ++i) session.tick();
  EXPECT_FALSE(session.error()) << session.error().message;
  const auto x = session.world().positions(0);
  EXPECT_LT(std::min(x[0], x[1]), 10);
  EXPECT_GT(std::max(x[0], x[1]), 31);
}

class BadFields : public ::testing::TestWithParam<testing::BadScenario> {};

TEST_P(BadFields, AreRefusedWithLineAndColumn) { testing::expect_refusal(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    ScenarioFields, BadFields,
    ::testing::Values(
        testing::BadScenario{"[fields]\nmetric = \"straight\"\n", "2:10",
                             "expected \"octile\" or \"eikonal\" or \"chebyshev\""},
        testing::BadScenario{"[fields]\nunreachable = \"wait\"\n", "2:15", "hold"},
        testing::BadScenario{"[fields]\ntiling = true\n", "2:10", "never"},
        testing::BadScenario{"[fields]\ncache_mb = -1\n", "2:12", "expected a whole number"},
        testing::BadScenario{"[[movement]]\nname = \"a\"\ncost = { 0 = 1 }\n", "3:10", "unknown key"},
        testing::BadScenario{"[[movement]]\nname = \"a\"\ncost = { 255 = 1 }\n", "3:10", "unknown key"},
        testing::BadScenario{"[[movement]]\nname = \"a\"\ncost = { 3 = 0 }\n", "3:14",
                             "expected a whole number from 1"},
        testing::BadScenario{"[[movement]]\nname = \"a\"\ncost = { 3 = \"mud\" }\n", "3:14", "wall"},
        testing::BadScenario{"[[movement]]\nmargin = 1\n", "1:1", "name"},
        testing::BadScenario{"[[movement]]\nname = \"a\"\nmargin = 9\n", "3:10", "from 0 to 8"},
        testing::BadScenario{"[[species]]\nname = \"a\"\nmovement = \"fly\"\n", "3:12", "movement"},
        testing::BadScenario{"[[one_way]]\nfrom = [1, 2]\nto = [3, 4]\n", "1:1", "leads"},
        testing::BadScenario{"[[one_way]]\nfrom = [1, 2]\nto = [3, 4]\nleads = [0, 0]\n", "4:9", "not both 0"},
        testing::BadScenario{"[[one_way]]\nfrom = [1, 2]\nto = [3, 4]\nleads = [0.5, 0]\n", "4:9", "each -1, 0 or 1"},
        testing::BadScenario{"[[link]]\nfrom = [1, 2]\n", "1:1", "to"},
        testing::BadScenario{"[[link]]\nfrom = [1, 2]\nto = [1, 3]\ncost = 0\n", "4:8", "0.015"},
        testing::BadScenario{"[[goal]]\nname = \"a\"\nplaces = []\n", "3:10", "at least one"},
        testing::BadScenario{"[[goal]]\nname = \"a\"\nplaces = [{ half = [1, 1] }]\n", "3:11", "position"},
        testing::BadScenario{"[[goal]]\nname = \"a\"\nparts = [{ flee = true }]\n", "3:10", "places"},
        testing::BadScenario{"[[goal]]\nname = \"a\"\nposition = [1, 2]\nplaces = []\n", "1:1", "one way to be"},
        testing::BadScenario{"[[event]]\nat = 1\nstamp = { shape = \"ball\", centre = [1, 2, 0], radius = 3 }\n", "3:9",
                             "cost"}));

}  // namespace
}  // namespace cardume
