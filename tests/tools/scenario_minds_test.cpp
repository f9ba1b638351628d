#include <gtest/gtest.h>

#include "tests/tools/bad_scenario.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {
namespace {

using testing::BadScenario;
using testing::expect_refusal;
using Kind = ConditionDesc::Kind;

constexpr const char* kMind = R"(
[[species]]
name = "wolf"
motion = { max_speed = 5, min_speed = 1 }
separation = { radius = 3, weight = 4 }
steering = { wander = { weight = 2 } }
mind = { period = 4 }
[[species.relation]]
species = "sheep"
pursue = { radius = 10, weight = 2 }
[[species.state]]
name = "prowl"
route = ["den", "meadow", "den"]
route_radius = 2.5
[[species.state]]
name = "chase"
motion = { max_speed = 9 }
steering = { wander = { weight = 0 } }
[[species.state.relation]]
species = "sheep"
pursue = { radius = 40 }
[[species.state.relation]]
species = "wolf"
follow = { radius = 5 }
[[species.transition]]
from = "prowl"
to = "chase"
when = [{ near = "sheep", within = 8 }, { time = 2, not = true }, { health_below = 0.3 }, { flag = 31 }]
[[species.transition]]
to = "prowl"
when = [{ chance = 0.1 }, { inside = "pen" }, { goal_within = 2 }]
[[species]]
name = "sheep"
[[goal]]
name = "meadow"
position = [1, 2]
[[goal]]
name = "den"
position = [3, 4]
[[region]]
name = "pen"
shape = "ball"
centre = [5, 5]
radius = 2
)";

Scenario read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const Result<Scenario> scenario = parse_scenario(text, "minds.toml", overrides);
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *scenario : Scenario{};
}

TEST(ScenarioMinds, StatesBeginWithWhatTheSpeciesIs) {
  const Scenario scenario = read(kMind);
  const MindDesc& mind = scenario.species.at(0).desc.mind;
  EXPECT_EQ(mind.period, 4u);
  ASSERT_EQ(mind.states.size(), 2u);
  EXPECT_EQ(mind.states[0].name, "prowl");
  EXPECT_EQ(mind.states[0].behaviour.motion.max_speed, 5);
  EXPECT_EQ(mind.states[0].behaviour.steering.wander.weight, 2);
  const BehaviourDesc& chase = mind.states[1].behaviour;
  EXPECT_EQ(chase.motion.max_speed, 9);
  EXPECT_EQ(chase.motion.min_speed, 1);
  EXPECT_EQ(chase.separation.weight, 4);
  EXPECT_EQ(chase.steering.wander.weight, 0);
  EXPECT_TRUE(scenario.species.at(1).desc.mind.states.empty());
}

TEST(ScenarioMinds, StatesChangeTheRelationsOfTheSpecies) {
  const Scenario scenario = read(kMind);
  const MindDesc& mind = scenario.species.at(0).desc.mind;
  ASSERT_EQ(mind.states.at(0).behaviour.relations.size(), 1u);
  EXPECT_EQ(mind.states[0].behaviour.relations[0].pursue.radius, 10);
  const std::vector<RelationDesc>& chase = mind.states.at(1).behaviour.relations;
  ASSERT_EQ(chase.size(), 2u);
  EXPECT_EQ(chase[0].species, 1);
  EXPECT_EQ(chase[0].pursue.radius, 40);
  EXPECT_EQ(chase[0].pursue.weight, 2);
  EXPECT_EQ(chase[1].species, 0);
  EXPECT_EQ(chase[1].follow.radius, 5);
}

TEST(ScenarioMinds, RoutesNameGoalsAsTheWorldNumbersThem) {
  const Scenario scenario = read(kMind);
  const StateDesc& prowl = scenario.species.at(0).desc.mind.states.at(0);
  EXPECT_EQ(prowl.route, (std::vector<std::uint32_t>{2, 1, 2}));
  EXPECT_EQ(prowl.route_radius, 2.5f);
}

void expect_condition(const ConditionDesc& condition, Kind kind, float value, std::uint32_t index) {
  EXPECT_EQ(condition.kind, kind);
  EXPECT_EQ(condition.value, value);
  EXPECT_EQ(condition.index, index);
}

