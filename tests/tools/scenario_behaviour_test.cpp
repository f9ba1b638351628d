#include <gtest/gtest.h>

#include "tests/tools/bad_scenario.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {
namespace {

using testing::BadScenario;
using testing::expect_refusal;

constexpr const char* kBehaviour = R"(
[[species]]
name = "fish"
separation = { radius = 1, falloff = "inverse" }
alignment = { radius = 2, inertia = 1.5 }
motion = { max_speed = 7, turn_rate = 2.5, speed = "shared", noise = 0.25 }
border = { margin = 3, zone = { shape = "ball", centre = [1, -2, 3], radius = 9 } }
perception = { nearest = 7, field_of_view = 4.5, period = 5, detail_distance = 60 }
body = { radius = 0.5, tells_contacts = ["shark", "fish"] }
[species.steering]
seek = { weight = 1.25, slow = 4 }
flee = { radius = 6, weight = 2 }
orbit = { radius = 7, weight = 0.5 }
wander = { weight = 0.5, period = 2, spread = 0.75 }
hold = { weight = 3, radius = 8 }
look_ahead = { weight = 4, time = 1.75 }
[[species.relation]]
species = "shark"
evade = { radius = 12, weight = 9 }
prediction = 0.5
[[species.relation]]
species = "fish"
separation = { weight = 3 }
alignment = { radius = 4, weight = 5 }
follow = { radius = 20 }
distance = 2.5
[[species]]
name = "shark"
separation = { falloff = "linear" }
motion = { speed = "own" }
border = { margin = 1, zone = { shape = "box", centre = [5, 5], half = [4, 3] } }
[[species.relation]]
species = "fish"
pursue = { radius = 30, weight = 2 }
)";

Scenario read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const Result<Scenario> scenario = parse_scenario(text, "behaviour.toml", overrides);
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *scenario : Scenario{};
}

TEST(ScenarioBehaviour, ReadsHowRulesWork) {
  const Scenario scenario = read(kBehaviour);
  const SpeciesDesc& fish = scenario.species.at(0).desc;
  EXPECT_EQ(fish.separation.falloff, Falloff::kInverse);
  EXPECT_EQ(fish.alignment.inertia, 1.5f);
  EXPECT_EQ(fish.motion.turn_rate, 2.5f);
  EXPECT_EQ(fish.motion.speed, SpeedModel::kShared);
  EXPECT_EQ(fish.motion.noise, 0.25f);
  EXPECT_EQ(fish.perception.nearest, 7u);
  EXPECT_EQ(fish.perception.field_of_view, 4.5f);
  EXPECT_EQ(fish.perception.period, 5u);
  EXPECT_EQ(fish.perception.detail_distance, 60);
  EXPECT_EQ(fish.body.tells_contacts, 3u);
  const SpeciesDesc& shark = scenario.species.at(1).desc;
  EXPECT_EQ(shark.separation.falloff, Falloff::kLinear);
  EXPECT_EQ(shark.motion.speed, SpeedModel::kOwn);
}

TEST(ScenarioBehaviour, ReadsZones) {
  const Scenario scenario = read(kBehaviour);
  const Zone& ball = scenario.species.at(0).desc.border.zone;
  EXPECT_EQ(ball.shape, Zone::Shape::kBall);
  EXPECT_EQ(ball.centre, (Vec3{1, -2, 3}));
  EXPECT_EQ(ball.radius, 9);
  const Zone& box = scenario.species.at(1).desc.border.zone;
  EXPECT_EQ(box.shape, Zone::Shape::kBox);
  EXPECT_EQ(box.half, (Vec3{4, 3, 0}));
}

