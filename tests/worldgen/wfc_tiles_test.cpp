#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cardume/wfc.hpp>
#include <set>
#include <string>

#include "tests/worldgen/pieces.hpp"

namespace cardume {
namespace {

TileSet shipped(std::string_view name) {
  auto set = TileSet::shipped(name);
  EXPECT_TRUE(set) << set.error().message;
  return *set;
}

TileSet parsed(const std::string& text) {
  auto set = TileSet::parse(text, "test");
  EXPECT_TRUE(set) << set.error().message;
  return *set;
}

WfcModel model_of(const TileSet& set) {
  auto model = WfcModel::from_tiles(set);
  EXPECT_TRUE(model) << model.error().message;
  return *model;
}

std::variant<WfcMap, Contradiction> solved(const WfcModel& model, const WfcDesc& desc) {
  auto outcome = solve_wfc(model, desc);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return *outcome;
}

std::string drawn(const TileSet& set, const WfcDesc& desc) {
  const auto outcome = solved(model_of(set), desc);
  const WfcMap* map = std::get_if<WfcMap>(&outcome);
  EXPECT_NE(map, nullptr);
  return map == nullptr ? std::string() : draw_tiles(set, *map);
}

/// By the letters alone: every tile is one of the set, and the letters of neighbours agree along their edges.
void expect_valid(const TileSet& set, const std::string& letters, std::uint32_t width, std::uint32_t height) {
  const std::uint32_t edge = set.edge(), across = width * edge;
  ASSERT_EQ(letters.size(), std::size_t{across} * height * edge);
  std::set<std::string> drawings;
  for (std::uint32_t tile = 0; tile < set.count(); ++tile) drawings.insert(std::string(set.drawing(tile)));
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      std::string drawing;
      for (std::uint32_t row = 0; row < edge; ++row)
        drawing += letters.substr((y * edge + row) * across + x * edge, edge);
      ASSERT_TRUE(drawings.contains(drawing)) << drawing;
    }
  for (std::uint32_t y = 0; y < height * edge; ++y)
    for (std::uint32_t x = 0; x < across; ++x) {
      if (x % edge == edge - 1 && x + 1 < across) {
        ASSERT_EQ(letters[y * across + x], letters[y * across + x + 1]);
      }
      if (y % edge == edge - 1 && y + 1 < height * edge) {
        ASSERT_EQ(letters[y * across + x], letters[(y + 1) * across + x]);
      }
    }
}

/// Pieces that the letters of a kind fall into, by steps to the four neighbours.
int pieces(const std::string& letters, std::uint32_t across, const std::string& kind) {
  const auto rows = static_cast<int>(letters.size() / across);
  return count_pieces(static_cast<int>(across), rows, [&](int x, int y) {
    return kind.find(letters[static_cast<std::size_t>(y) * across + static_cast<std::size_t>(x)]) != std::string::npos;
  });
}

TEST(TileSet, TurnsAndMirrorsTilesAndSharesTheirWeight) {
  const TileSet set =
      parsed("cardume tiles 1\nedge 2\ntile a weight=8 turn mirror\nab\ncd\ntile b weight=3 turn\nxx\nxx\n");
  ASSERT_EQ(set.count(), 9u);
  std::set<std::string> drawings;
  for (std::uint32_t tile = 0; tile < 8; ++tile) drawings.insert(std::string(set.drawing(tile)));
  const std::set<std::string> expected{"abcd", "cadb", "dcba", "bdac", "badc", "dbca", "cdab", "acbd"};
  EXPECT_EQ(drawings, expected);
  const WfcModel model = model_of(set);
  EXPECT_EQ(model.weight(3), 1);
  EXPECT_EQ(model.weight(8), 3);
}

TEST(WfcModel, TilesFitWhereTheirLettersAgree) {
  for (const std::string_view name : shipped_tile_sets()) {
    const TileSet set = shipped(name);
    const WfcModel model = model_of(set);
    const std::uint32_t edge = set.edge();
    for (std::uint32_t a = 0; a < set.count(); ++a)
      for (std::uint32_t b = 0; b < set.count(); ++b) {
        bool beside = true, below = true;
        for (std::uint32_t i = 0; i < edge; ++i) {
          beside = beside && set.drawing(a)[i * edge + edge - 1] == set.drawing(b)[i * edge];
          below = below && set.drawing(a)[(edge - 1) * edge + i] == set.drawing(b)[i];
        }
        // The town's field is at the edge of the map only.
        const auto field = [&](char first, char last) { return name == "town" && first == 'O' && last == 'O'; };
        beside = beside && !field(set.drawing(a)[edge - 1], set.drawing(a)[edge * edge - 1]);
        below = below && !field(set.drawing(a)[(edge - 1) * edge], set.drawing(a)[edge * edge - 1]);
        ASSERT_EQ(model.fits(a, 0, b), beside);
        ASSERT_EQ(model.fits(b, 2, a), beside);
        ASSERT_EQ(model.fits(a, 1, b), below);
        ASSERT_EQ(model.fits(b, 3, a), below);
      }
  }
}

TEST(Wfc, ShippedSetsAreSolvedForHundredsOfSeeds) {
  for (const std::string_view name : shipped_tile_sets()) {
    const TileSet set = shipped(name);
    const WfcModel model = model_of(set);
    int found = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const std::uint32_t width = seed < 10 ? 64 : 24, height = seed < 10 ? 64 : 17;
      const auto outcome = solved(model, {.width = width, .height = height, .seed = seed});
      const WfcMap* map = std::get_if<WfcMap>(&outcome);
      found += map != nullptr;
      if (map != nullptr) expect_valid(set, draw_tiles(set, *map), width, height);
    }
    EXPECT_GE(found, 99) << name;
  }
}

