#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/tools/open_session.hpp"
#include "tests/tools/scratch_folder.hpp"
#include "tools/scenario/crowd_metrics.hpp"
#include "tools/scenario/recipe_file.hpp"
#include "tools/scenario/terrain.hpp"

namespace cardume {
namespace {

using testing::open_session;

/// Of the scenes of that kind on each recipe that comes with the library.
std::vector<std::string> scenes() {
  std::vector<std::string> names;
  for (const char* kind : {"horde_", "rts_"})
    for (const std::string_view recipe : shipped_recipes()) names.push_back(kind + std::string(recipe));
  return names;
}

class RecipeScenes : public ::testing::TestWithParam<std::string> {};

void expect_nobody_in_trees(const World& world) {
  for (const ObstacleDesc& tree : world.desc().scenery.obstacles) {
    const Vec3 at = tree.zone.centre;
    for (std::uint32_t row = 0; row < world.count(); ++row) {
      const float away = std::hypot(world.positions(0)[row] - at.x, world.positions(1)[row] - at.y);
      ASSERT_GE(away, tree.zone.radius) << "row " << row;
    }
  }
}

TEST_P(RecipeScenes, EveryoneHasAWayToTheGoalAndNobodyIsInWallsOrTrees) {
  const auto serial = make_serial_scheduler();
  const auto pool = make_tbb_scheduler(2);
  const bool horde = GetParam().starts_with("horde");
  const std::vector<std::string> overrides{horde ? "agents=1500" : "agents=480"};
  Session one = open_session(load_scenario(GetParam(), overrides), *serial);
  Session two = open_session(load_scenario(GetParam(), overrides), *pool);
  for (int i = 0; i < 120; ++i) {
    const TickReport report = one.tick();
    ASSERT_EQ(report.flags, 0u) << "tick " << i;
    ASSERT_EQ(report.state_hash, two.tick().state_hash) << "tick " << i;
  }
  const World& world = one.world();
  ASSERT_EQ(world.count(), horde ? 1500u : 480u);
  EXPECT_EQ(measure_crowd(world).in_walls, 0u);
  expect_nobody_in_trees(world);
  for (const SessionGoal& goal : one.goals())
    for (std::uint32_t row = 0; row < world.count(); row += 7) {
      const Result<bool> way = world.is_reachable(world.id_at(row), goal.id);
      ASSERT_TRUE(way && *way) << goal.name << " from row " << row;
    }
}

INSTANTIATE_TEST_SUITE_P(All, RecipeScenes, ::testing::ValuesIn(scenes()), [](const auto& one) { return one.param; });

TEST(RecipeScene, ArmiesCrossTheContinent) {
  const auto scheduler = make_serial_scheduler();
  Session session = open_session(load_scenario("rts_continent"), *scheduler);
  const auto mean_x = [&](std::uint8_t species) {
    const World& world = session.world();
    double sum = 0, count = 0;
    for (std::uint32_t row = 0; row < world.count(); ++row)
      if (world.species()[row] == species) sum += static_cast<double>(world.positions(0)[row]), ++count;
    return sum / count;
  };
  session.tick();
  const double red = mean_x(0), blue = mean_x(1);
  for (int i = 0; i < 25 * 60; ++i) session.tick();
  EXPECT_GT(mean_x(0), red + 20);
  EXPECT_LT(mean_x(1), blue - 20);
}

TEST(RecipeTerrain, IsTheLandWithItsTreesAndPlaces) {
  const Result<Scenario> scenario = parse_scenario(R"(
seed = 4
[terrain]
kind = "recipe"
recipe = "continent"
width = 128
height = 96
[[goal]]
name = "a"
place = "east"
[[spawn]]
where = "disc"
place = "west"
radius = 5
)",
                                                   "test.toml");
  ASSERT_TRUE(scenario) << scenario.error().message;
  const auto made = make_terrain(*scenario);
  ASSERT_TRUE(made) << made.error().message;
  auto landscape = Landscape::create(*Recipe::shipped("continent"), {.seed = 4, .width = 128, .height = 96});
  const auto land = landscape->whole();
  EXPECT_EQ(made->grid.cost, land->terrain.cost);
  EXPECT_EQ(made->obstacles.size(), land->trees.size());
  Scenario settled = *scenario;
  ASSERT_FALSE(settle_places(*made, settled));
  const auto east = std::ranges::find(land->places, "east", &NamedPlace::name);
  ASSERT_NE(east, land->places.end());
  const Place& settled_at = settled.goals[0].position;
  EXPECT_EQ((Vec2{settled_at.x.value, settled_at.y.value}), middle_in(*land, east->x, east->y));
  settled.goals[0].place = "atlantis";
  EXPECT_NE(settle_places(*made, settled).message.find("no place atlantis; there are: west, east, north, south"),
            std::string::npos);
}

class RecipeTerrainFile : public testing::ScratchFolder {};
class ScenarioBase : public testing::ScratchFolder {};

TEST_F(RecipeTerrainFile, IsFoundBesideTheScenario) {
  (void)put("wall.recipe", "cardume recipe 1\nsize 20 10\nlayer a perlin\nbiome b cost=7\n");
  (void)put("a.toml", "[terrain]\nkind = \"recipe\"\nrecipe = \"wall.recipe\"\n");
  const auto scenario = load_scenario(path("a.toml"));
  ASSERT_TRUE(scenario) << scenario.error().message;
  const auto made = make_terrain(*scenario);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->grid.cost, std::vector<std::uint8_t>(200, 7));
  (void)put("wall.recipe", "cardume recipe 1\nsize 20\n");
  const auto broken = make_terrain(*scenario);
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("wall.recipe:2:8: expected a height in cells"), std::string::npos);
  EXPECT_NE(broken.error().message.find("a.toml:3:"), std::string::npos);
}

TEST_F(ScenarioBase, GivesWhatTheScenarioDoesNotSay) {
  (void)put("base.toml", "agents = 5\nseed = 3\n[world]\nsize = [20, 20]\nradius = 3\n");
  (void)put("a.toml", "base = \"" + path("base.toml") + "\"\nseed = 4\n[world]\nsize = [30, 30]\n");
  const auto scenario = load_scenario(path("a.toml"));
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->name, "a");
  EXPECT_EQ(scenario->run.agents, 5u);
  EXPECT_EQ(scenario->run.seed, 4u);
  EXPECT_EQ(scenario->world.size.size.x, 30) << "a table takes the place of the whole other one";
  (void)put("base.toml", "agents = 5\nsead = 3\n");
  const auto broken = load_scenario(path("a.toml"));
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("base.toml:2:"), std::string::npos) << broken.error().message;
}

TEST_F(ScenarioBase, IsRefusedWhereThereIsNone) {
  const auto message = [](const std::string& text) { return parse_scenario(text, "x.toml").error().message; };
  EXPECT_NE(message("base = 3").find("x.toml:1:"), std::string::npos);
  EXPECT_NE(message("base = \"atlantis\"").find("there is no scenario atlantis"), std::string::npos);
  (void)put("a.toml", "base = \"" + path("a.toml") + "\"\n");
  EXPECT_NE(load_scenario(path("a.toml")).error().message.find("at most 8"), std::string::npos);
}

}  // namespace
}  // namespace cardume