TEST(ScenarioMinds, ReadsTransitions) {
  const Scenario scenario = read(kMind);
  const std::vector<TransitionDesc>& transitions = scenario.species.at(0).desc.mind.transitions;
  ASSERT_EQ(transitions.size(), 2u);
  EXPECT_EQ(transitions[0].from, 0);
  EXPECT_EQ(transitions[0].to, 1);
  EXPECT_EQ(transitions[1].from, TransitionDesc::kAny);
  EXPECT_EQ(transitions[1].to, 0);
  ASSERT_EQ(transitions[0].conditions.size(), 4u);
  expect_condition(transitions[0].conditions[0], Kind::kNear, 8, 0);
  EXPECT_EQ(transitions[0].conditions[0].species, 1);
  expect_condition(transitions[0].conditions[1], Kind::kTime, 2, 0);
  expect_condition(transitions[0].conditions[2], Kind::kHealth, 0.3f, 0);
  expect_condition(transitions[0].conditions[3], Kind::kFlag, 0, 31);
  EXPECT_FALSE(transitions[0].conditions[0].negated);
  EXPECT_TRUE(transitions[0].conditions[1].negated);
  ASSERT_EQ(transitions[1].conditions.size(), 3u);
  expect_condition(transitions[1].conditions[0], Kind::kChance, 0.1f, 0);
  expect_condition(transitions[1].conditions[1], Kind::kInside, 0, 0);
  expect_condition(transitions[1].conditions[2], Kind::kGoalNear, 2, 0);
}