TEST(Wfc, StreetsOfTownsRunOnAndHousesHaveDoorsOnThem) {
  const TileSet town = shipped("town");
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string letters = drawn(town, {.width = 20, .height = 20, .connected = true, .seed = seed});
    const auto at = [&](std::size_t x, std::size_t y) { return letters[y * 100 + x]; };
    int doors = 0;
    for (std::size_t y = 1; y < 99; ++y)
      for (std::size_t x = 1; x < 99; ++x) {
        if (at(x, y) != '+') continue;
        ++doors;
        const std::string around{at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)};
        EXPECT_EQ(std::count(around.begin(), around.end(), ','), 1) << around;
        EXPECT_EQ(std::count(around.begin(), around.end(), '.'), 1) << around;
      }
    EXPECT_GT(doors, 20);
    // Whoever is indoors gets out to the street.
    EXPECT_EQ(pieces(letters, 100, ".,+\""), pieces(letters, 100, ".\""));
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_TRUE(at(i, 0) == 'O' && at(i, 99) == 'O' && at(0, i) == 'O' && at(99, i) == 'O');
    }
  }
}

TEST(Wfc, WaysAreConnectedWhereThatIsAskedFor) {
  const TileSet dungeon = shipped("dungeon");
  int apart = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    WfcDesc desc{.width = 16, .height = 14, .seed = seed};
    apart += pieces(drawn(dungeon, desc), 80, ".+") > 1;
    desc.connected = true;
    EXPECT_LE(pieces(drawn(dungeon, desc), 80, ".+"), 1) << seed;
  }
  EXPECT_GT(apart, 6) << "or asking for it would be needless";
}

TEST(Wfc, FixedCellsMasksAndCountsHold) {
  const TileSet set = shipped("dungeon");
  const WfcModel model = model_of(set);
  std::vector<std::uint32_t> doors, pillars;
  for (std::uint32_t tile = 0; tile < set.count(); ++tile) {
    if (set.name(tile) == "door") doors.push_back(tile);
    if (set.name(tile) == "pillar") pillars.push_back(tile);
  }
  WfcDesc desc{.width = 14, .height = 12, .fixed = {{{7, 5}, doors}}, .counts = {{pillars, 2, 3}, {doors, 4, 9}}};
  desc.mask.assign(14 * 12, true);
  for (std::uint32_t y = 0; y < 4; ++y)
    for (std::uint32_t x = 0; x < 5; ++x) desc.mask[y * 14 + x] = false;
  for (desc.seed = 0; desc.seed < 6; ++desc.seed) {
    const auto outcome = solved(model, desc);
    const WfcMap* map = std::get_if<WfcMap>(&outcome);
    ASSERT_NE(map, nullptr) << desc.seed;
    const auto count = [&](const std::vector<std::uint32_t>& kind) {
      return std::count_if(map->patterns.begin(), map->patterns.end(),
                           [&](std::uint16_t tile) { return std::find(kind.begin(), kind.end(), tile) != kind.end(); });
    };
    EXPECT_NE(std::find(doors.begin(), doors.end(), map->patterns[5 * 14 + 7]), doors.end());
    EXPECT_TRUE(count(pillars) >= 2 && count(pillars) <= 3) << count(pillars);
    EXPECT_TRUE(count(doors) >= 4 && count(doors) <= 9) << count(doors);
    for (std::uint32_t i = 0; i < map->patterns.size(); ++i)
      EXPECT_EQ(map->patterns[i] == WfcMap::kNoPattern, !desc.mask[i]);
    const std::string letters = draw_tiles(set, *map);
    EXPECT_EQ(letters[0], ' ');
    // The edge of the mask is one of the map.
    for (std::uint32_t i = 0; i < 25; ++i) EXPECT_EQ(letters[20 * 70 + i], '#');
  }
}

