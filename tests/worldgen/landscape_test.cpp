#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/landscape.hpp>
#include <cardume/limits.hpp>
#include <cardume/random.hpp>
#include <cardume/world.hpp>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "tests/worldgen/pieces.hpp"

namespace cardume {
namespace {

Recipe shipped(std::string_view name) {
  auto recipe = Recipe::shipped(name);
  EXPECT_TRUE(recipe) << recipe.error().message;
  return *recipe;
}

Recipe parsed(const std::string& text) {
  auto recipe = Recipe::parse(text, "test");
  EXPECT_TRUE(recipe) << recipe.error().message;
  return *recipe;
}

Landscape made(const Recipe& recipe, const LandscapeDesc& desc) {
  auto landscape = Landscape::create(recipe, desc);
  EXPECT_TRUE(landscape) << landscape.error().message;
  return std::move(*landscape);
}

Land whole(const Recipe& recipe, const LandscapeDesc& desc) {
  auto land = made(recipe, desc).whole();
  EXPECT_TRUE(land) << land.error().message;
  return std::move(*land);
}

bool free_at(const Land& land, int x, int y, int half = 0) {
  for (int dy = -half; dy <= half; ++dy)
    for (int dx = -half; dx <= half; ++dx) {
      const Cell cell{static_cast<std::uint32_t>(x + dx), static_cast<std::uint32_t>(y + dy)};
      if (land.terrain.blocked(cell)) return false;
    }
  return true;
}

/// How many pieces free ground falls into, by 4-neighbour steps of bodies so many cells wide. Trees count as walls
/// where they stand, if wanted.
int pieces(const Land& land, int width, bool trees_block) {
  const int columns = static_cast<int>(land.terrain.width), rows = static_cast<int>(land.terrain.height);
  std::vector<char> open(land.terrain.cost.size());
  for (int i = 0; i < columns * rows; ++i)
    open[static_cast<std::size_t>(i)] = free_at(land, i % columns, i / columns, width / 2) ? 1 : 0;
  for (const TreeSpot& tree : land.trees)
    for (int dy = -width / 2; dy <= width / 2 && trees_block; ++dy)
      for (int dx = -width / 2; dx <= width / 2; ++dx)
        open[static_cast<std::size_t>((tree.y - land.y + dy) * columns + tree.x - land.x + dx)] = 0;
  return count_pieces(columns, rows, [&](int x, int y) {
    return open[static_cast<std::size_t>(y) * land.terrain.width + static_cast<std::size_t>(x)] != 0;
  });
}

// What a landscape is made of.

TEST(Landscape, GroundFollowsFromTheFirstRuleThatHolds) {
  const Recipe recipe = parsed(
      "cardume recipe 1\nsize 64 48\nlayer height perlin octaves=3 period=16\nlayer twice sum height height 0.25\n"
      "biome low cost=wall colour=000001 height<-0.2\nbiome high cost=7 colour=000002 twice>0.45 height<0.5\n"
      "biome rest cost=2\nclimb height 10\n");
  Landscape landscape = made(recipe, {.seed = 5});
  const auto land = landscape.whole();
  const auto height = landscape.layer("height", {0, 0, 0, 64, 48, 1});
  const auto twice = landscape.layer("twice", {0, 0, 0, 64, 48, 1});
  ASSERT_TRUE(land && height && twice);
  EXPECT_EQ(land->height, *height);
  std::array<int, 3> seen{};
  for (std::size_t i = 0; i < height->size(); ++i) {
    const float h = (*height)[i];
    ASSERT_EQ((*twice)[i], (0.25f + h) + h);
    const int biome = h < -0.2f ? 0 : (*twice)[i] > 0.45f && h < 0.5f ? 1 : 2;
    ASSERT_EQ(land->biome[i], biome) << i;
    const float cost = (biome == 1 ? 7.f : 2.f) + h * 10;
    ASSERT_EQ(land->terrain.cost[i], biome == 0 ? kWall : static_cast<std::uint8_t>(std::max(cost, 1.f))) << i;
    ++seen[static_cast<std::size_t>(biome)];
  }
  EXPECT_TRUE(seen[0] > 100 && seen[1] > 20 && seen[2] > 100) << seen[0] << " " << seen[1] << " " << seen[2];
}

TEST(Landscape, SlopesAreThoseOfTheLayer) {
  Landscape landscape = made(parsed("cardume recipe 1\nsize 40 40\nlayer a perlin period=20\nlayer s slope a\n"
                                    "layer ss slope s\nbiome b s>1\nbiome c\n"),
                             {});
  const auto a = landscape.layer("a", {-3, 7, 0, 30, 30, 1}), s = landscape.layer("s", {-2, 8, 0, 28, 28, 1});
  ASSERT_TRUE(a && s);
  for (std::size_t y = 0; y < 28; ++y)
    for (std::size_t x = 0; x < 28; ++x) {
      const auto at = [&](std::size_t dx, std::size_t dy) { return static_cast<double>((*a)[(y + dy) * 30 + x + dx]); };
      const double across = (at(2, 1) - at(0, 1)) / 2, down = (at(1, 2) - at(1, 0)) / 2;
      ASSERT_NEAR(static_cast<double>((*s)[y * 28 + x]), std::sqrt(across * across + down * down), 1e-6);
    }
  EXPECT_TRUE(landscape.layer("ss", {0, 0, 0, 5, 5, 1}));
}

TEST(Landscape, FalloffIsOneInTheMiddleAndZeroOutside) {
  Landscape landscape = made(parsed("cardume recipe 1\nsize 41 21\nlayer f falloff\nbiome b\n"), {});
  const auto f = landscape.layer("f", {-2, -2, 0, 45, 25, 1});
  ASSERT_TRUE(f);
  const auto at = [&](int x, int y) {
    return (*f)[static_cast<std::size_t>(y + 2) * 45 + static_cast<std::size_t>(x + 2)];
  };
  EXPECT_EQ(at(20, 10), 1);
  EXPECT_EQ(at(-1, 10), 0);
  EXPECT_EQ(at(41, 10), 0);
  EXPECT_EQ(at(20, 21), 0);
  EXPECT_LT(at(0, 10), 0.06f);
  for (int x = 0; x < 41; ++x) EXPECT_EQ(at(x, 7), at(40 - x, 13));
}

TEST(Landscape, BlendsDoWhatTheySay) {
  Landscape landscape =
      made(parsed("cardume recipe 1\nsize 9 9\nlayer a perlin period=5\nlayer b value period=3\nlayer p product a*2 b\n"
                  "layer l least a b*0.5 b\nlayer g greatest a b\nlayer huge product a*1e6 a*1e6 a*1e6 a*1e6 a*1e6 "
                  "a*1e6 a*1e6\n"
                  "layer none product huge p*0\nbiome c\n"),
           {.seed = 9});
  const SampleBox box{0, 0, 0, 30, 30, 1};
  const auto a = *landscape.layer("a", box), b = *landscape.layer("b", box), p = *landscape.layer("p", box);
  const auto l = *landscape.layer("l", box), g = *landscape.layer("g", box), none = *landscape.layer("none", box);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(p[i], a[i] * 2 * b[i]);
    EXPECT_EQ(l[i], std::min({a[i], b[i] * 0.5f, b[i]}));
    EXPECT_EQ(g[i], std::max(a[i], b[i]));
    EXPECT_EQ(none[i], 0) << "and not what is no number";
  }
}

// The same world, however it is asked for.

TEST(Landscape, IsTheSameInChunksOfAnySizeInAnyOrder) {
  for (const char* name : {"continent", "archipelago", "caves", "walled_town", "forest"})
    for (std::uint32_t edge : {1u, 7u, 16u, 64u}) {
      const Recipe recipe = shipped(name);
      const std::uint32_t size = edge == 1 ? 24 : 7 * 16 + 5;
      const LandscapeDesc desc{.seed = 3, .width = size, .height = size};
      const Land all = whole(recipe, desc);
      Landscape landscape = made(recipe, desc);
      const std::uint32_t across = chunk_count(size, edge);
      std::vector<std::uint32_t> order(across * across);
      std::iota(order.begin(), order.end(), 0u);
      std::sort(order.begin(), order.end(),
                [](std::uint32_t a, std::uint32_t b) { return Stream(7).at(a, 0) < Stream(7).at(b, 0); });
      std::uint64_t sum = 0;
      for (const std::uint32_t number : order) {
        const std::int64_t x = number % across * edge, y = number / across * edge;
        const auto clip = [&](std::int64_t at) {
          return std::min<std::uint32_t>(edge, size - static_cast<std::uint32_t>(at));
        };
        const auto chunk = landscape.part(x, y, clip(x), clip(y));
        ASSERT_TRUE(chunk) << chunk.error().message;
        sum += chunk->hash;
        ASSERT_EQ(chunk->biome[0], all.biome[static_cast<std::size_t>(y * size + x)]);
        ASSERT_EQ(chunk->terrain.cost[0], all.terrain.cost[static_cast<std::size_t>(y * size + x)]);
      }
      EXPECT_EQ(sum, all.hash) << name << " by " << edge;
    }
}

TEST(Landscape, IsTheSameOnAnyNumberOfThreads) {
  for (const char* name : {"continent", "caves", "forest"}) {
    const Recipe recipe = shipped(name);
    const std::uint64_t alone = whole(recipe, {.seed = 8, .width = 300, .height = 200}).hash;
    for (std::uint32_t workers : {1u, 2u, 5u}) {
      const auto scheduler = make_tbb_scheduler(workers);
      const LandscapeDesc desc{.seed = 8, .width = 300, .height = 200, .options = {scheduler.get(), {}}};
      EXPECT_EQ(whole(recipe, desc).hash, alone) << name << " " << workers;
    }
  }
}

TEST(Landscape, EverySetMakesTheSame) {
  for (const std::string_view name : shipped_recipes()) {
    std::set<std::uint64_t> hashes;
    for (const char* set : instruction_sets())
      hashes.insert(whole(shipped(name), {.seed = 2, .width = 96, .height = 96, .options = {nullptr, set}}).hash);
    EXPECT_EQ(hashes.size(), 1u) << name;
  }
}

/// Of version 1 of what recipes mean: a change of these is a change of all worlds that have been made.
TEST(Landscape, GoldenHashes) {
  const std::map<std::string_view, std::uint64_t> expected{
      {"archipelago", 9230478854345177048u}, {"caves", 12367249891742184361u}, {"continent", 1536468075650409168u},
      {"dungeon", 3093835180949212328u},     {"forest", 3017463413796010084u}, {"walled_town", 16122234426693031404u}};
  for (const std::string_view name : shipped_recipes())
    EXPECT_EQ(whole(shipped(name), {.seed = 1, .width = 128, .height = 96}).hash, expected.at(name)) << name;
}

TEST(Landscape, ChunksAreTheSameFarFromTheOrigin) {
  for (const char* name : {"caves", "forest"}) {
    Landscape one = made(shipped(name), {.seed = 4}), other = made(shipped(name), {.seed = 4});
    const std::int64_t far = std::int64_t{1} << 50;
    for (const std::int64_t at : {-far - 37, std::int64_t{-100}, far}) {
      const auto large = one.part(at, -at, 100, 100);
      const auto small = other.part(at + 90, -at + 30, 10, 1);
      ASSERT_TRUE(large && small);
      for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(small->biome[i], large->biome[30 * 100 + 90 + i]);
      EXPECT_GT(std::set<std::uint8_t>(large->biome.begin(), large->biome.end()).size(), 1u) << name << " at " << at;
      EXPECT_EQ(pieces(*one.part((at / 64) * 64, 0, 128, 128), 1, true), 1);
    }
  }
}

TEST(Landscape, SeedsDifferAndLayersDoNotShareThem) {
  const Recipe recipe =
      parsed("cardume recipe 1\nsize 40 40\nlayer a perlin period=9\nlayer b perlin period=9\nbiome g a<0\nbiome h\n");
  std::set<std::vector<float>> seen;
  for (std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32 | 1, ~std::uint64_t{0}}) {
    Landscape landscape = made(recipe, {.seed = seed});
    for (const char* layer : {"a", "b"}) seen.insert(*landscape.layer(layer, {0, 0, 0, 20, 20, 1}));
  }
  EXPECT_EQ(seen.size(), 8u);
}

