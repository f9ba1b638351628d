#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cardume/recipe.hpp>
#include <string>

namespace cardume {
namespace {

constexpr const char kHead[] = "cardume recipe 1\n";
constexpr const char kTail[] = "biome ground cost=1 colour=112233\n";

std::string complaint(const std::string& text) {
  const auto recipe = Recipe::parse(text, "test.recipe");
  if (!recipe) {
    EXPECT_EQ(recipe.error().status, Status::kParse);
    return recipe.error().message;
  }
  return "it was taken";
}

/// Of lines between a good head and a good end.
std::string complaint_of(const std::string& lines) { return complaint(kHead + lines + kTail); }

TEST(Recipe, SaysWhatItMakes) {
  const auto recipe = Recipe::parse(
      "\xEF\xBB\xBF# A comment.\r\n\r\ncardume recipe 1 # Another.\r\nsize 30 20\r\ncell 0.5\r\n"
      "layer a perlin octaves=3 period=20\r\nlayer b sum a*0.5 a -0.25\r\n"
      "biome sea cost=wall colour=0000ff a<0 b<1\r\nbiome land cost=3 colour=a0B1c2",
      "test");
  ASSERT_TRUE(recipe) << recipe.error().message;
  EXPECT_EQ(recipe->name(), "test");
  EXPECT_EQ(recipe->width(), 30u);
  EXPECT_EQ(recipe->height(), 20u);
  EXPECT_EQ(recipe->cell_size(), 0.5f);
  EXPECT_FALSE(recipe->endless());
  ASSERT_EQ(recipe->biomes().size(), 2u);
  EXPECT_EQ(recipe->biomes()[0].cost, kWall);
  EXPECT_EQ(recipe->biomes()[1].cost, 3);
  EXPECT_EQ(recipe->biomes()[1].colour, (std::array<std::uint8_t, 3>{0xA0, 0xB1, 0xC2}));
  ASSERT_EQ(recipe->layers().size(), 2u);
  EXPECT_EQ(recipe->layers()[1], "b");
}

TEST(Recipe, AllThatAreShippedAreRead) {
  EXPECT_GE(shipped_recipes().size(), 6u);
  for (const std::string_view name : shipped_recipes()) {
    const auto recipe = Recipe::shipped(name);
    ASSERT_TRUE(recipe) << recipe.error().message;
    EXPECT_EQ(recipe->name(), name);
  }
  for (const std::string_view name : {"continent", "archipelago", "caves", "dungeon", "walled_town", "forest"})
    EXPECT_TRUE(Recipe::shipped(name)) << name;
  const auto unknown = Recipe::shipped("atlantis");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("archipelago"), std::string::npos);
}

TEST(Recipe, ErrorsNameLineAndColumn) {
  EXPECT_EQ(complaint(""), "test.recipe:1:1: expected `cardume recipe 1`");
  EXPECT_EQ(complaint("recipe 1\n"), "test.recipe:1:1: expected `cardume recipe 1`");
  EXPECT_EQ(complaint("cardume recipe 2\n"), "test.recipe:1:16: expected a whole number from 1 to 1");
  EXPECT_EQ(complaint_of("size 10\n"), "test.recipe:2:8: expected a height in cells");
  EXPECT_EQ(complaint_of("size 10 0\n"), "test.recipe:2:9: expected a whole number from 1 to 8192");
  EXPECT_EQ(complaint_of("size 10 10 10\n"), "test.recipe:2:12: unexpected 10");
  EXPECT_EQ(
      complaint_of("\n  river 3\n"),
      "test.recipe:3:3: a line must begin with one of size, endless, cell, layer, biome, climb, trees, place, join");
  EXPECT_EQ(complaint_of("layer a perlin octaves=17\n"), "test.recipe:2:24: expected a whole number from 1 to 16");
  EXPECT_EQ(complaint_of("layer a perlin octave=7\n"), "test.recipe:2:16: unknown key octave");
  EXPECT_EQ(complaint_of("layer a perlin octaves=\n"), "test.recipe:2:24: expected a value");
  EXPECT_EQ(complaint_of("layer a perlin gain=0.5 gain=0.6\n"), "test.recipe:2:25: this key is there already");
  EXPECT_EQ(complaint_of("layer a perlin gain=nan\n"), "test.recipe:2:21: expected a number from 0 to 1");
  EXPECT_EQ(complaint_of("layer a perlin fractal=rigid\n"),
            "test.recipe:2:24: fractal must be one of fbm, ridged, billow");
  EXPECT_EQ(complaint_of("layer a sum b*2\n"), "test.recipe:2:13: there is no layer b above");
  EXPECT_EQ(complaint_of("layer a sum a\n"), "test.recipe:2:13: there is no layer a above");
  EXPECT_EQ(complaint_of("layer a sum 3\n"), "test.recipe:2:1: a sum needs a layer");
  EXPECT_EQ(complaint_of("layer a perlin\nlayer b sum a*x\n"),
            "test.recipe:3:15: expected a number from -1e+06 to 1e+06");
  EXPECT_EQ(complaint_of("layer a perlin\nlayer a perlin\n"), "test.recipe:3:7: there is a layer of that name already");
  EXPECT_EQ(complaint_of("layer 9a perlin\n"), "test.recipe:2:7: a name begins with a letter, and has none of *<>='%");
  EXPECT_EQ(complaint_of("layer a voronoi value=border metric=manhattan\n"),
            "test.recipe:2:1: value=border needs metric=euclid");
}

TEST(Recipe, ErrorsOfGround) {
  EXPECT_EQ(complaint(kHead), "test.recipe:1:1: the last biome must hold everywhere: without a condition");
  EXPECT_EQ(complaint_of("biome ground cost=2\n"), "test.recipe:3:7: there is a biome of that name already");
  EXPECT_EQ(complaint_of("biome a cost=0\n"), "test.recipe:2:14: expected a whole number from 1 to 254");
  EXPECT_EQ(complaint_of("biome a cost=255\n"), "test.recipe:2:14: expected a whole number from 1 to 254");
  EXPECT_EQ(complaint_of("biome a colour=12345g\n"), "test.recipe:2:16: expected a colour such as 4f9a3c");
  EXPECT_EQ(complaint_of("biome a height<0\n"), "test.recipe:2:9: there is no layer height above");
  EXPECT_EQ(complaint_of("layer h perlin\nbiome a h<\n"),
            "test.recipe:3:9: expected a condition such as height<0.2 or town='#'");
  EXPECT_EQ(complaint_of("layer h perlin\nbiome a h<x\n"), "test.recipe:3:11: expected a number from -1e+06 to 1e+06");
  EXPECT_EQ(complaint_of("layer t tiles town\nbiome a t='##'\n"), "test.recipe:3:11: expected a letter such as '#'");
  EXPECT_EQ(complaint_of("layer h perlin\nbiome a cost=wall h<0\njoin\n"),
            "test.recipe:3:1: walls need carved=BIOME: what ways through them are of, for there is a join");
  EXPECT_EQ(complaint_of("layer h perlin\nbiome a cost=wall carved=b h<0\njoin\n"),
            "test.recipe:3:26: there is no biome b");
  EXPECT_EQ(complaint_of("layer h perlin\nbiome a cost=wall carved=a h<0\njoin\n"),
            "test.recipe:3:26: a is a wall itself");
  EXPECT_EQ(complaint_of("trees oak\n"), "test.recipe:2:1: trees need in=BIOME");
  EXPECT_EQ(complaint_of("biome a never\ntrees oak in=a,b\n"),
            "test.recipe:3:16: there is no biome of that name above");
  EXPECT_EQ(complaint_of("place home 50 50%\n"), "test.recipe:2:12: expected a share such as 25%");
  EXPECT_EQ(complaint_of("place home 50% 101%\n"), "test.recipe:2:16: expected a number from 0 to 100");
  EXPECT_EQ(complaint_of("join width=2\n"), "test.recipe:2:1: width must be odd");
}

TEST(Recipe, ErrorsOfEndlessLandscapes) {
  EXPECT_EQ(complaint_of("layer a perlin\nendless\n"), "test.recipe:3:1: endless belongs above the layers");
  EXPECT_EQ(complaint_of("endless\nlayer a falloff\n"),
            "test.recipe:3:1: an endless landscape has no edge to fall off to");
  EXPECT_EQ(complaint_of("endless\nplace a 1% 1%\n"),
            "test.recipe:3:1: an endless landscape has no places by shares of its size");
  EXPECT_EQ(complaint_of("endless\njoin width=3\n"),
            "test.recipe:3:1: endless landscapes are joined by ways of one cell, and keep all pockets");
}

TEST(Recipe, HasLimits) {
  std::string layers, biomes;
  for (int i = 0; i < 65; ++i) layers += "layer l" + std::to_string(i) + " perlin\n";
  EXPECT_EQ(complaint_of(layers), "test.recipe:66:7: at most 64 layers (limits::kMaxLayers)");
  for (int i = 0; i < 256; ++i) biomes += "biome b" + std::to_string(i) + " never\n";
  EXPECT_EQ(complaint_of(biomes), "test.recipe:257:7: at most 255 biomes (limits::kMaxBiomes)");
}

/// Whatever is cut out of or put into a recipe, reading it ends in a recipe or in an error with a place.
TEST(Recipe, BrokenTextsAreRefusedOrRead) {
  const std::string good =
      "cardume recipe 1\nsize 9 9\nlayer a perlin octaves=2 period=9 warp=3\nlayer t tiles town across=2 x=50%\n"
      "layer s sum a*0.5 t 0.3\nbiome w cost=wall colour=123456 carved=g s<0.2 t='#'\nbiome g\ntrees oak in=g,w "
      "chance=0.5\n"
      "place p 1% 2%\njoin width=3 pockets=4\nclimb a 3\nbiome last\n";
  int taken = 0, refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at)
    for (const char* put : {"", "=", "'", " ", "\n", "-", "#"}) {
      std::string text = good;
      text.replace(at, 1, put);
      const auto recipe = Recipe::parse(text, "x");
      ++(recipe ? taken : refused);
      if (!recipe) {
        ASSERT_EQ(std::count(recipe.error().message.begin(), recipe.error().message.end(), ':') >= 3, true)
            << recipe.error().message;
      }
    }
  EXPECT_GT(taken, 50);
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace cardume