TEST(ScenarioBehaviour, ReadsSteering) {
  const Scenario scenario = read(kBehaviour);
  const SteeringDesc& steering = scenario.species.at(0).desc.steering;
  EXPECT_EQ(steering.seek.weight, 1.25f);
  EXPECT_EQ(steering.seek.slow, 4);
  EXPECT_EQ(steering.flee.radius, 6);
  EXPECT_EQ(steering.flee.weight, 2);
  EXPECT_EQ(steering.orbit.radius, 7);
  EXPECT_EQ(steering.orbit.weight, 0.5f);
  EXPECT_EQ(steering.wander.weight, 0.5f);
  EXPECT_EQ(steering.wander.period, 2);
  EXPECT_EQ(steering.wander.spread, 0.75f);
  EXPECT_EQ(steering.hold.weight, 3);
  EXPECT_EQ(steering.hold.radius, 8);
  EXPECT_EQ(steering.look_ahead.weight, 4);
  EXPECT_EQ(steering.look_ahead.time, 1.75f);
}

TEST(ScenarioBehaviour, ReadsRelationsWithThoseThatComeLater) {
  const Scenario scenario = read(kBehaviour);
  const std::vector<RelationDesc>& relations = scenario.species.at(0).desc.relations;
  ASSERT_EQ(relations.size(), 2u);
  EXPECT_EQ(relations[0].species, 1);
  EXPECT_EQ(relations[0].evade.radius, 12);
  EXPECT_EQ(relations[0].evade.weight, 9);
  EXPECT_EQ(relations[0].prediction, 0.5f);
  EXPECT_FALSE(relations[0].separation);
  EXPECT_EQ(relations[1].species, 0);
  EXPECT_EQ(relations[1].separation->radius, 1);  // As the rule itself looks.
  EXPECT_EQ(relations[1].separation->weight, 3);
  EXPECT_EQ(relations[1].alignment->radius, 4);
  EXPECT_EQ(relations[1].alignment->weight, 5);
  EXPECT_FALSE(relations[1].cohesion);
  EXPECT_EQ(relations[1].follow.radius, 20);
  EXPECT_EQ(relations[1].distance, 2.5f);
  EXPECT_EQ(scenario.species.at(1).desc.relations.at(0).pursue.radius, 30);
}

TEST(ScenarioBehaviour, OverridesReachThemAll) {
  const Scenario scenario =
      read(kBehaviour, {"species.fish.separation.falloff=unit", "species.fish.motion.speed=free",
                        "species.fish.steering.wander.spread=2", "species.shark.border.zone.half=[1, 2, 3]",
                        "species.fish.relation.0.evade.radius=1", "species.fish.relation.1.species=shark",
                        "species.fish.relation.0.species=fish", "species.fish.perception.nearest=0"});
  const SpeciesDesc& fish = scenario.species.at(0).desc;
  EXPECT_EQ(fish.separation.falloff, Falloff::kUnit);
  EXPECT_EQ(fish.motion.speed, SpeedModel::kFree);
  EXPECT_EQ(fish.steering.wander.spread, 2);
  EXPECT_EQ(scenario.species.at(1).desc.border.zone.half, (Vec3{1, 2, 3}));
  EXPECT_EQ(fish.relations.at(0).evade.radius, 1);
  EXPECT_EQ(fish.relations.at(0).species, 0);
  EXPECT_EQ(fish.relations.at(1).species, 1);
  EXPECT_EQ(fish.perception.nearest, 0u);
}

class BehaviourErrors : public ::testing::TestWithParam<BadScenario> {};

TEST_P(BehaviourErrors, SayWhereAndWhatWasExpected) {
  const std::string text = std::string("[[species]]\nname = \"a\"\n") + GetParam().text;
  expect_refusal({text.c_str(), GetParam().place, GetParam().what});
}