// Every spawn reaches every goal.

TEST(Landscape, GroundOfShippedRecipesIsJoined) {
  for (const std::string_view name : shipped_recipes()) {
    const Recipe recipe = shipped(name);
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const std::uint32_t size = recipe.endless() ? 128 : 96 + static_cast<std::uint32_t>(seed) * 5;
      const Land land = whole(recipe, {.seed = seed, .width = size, .height = size});
      ASSERT_EQ(pieces(land, 1, false), 1) << name << " seed " << seed;
      ASSERT_EQ(pieces(land, 1, true), 1) << name << " seed " << seed << ", among trees";
      for (const NamedPlace& place : land.places)
        ASSERT_TRUE(free_at(land, static_cast<int>(place.x), static_cast<int>(place.y))) << name << " " << place.name;
    }
  }
}

/// A recipe of random rules.
std::string drawn_recipe(std::uint64_t seed, std::uint32_t& width) {
  const Stream stream = Stream(seed).sub("recipes");
  const auto number = [&](std::uint64_t what, double low, double high) {
    return std::to_string(low + (high - low) * u01(stream.at(what, 0)));
  };
  width = 1 + 2 * stream.below(3, 1, 1);
  std::string text = "cardume recipe 1\nsize " + std::to_string(20 + stream.below(40, 2, 1)) + " " +
                     std::to_string(20 + stream.below(40, 3, 1)) + "\n";
  text +=
      "layer a perlin octaves=4 period=" + number(4, 4, 40) + "\nlayer b simplex octaves=2 period=" + number(5, 3, 30);
  text += "\nlayer c caves share=" + number(6, 0.3, 0.6) + "\nlayer v voronoi value=border period=" + number(7, 5, 20);
  text += "\nlayer s slope a\nbiome way cost=3 never\n";
  text += "biome sea cost=wall carved=way a<" + number(8, -0.6, 0.4) + "\n";
  text += "biome cliff cost=wall carved=way s>" + number(9, 0.02, 0.2) + "\n";
  if (stream.below(2, 10, 1) == 1) text += "biome rock cost=wall carved=way c>0.5\n";
  if (stream.below(2, 11, 1) == 1) text += "biome fence cost=wall carved=way v<" + number(12, 0.05, 0.2) + "\n";
  text += "biome wood cost=4 b>" + number(13, -0.3, 0.4) + "\nbiome grass cost=1\n";
  text += "trees oak in=wood,grass spacing=" + std::to_string(width + 3) + " chance=0.8\n";
  text += "join width=" + std::to_string(width) + " pockets=" + std::to_string(stream.below(60, 14, 1)) + "\n";
  return text + "place from 5% 5%\nplace to 95% 95%\n";
}