TEST(Wfc, WhatCannotBeIsAContradictionWithACell) {
  const TileSet set = shipped("pipes");
  const WfcModel model = model_of(set);
  std::uint32_t crossing = 0;
  while (set.name(crossing) != "crossing") ++crossing;
  const auto outcome = solved(model, {.width = 9, .height = 7, .fixed = {{{0, 3}, {crossing}}}});
  const Contradiction* failure = std::get_if<Contradiction>(&outcome);
  ASSERT_NE(failure, nullptr) << "a pipe would lead out of the map";
  EXPECT_EQ(failure->cell, (Cell{0, 3}));
  EXPECT_EQ(failure->backtracks, 0u);
  const auto never = solved(model, {.width = 4, .height = 4, .fixed = {{{1, 1}, {}}}});
  EXPECT_TRUE(std::holds_alternative<Contradiction>(never));
}

TEST(Wfc, GivesUpWithinItsBudget) {
  const TileSet set = shipped("pipes");
  std::vector<std::uint32_t> all;
  for (std::uint32_t tile = 0; tile < set.count(); ++tile)
    if (set.name(tile) == "valve") all.push_back(tile);
  // An odd number of ends, where every pipe has two: there is none, which is long to find out.
  const auto outcome =
      solved(model_of(set), {.width = 12, .height = 12, .counts = {{all, 141, 144}}, .backtracks = 50});
  const Contradiction* failure = std::get_if<Contradiction>(&outcome);
  ASSERT_NE(failure, nullptr);
  EXPECT_LE(failure->backtracks, 50u);
}

TEST(Wfc, SeedsDecide) {
  const TileSet set = shipped("dungeon");
  std::set<std::string> maps;
  for (std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32 | 1, ~std::uint64_t{0}}) {
    const WfcDesc desc{.width = 10, .height = 10, .seed = seed};
    const std::string once = drawn(set, desc);
    EXPECT_EQ(drawn(set, desc), once);
    maps.insert(once);
  }
  EXPECT_EQ(maps.size(), 4u);
}

TEST(Wfc, GoldenHashOfTiles) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::string_view name : shipped_tile_sets())
    for (const char letter : drawn(shipped(name), {.width = 18, .height = 15, .seed = 11}))
      hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  EXPECT_EQ(hash, 1054618303684099242u);
}

// Without end.

std::string letters_of(const TileSet& set, EndlessWfc& endless, std::int64_t x, std::int64_t y) {
  const auto block = endless.block(x, y);
  EXPECT_TRUE(block);
  return draw_tiles(set, *block);
}