TEST(ScenarioMinds, OverridesReachThemAll) {
  const Scenario scenario =
      read(kMind, {"species.wolf.state.chase.motion.max_speed=6", "species.wolf.motion.max_speed=4",
                   "species.wolf.mind.period=9", "species.wolf.transition.0.when.0.within=11",
                   "species.wolf.state.prowl.route=[\"meadow\"]", "species.wolf.transition.1.from=chase"});
  const MindDesc& mind = scenario.species.at(0).desc.mind;
  EXPECT_EQ(mind.states.at(1).behaviour.motion.max_speed, 6);
  EXPECT_EQ(mind.states.at(0).behaviour.motion.max_speed, 4);
  EXPECT_EQ(mind.period, 9u);
  EXPECT_EQ(mind.transitions.at(0).conditions.at(0).value, 11);
  EXPECT_EQ(mind.states.at(0).route, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(mind.transitions.at(1).from, 1);
}

TEST(ScenarioMinds, ReadsEvents) {
  const Scenario scenario = read(std::string(kMind) + R"(
[[event]]
at = 1
health = { species = "wolf", share = 0.25, value = -2 }
[[event]]
at = 2
flags = { species = "wolf", value = [0, 3] }
[[event]]
at = 3
state = { species = "wolf", goal = "den", value = "chase" }
)");
  ASSERT_EQ(scenario.events.size(), 3u);
  EXPECT_EQ(scenario.events[0].kind, EventPlan::Kind::kHealth);
  EXPECT_EQ(scenario.events[0].who.species, 0);
  EXPECT_EQ(scenario.events[0].who.share, 0.25f);
  EXPECT_EQ(scenario.events[0].mind.health, -2);
  EXPECT_EQ(scenario.events[1].kind, EventPlan::Kind::kFlags);
  EXPECT_EQ(scenario.events[1].who.share, 1);
  EXPECT_EQ(scenario.events[1].mind.flags, 9u);
  EXPECT_EQ(scenario.events[2].kind, EventPlan::Kind::kState);
  EXPECT_EQ(scenario.events[2].who.goal, 1u);
  EXPECT_EQ(scenario.events[2].mind.state, 1);
}

class MindErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(MindErrors, SayWhereAndWhatWasExpected) {
  const std::string text = std::string(
                               "goal = [{ name = \"g\", position = [1, 1] }]\n"
                               "[[species]]\nname = \"a\"\n") +
                           GetParam().text;
  expect_refusal({text.c_str(), GetParam().place, GetParam().what});
}

INSTANTIATE_TEST_SUITE_P(
    States, MindErrors,
    ::testing::Values(
        BadScenario{"mind = { period = 2 }\n", "4:8", "only serves species with states"},
        BadScenario{"transition = []\n", "4:14", "only serves species with states"},
        BadScenario{"mind = { period = 65 }\n[[species.state]]\nname = \"s\"\n", "4:19", "from 1 to 64"},
        BadScenario{"mind = { turns = 1 }\n[[species.state]]\nname = \"s\"\n", "4:10", "unknown key"},
        BadScenario{"[[species.state]]\n", "4:1", "species.0.state.0.name is missing"},
        BadScenario{"[[species.state]]\nname = \"s\"\n[[species.state]]\nname = \"s\"\n", "7:8", "taken already"},
        BadScenario{"[[species.state]]\nname = \"s\"\nbody = {}\n", "6:1", "unknown key species.0.state.0.body"},
        BadScenario{"[[species.state]]\nname = \"s\"\nmotion = { max_speed = -1 }\n", "6:24", "out of range"},
        BadScenario{"motion = { min_speed = 3 }\n[[species.state]]\nname = \"s\"\nmotion = { max_speed = 2 }\n", "7:24",
                    "min_speed <= max_speed"},
        BadScenario{"[[species.state]]\nname = \"s\"\nroute = \"g\"\n", "6:9", "expected a list of names"},
        BadScenario{"[[species.state]]\nname = \"s\"\nroute = [\"g\", \"h\"]\n", "6:15", "expected \"g\""},
        BadScenario{"[[species.state]]\nname = \"s\"\nroute_radius = -1\n", "6:16", "from 0"}));

class TransitionErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(TransitionErrors, SayWhereAndWhatWasExpected) {
  const std::string text = std::string(
                               "species = [{ name = \"a\", state = [{ name = \"s\" }, { name = \"t\" }], "
                               "transition = [{ ") +
                           GetParam().text + " }] }]\nregion = []\n";
  expect_refusal({text.c_str(), GetParam().place, GetParam().what});
}

// The transition begins in column 82, its first key in 84.
INSTANTIATE_TEST_SUITE_P(
    All, TransitionErrors,
    ::testing::Values(
        BadScenario{"to = \"s\"", "1:82", "species.0.transition.0.when is missing"},
        BadScenario{"when = [{ time = 1 }]", "1:82", "species.0.transition.0.to is missing"},
        BadScenario{"to = \"x\", when = [{ time = 1 }]", "1:89", "expected \"s\" or \"t\""},
        BadScenario{"to = \"s\", from = \"x\", when = [{ time = 1 }]", "1:101", "expected \"s\" or \"t\""},
        BadScenario{"to = \"s\", when = []", "1:101", "at least one condition"},
        BadScenario{"to = \"s\", when = 3", "1:101", "expected an array of tables"},
        BadScenario{"to = \"s\", when = [{}]", "1:102", "asks for one thing; expected one of near, time"},
        BadScenario{"to = \"s\", when = [{ time = 1, flag = 2 }]", "1:102", "asks for one thing"},
        BadScenario{"to = \"s\", when = [{ near = \"b\", within = 1 }]", "1:111", "expected \"a\""},
        BadScenario{"to = \"s\", when = [{ near = \"a\" }]", "1:102", "within is missing"},
        BadScenario{"to = \"s\", when = [{ time = 1, within = 1 }]", "1:114", "unknown key"},
        BadScenario{"to = \"s\", when = [{ time = -1 }]", "1:111", "from 0"},
        BadScenario{"to = \"s\", when = [{ health_below = nan }]", "1:119", "out of range"},
        BadScenario{"to = \"s\", when = [{ flag = 32 }]", "1:111", "a whole number from 0 to 31"},
        BadScenario{"to = \"s\", when = [{ chance = -1 }]", "1:113", "from 0"},
        BadScenario{"to = \"s\", when = [{ inside = \"r\" }]", "1:113", "nothing of that kind"},
        BadScenario{"to = \"s\", when = [{ goal_within = inf }]", "1:118", "out of range"},
        BadScenario{"to = \"s\", when = [{ time = 1, not = 1 }]", "1:120", "expected true or false"},
        BadScenario{"to = \"s\", if = 1, when = [{ time = 1 }]", "1:94", "unknown key species.0.transition.0.if"}));

class MindEventErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(MindEventErrors, SayWhereAndWhatWasExpected) {
  const std::string text = std::string(
                               "species = [{ name = \"a\", state = [{ name = \"s\" }] }, { name = \"dull\" }]\n"
                               "[[event]]\nat = 1\n") +
                           GetParam().text;
  expect_refusal({text.c_str(), GetParam().place, GetParam().what});
}

INSTANTIATE_TEST_SUITE_P(
    All, MindEventErrors,
    ::testing::Values(BadScenario{"health = { value = 1 }\n", "4:10", "event.0.health.species is missing"},
                      BadScenario{"health = { species = \"a\" }\n", "4:10", "event.0.health.value is missing"},
                      BadScenario{"health = { species = \"dull\", value = 1 }\n", "4:22", "has no mind"},
                      BadScenario{"health = { species = \"a\", value = nan }\n", "4:35", "out of range"},
                      BadScenario{"health = { species = \"a\", value = 1, share = 2 }\n", "4:46", "from 0 to 1"},
                      BadScenario{"flags = { species = \"a\", value = [32] }\n", "4:35", "from 0 to 31"},
                      BadScenario{"flags = { species = \"a\", value = 3 }\n", "4:34", "a list of numbers"},
                      BadScenario{"state = { species = \"a\", value = \"t\" }\n", "4:34", "expected \"s\""},
                      BadScenario{"state = { species = \"a\", value = \"s\" }\nlock = {}\n", "2:1", "does one thing"}));

}  // namespace
}  // namespace cardume