TEST(Landscape, AThousandRandomRecipesAreJoined) {
  std::size_t trees = 0, wide = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    std::uint32_t width = 1;
    const Recipe recipe = parsed(drawn_recipe(seed, width));
    const Land land = whole(recipe, {.seed = seed * 0x9E3779B97F4A7C15});
    for (const int body : {1, static_cast<int>(width)}) {
      ASSERT_LE(pieces(land, body, false), 1) << "seed " << seed << " for bodies of " << body;
      ASSERT_LE(pieces(land, body, true), 1) << "seed " << seed << " for bodies of " << body << ", among trees";
    }
    ASSERT_EQ(pieces(land, static_cast<int>(width), false), 1) << "seed " << seed;
    ASSERT_EQ(land.places.size(), 2u);
    trees += land.trees.size();
    wide += width > 1;
  }
  EXPECT_GT(trees, 1000u);
  EXPECT_GT(wide, 500u);
}

// Trees.

TEST(Landscape, TreesStandApartInTheirBiomesWithinTheirCells) {
  const Recipe recipe = shipped("forest");
  Landscape landscape = made(recipe, {.seed = 6});
  const auto land = landscape.part(-70, 30, 200, 150);
  ASSERT_TRUE(land);
  ASSERT_GT(land->trees.size(), 300u);
  std::set<std::pair<std::int64_t, std::int64_t>> cells;
  std::set<float> sizes;
  for (const TreeSpot& tree : land->trees) {
    const Cell cell{static_cast<std::uint32_t>(tree.x - land->x), static_cast<std::uint32_t>(tree.y - land->y)};
    ASSERT_TRUE(land->terrain.contains(cell));
    const std::string& biome = recipe.biomes()[land->biome[land->terrain.index(cell)]].name;
    EXPECT_EQ(biome, tree.kind == 0 ? "oakwood" : "pine");
    EXPECT_GE(tree.offset.x, tree.trunk_radius);
    EXPECT_LE(tree.offset.x, 1 - tree.trunk_radius);
    EXPECT_GE(tree.offset.y, tree.trunk_radius);
    EXPECT_LE(tree.offset.y, 1 - tree.trunk_radius);
    EXPECT_GT(tree.trunk_radius, 0);
    EXPECT_GT(tree.canopy_radius, tree.trunk_radius);
    sizes.insert(tree.canopy_radius);
    cells.insert({tree.x, tree.y});
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (dx != 0 || dy != 0) {
          EXPECT_FALSE(cells.contains({tree.x + dx, tree.y + dy}));
        }
    EXPECT_GT(land->terrain.cost[land->terrain.index(cell)], 20);
  }
  EXPECT_GT(sizes.size(), 8u) << "no two alike";
  EXPECT_TRUE(std::is_sorted(land->trees.begin(), land->trees.end(), [](const TreeSpot& a, const TreeSpot& b) {
    return std::pair(a.y, a.x) < std::pair(b.y, b.x);
  }));
}