TEST(EndlessWfc, BlocksFitAndDoNotDependOnWhichWasAskedForFirst) {
  for (const std::string_view name : {"dungeon", "town", "pipes"}) {
    const TileSet set = shipped(name);
    const WfcModel model = model_of(set);
    for (const std::int64_t far : {std::int64_t{0}, std::int64_t{1} << 50, -(std::int64_t{1} << 50)}) {
      auto forth = EndlessWfc::create(model, 3), back = EndlessWfc::create(model, 3);
      ASSERT_TRUE(forth && back);
      const std::uint32_t edge = set.edge(), across = 16 * edge;
      std::string all(std::size_t{4} * across * across, ' '), other = all;
      const auto put = [&](std::string& into, EndlessWfc& endless, int number) {
        const int x = number % 2, y = number / 2;
        const std::string letters = letters_of(set, endless, far - 1 + x, y - 1);
        for (std::uint32_t row = 0; row < across; ++row)
          std::copy_n(letters.begin() + row * across, across,
                      into.begin() + (static_cast<std::uint32_t>(y) * across + row) * 2 * across +
                          static_cast<std::uint32_t>(x) * across);
      };
      for (int number : {0, 1, 2, 3}) put(all, *forth, number);
      for (int number : {3, 1, 0, 2}) put(other, *back, number);
      EXPECT_EQ(all, other) << name;
      expect_valid(set, all, 32, 32);
      EXPECT_GT(std::set<char>(all.begin(), all.end()).size(), 1u) << name;
    }
  }
}

TEST(EndlessWfc, NeedsATileThatFitsBesideItself) {
  const auto refused = EndlessWfc::create(model_of(parsed("cardume tiles 1\nedge 2\ntile a\nab\nab\n")), 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "no pattern fits beside itself on all sides");
  auto endless = EndlessWfc::create(model_of(shipped("pipes")), 1);
  EXPECT_FALSE(endless->block(std::int64_t{1} << 59, 0));
}

TEST(TileSet, ErrorsNameLineAndColumn) {
  const auto complaint = [](const std::string& text) {
    const auto set = TileSet::parse(text, "x");
    return set ? "it was taken" : set.error().message;
  };
  const std::string head = "cardume tiles 1\nedge 2\n";
  EXPECT_EQ(complaint(""), "x:1:1: expected `cardume tiles 1`");
  EXPECT_EQ(complaint("% a\ncardume tiles 2\n"), "x:2:1: expected `cardume tiles 1`");
  EXPECT_EQ(complaint("cardume tiles 1\n"), "x:1:1: expected a tile");
  EXPECT_EQ(complaint("cardume tiles 1\nedge 1\n"), "x:2:6: expected a number from 2 to 16");
  EXPECT_EQ(complaint("cardume tiles 1\ntile a\n"), "x:2:1: expected edge before the first tile");
  EXPECT_EQ(complaint(head + "tile\n"), "x:3:1: expected a name");
  EXPECT_EQ(complaint(head + "tile a heavy\n"), "x:3:8: expected weight=NUMBER, turn or mirror");
  EXPECT_EQ(complaint(head + "tile a weight=0\n"), "x:3:15: expected a number from 0.001 to 1000");
  EXPECT_EQ(complaint(head + "tile a\nab\nabc\n"), "x:5:4: expected 2 letters");
  EXPECT_EQ(complaint(head + "tile a\nab\n"), "x:4:1: expected 2 letters");
  EXPECT_EQ(complaint(head + "tile a\nab\na \n"), "x:5:2: expected a letter");
  EXPECT_EQ(complaint(head + "tile a\nab\nab\nwalk .\n"), "x:6:1: walk belongs above the tiles");
  EXPECT_EQ(complaint(head + "outside ab\n"), "x:3:9: expected a letter");
  EXPECT_EQ(complaint(head + "walk\n"), "x:3:1: expected one word after walk");
  EXPECT_EQ(complaint(head + "river\n"), "x:3:1: a line must begin with one of edge, outside, walk, tile");
  EXPECT_FALSE(TileSet::shipped("castle"));
}

TEST(Wfc, RefusesBadDescriptions) {
  const WfcModel model = model_of(shipped("pipes"));
  const auto message = [&](const WfcDesc& desc) { return solve_wfc(model, desc).error().message; };
  EXPECT_EQ(message({.width = 0}), "width, height must be from 1 to 1024");
  EXPECT_EQ(message({.height = 1025}), "width, height must be from 1 to 1024");
  EXPECT_EQ(message({.mask = {true}}), "mask must be empty or width times height");
  EXPECT_EQ(message({.fixed = {{{32, 0}, {0}}}}), "fixed[0].cell must be in the map");
  EXPECT_EQ(message({.fixed = {{{0, 0}, {0}}, {{0, 0}, {9999}}}}), "fixed[1].patterns must be of the model");
  EXPECT_EQ(message({.counts = {{{0}, 3, 2}}}), "counts[0].least must be at most `most`");
}

}  // namespace
}  // namespace cardume
