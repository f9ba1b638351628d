#include <gtest/gtest.h>

#include "tools/scenario/scenario.hpp"

namespace cardume {
namespace {

constexpr const char* kText = R"(
agents = 10
[world]
size = [20, 30]
[[species]]
name = "cat"
separation = { radius = 1 }
[[species]]
name = "mouse"
[[goal]]
name = "cheese"
position = [3, 4]
)";

Result<Scenario> with(std::vector<std::string> overrides) { return parse_scenario(kText, "zoo.toml", overrides); }

void expect_refusal(const std::string& assignment, std::string_view what) {
  const Result<Scenario> scenario = with({assignment});
  ASSERT_FALSE(scenario) << assignment;
  EXPECT_TRUE(scenario.error().message.starts_with("--set " + assignment + ": ")) << scenario.error().message;
  EXPECT_NE(scenario.error().message.find(what), std::string::npos) << scenario.error().message;
}

TEST(Overrides, ReachEveryKindOfPlace) {
  const Result<Scenario> scenario =
      with({"agents=5", "world.size.1=50", "species.0.separation.radius=2.5", "species.mouse.motion.max_speed=9",
            "goal.cheese.position=[1, 2]", "species.0.name=tiger", "fields.mode=arrows"});
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->run.agents, 5u);
  EXPECT_EQ(scenario->world.size.size.x, 20);
  EXPECT_EQ(scenario->world.size.size.y, 50);
  EXPECT_EQ(scenario->species[0].desc.separation.radius, 2.5f);
  EXPECT_EQ(scenario->species[0].name, "tiger");
  EXPECT_EQ(scenario->species[1].desc.motion.max_speed, 9);
  EXPECT_EQ(scenario->goals[0].position.x.value, 1);
  EXPECT_EQ(scenario->fields.mode, DirectionMode::kArrows);
}

TEST(Overrides, TheLastOneWins) { EXPECT_EQ(with({"agents=5", "agents=6"})->run.agents, 6u); }

TEST(Overrides, NameThemselvesInErrors) {
  expect_refusal("agents", "expected path=value");
  expect_refusal("=3", "expected path=value");
  expect_refusal("agents=", "expected path=value");
  expect_refusal("species..name=x", "expected path=value");
  expect_refusal("species.2.name=x", "there is no \"2\"");
  expect_refusal("species.dog.name=x", "there is no \"dog\"");
  expect_refusal("agents.deep=1", "there is no \"deep\"");
  expect_refusal("agents=-1", "expected a whole number");
  expect_refusal("agents=many", "expected a whole number");
  expect_refusal("species.0.separation.radius=-1", "out of range");
  expect_refusal("species.0.separation.radius=nan", "out of range");
  expect_refusal("species.cat.separation.raduis=1", "unknown key");
  expect_refusal("world.size=[1, 2, 3, 4]", "expected [x, y]");
}

}  // namespace
}  // namespace cardume