TEST(Landscape, TrunksAreObstaclesOfAWorld) {
  Landscape landscape = made(shipped("forest"), {.seed = 6});
  const auto land = landscape.part(-70, 30, 100, 80);
  ASSERT_TRUE(land);
  WorldDesc desc;
  desc.terrain = land->terrain;
  desc.scenery.obstacles = obstacles_in(*land);
  ASSERT_EQ(desc.scenery.obstacles.size(), land->trees.size());
  for (std::size_t i = 0; i < land->trees.size(); ++i) {
    const Vec2 at = position_in(*land, land->trees[i]);
    EXPECT_EQ(desc.scenery.obstacles[i].zone.centre, Vec3(at));
    EXPECT_EQ(cell_at(land->terrain, at), (Cell{static_cast<std::uint32_t>(land->trees[i].x + 70),
                                                static_cast<std::uint32_t>(land->trees[i].y - 30)}));
  }
  const auto scheduler = make_serial_scheduler();
  EXPECT_TRUE(World::create(desc, *scheduler));
}

// The door.

TEST(Landscape, RefusesWhatMakesNoSense) {
  const Recipe edged = parsed("cardume recipe 1\nsize 50 40\nlayer a perlin\nbiome b a<0\nbiome c\n");
  EXPECT_EQ(Landscape::create(edged, {.width = limits::kMaxMapEdge + 1}).error().status, Status::kLimit);
  EXPECT_EQ(Landscape::create(edged, {.options = {nullptr, "abacus"}}).error().status, Status::kInvalidArgument);
  Landscape landscape = made(edged, {});
  EXPECT_FALSE(landscape.part(0, 0, 0, 5));
  EXPECT_FALSE(landscape.part(0, 0, 51, 5));
  EXPECT_FALSE(landscape.part(-1, 0, 5, 5));
  EXPECT_TRUE(landscape.part(45, 35, 5, 5));
  EXPECT_FALSE(landscape.chunk(1, 0, 64));
  EXPECT_FALSE(landscape.chunk(0, 0, 0));
  EXPECT_EQ(landscape.chunk(1, 1, 32)->terrain.width, 18u);
  EXPECT_FALSE(landscape.layer("b", {}));
  EXPECT_FALSE(landscape.layer("a", {0, 0, 0, 0, 1, 1}));
  EXPECT_FALSE(landscape.layer("a", {0, 0, 0, 1, 1, 2}));
  Landscape endless = made(shipped("caves"), {});
  EXPECT_FALSE(endless.part((std::int64_t{1} << 61) + 1, 0, 1, 1));
  EXPECT_FALSE(endless.part(0, 0, limits::kMaxMapEdge + 1, 1));
  EXPECT_FALSE(endless.chunk(std::int64_t{1} << 49, 0));
  EXPECT_TRUE(endless.chunk(-3, 1));
}

TEST(Landscape, AllWallsBecomeOnePlace) {
  const Land land = whole(parsed("cardume recipe 1\nsize 9 9\nlayer a perlin\nbiome way never\n"
                                 "biome rock cost=wall carved=way\njoin width=3\nplace p 0% 0%\n"),
                          {});
  EXPECT_EQ(pieces(land, 3, false), 1);
  ASSERT_EQ(land.places.size(), 1u);
  EXPECT_TRUE(free_at(land, static_cast<int>(land.places[0].x), static_cast<int>(land.places[0].y)));
  const auto closed =
      Landscape::create(parsed("cardume recipe 1\nsize 9 9\nbiome rock cost=wall\nplace p 0% 0%\n"), {});
  ASSERT_FALSE(closed);
  EXPECT_NE(closed.error().message.find("place p"), std::string::npos);
}

}  // namespace
}  // namespace cardume