INSTANTIATE_TEST_SUITE_P(
    Rules, BehaviourErrors,
    ::testing::Values(BadScenario{"separation = { falloff = \"cubic\" }\n", "3:26", "\"unit\" or \"inverse\" or"},
                      BadScenario{"separation = { inertia = 1 }\n", "3:16", "unknown key species.0.separation.inertia"},
                      BadScenario{"alignment = { inertia = -1 }\n", "3:25", "expected a number from 0 to 1000000"},
                      BadScenario{"cohesion = { falloff = \"unit\" }\n", "3:14", "unknown key"},
                      BadScenario{"motion = { turn_rate = -1 }\n", "3:24", "expected a number from 0"},
                      BadScenario{"motion = { speed = 3 }\n", "3:20", "\"free\" or \"own\" or \"shared\""},
                      BadScenario{"motion = { noise = 6.3 }\n", "3:20", "expected a number from 0 to 6.28"},
                      BadScenario{"border = { zone = 3 }\n", "3:19", "expected a table"},
                      BadScenario{"border = { zone = {} }\n", "3:19", "species.0.border.zone.shape is missing"},
                      BadScenario{"perception = { nearest = 17 }\n", "3:26", "a whole number from 0 to 16"},
                      BadScenario{"perception = { field_of_view = 7 }\n", "3:32", "expected a number from 0 to 6.28"},
                      BadScenario{"perception = { period = 0 }\n", "3:25", "a whole number from 1 to 64"},
                      BadScenario{"perception = { period = 65 }\n", "3:25", "a whole number from 1 to 64"},
                      BadScenario{"perception = { detail_distance = nan }\n", "3:34", "out of range"},
                      BadScenario{"perception = { range = 1 }\n", "3:16", "unknown key species.0.perception.range"},
                      BadScenario{"body = { tells_contacts = \"a\" }\n", "3:27", "expected a list of names"},
                      BadScenario{"body = { tells_contacts = [\"b\"] }\n", "3:28", "expected \"a\""},
                      BadScenario{"body = { tells_contacts = [1] }\n", "3:28", "expected \"a\""}));

INSTANTIATE_TEST_SUITE_P(
    Steering, BehaviourErrors,
    ::testing::Values(BadScenario{"steering = { seek = { weight = -1 } }\n", "3:32", "expected a number from 0"},
                      BadScenario{"steering = { seek = { slow = inf } }\n", "3:30", "out of range"},
                      BadScenario{"steering = { flee = { radius = -1 } }\n", "3:32", "expected a number from 0"},
                      BadScenario{"steering = { wander = { weight = \"1\" } }\n", "3:34", "is no number"},
                      BadScenario{"steering = { wander = { period = 0 } }\n", "3:34", "from 0.001 to 1000"},
                      BadScenario{"steering = { wander = { spread = -1 } }\n", "3:34", "expected a number from 0"},
                      BadScenario{"steering = { hold = { weight = -1 } }\n", "3:32", "expected a number from 0"},
                      BadScenario{"steering = { look_ahead = { time = 1001 } }\n", "3:36", "from 0.001 to 1000"},
                      BadScenario{"steering = { arrive = {} }\n", "3:14", "unknown key species.0.steering.arrive"}));

INSTANTIATE_TEST_SUITE_P(
    Relations, BehaviourErrors,
    ::testing::Values(
        BadScenario{"relation = 3\n", "3:12", "written [[species.0.relation]]"},
        BadScenario{"[[species.relation]]\n", "3:1", "species.0.relation.0.species is missing"},
        BadScenario{"[[species.relation]]\nspecies = \"b\"\n", "4:11", "expected \"a\""},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\n[[species.relation]]\nspecies = \"a\"\n", "6:11",
                    "has a relation already"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\nseparation = { radius = -1 }\n", "5:25", "from 0"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\nalignment = { inertia = 1 }\n", "5:15", "unknown key"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\ncohesion = 1\n", "5:12", "expected a table"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\npursue = { weight = -1 }\n", "5:21", "from 0"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\nevade = { radius = nan }\n", "5:20", "out of range"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\nfollow = { reach = 1 }\n", "5:12", "unknown key"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\nprediction = 1001\n", "5:14", "from 0 to 1000"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\ndistance = -1\n", "5:12", "from 0"},
        BadScenario{"[[species.relation]]\nspecies = \"a\"\nhunt = {}\n", "5:1", "unknown key"}));

}  // namespace
}  // namespace cardume
