#include "tools/scenario/tiled_map.hpp"

#include <gtest/gtest.h>

#include "tests/tools/scratch_folder.hpp"
#include "tests/tools/tiled_maps.hpp"
#include "tools/scenario/map_file.hpp"
#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

// Tile 2 is mud of cost 9, tile 3 a wall, tile 4 a bridge; tile 1 says nothing.
constexpr const char* kJsonTiles =
    R"({"firstgid":1,"name":"t","tilecount":8,"tiles":[{"id":1,"properties":[{"name":"cost","type":"int","value":9}]},
{"id":2,"properties":[{"name":"wall","type":"bool","value":true},{"name":"cost","type":"int","value":4}]},
{"id":3,"properties":[{"name":"cost","type":"string","value":"1"},{"name":"sound","type":"string","value":"wood"}]},
{"id":4,"properties":[{"name":"collides","type":"bool","value":false}]}]})";
constexpr const char* kXmlTiles =
    R"(<tileset firstgid="1" name="t" tilecount="8"><tile id="1"><properties><property name="cost" type="int" value="9"/>
</properties></tile><tile id="2"><properties><property name="wall" type="bool" value="true"/><property name="cost" value="4"/>
</properties></tile><tile id="3"><properties><property name="cost" value="1"/><property name="sound" value="wood"/></properties>
</tile><tile id="4"><properties><property name="collides" type="bool" value="false"/></properties></tile></tileset>
)";

class TiledMap : public testing::ScratchFolder {
 protected:
  void expect_costs(const std::string& file, std::string_view text, const std::vector<std::uint8_t>& costs) const {
    const Result<CostGrid> grid = parse_map_file(text, path(file));
    ASSERT_TRUE(grid) << grid.error().message << "\n" << text;
    EXPECT_EQ(grid->cost, costs) << text;
    EXPECT_FALSE(validate(*grid));
  }

  /// The same map in both syntaxes, in all the ways of packing tiles.
  void expect_both(std::uint32_t width, std::uint32_t height, std::vector<LayerText> json, std::vector<LayerText> xml,
                   const std::vector<std::uint8_t>& costs) const {
    for (const TileFormat format : kTileFormats) {
      expect_costs("a.tmj", json_map(width, height, kJsonTiles, json, format), costs);
      expect_costs("a.tmx", xml_map(width, height, kXmlTiles, xml, format), costs);
    }
  }

  void expect_refused(const std::string& file, std::string_view text, const std::string& what) const {
    const Result<CostGrid> grid = parse_map_file(text, path(file));
    ASSERT_FALSE(grid) << text;
    EXPECT_TRUE(grid.error().message.starts_with(path(file) + ":")) << grid.error().message;
    EXPECT_NE(grid.error().message.find(what), std::string::npos) << grid.error().message << "\n" << text;
  }
};

TEST_F(TiledMap, TilesSayWhatTheirCellsCost) {
  const std::vector<LayerText> layers{{"ground", {0, 1, 2, 3, 4, 5, 8, 2}, ""}};
  expect_both(4, 2, layers, layers, {1, 1, 9, 255, 1, 1, 1, 9});
}

TEST_F(TiledMap, TheHighestLayerCountsThatSaysSomething) {
  const std::vector<LayerText> layers{
      {"ground", {2, 2, 2, 3, 3, 3}, ""}, {"bridge", {0, 1, 4, 0, 4, 0}, ""}, {"flowers", {5, 5, 5, 5, 5, 5}, ""}};
  expect_both(3, 2, layers, layers, {9, 9, 1, 255, 1, 255});
}

TEST_F(TiledMap, FlippedTilesAreTheSameTiles) {
  for (std::uint32_t flips = 0; flips < 16; ++flips) {
    const std::uint32_t bits = flips << 28;
    const std::vector<LayerText> layers{{"ground", {bits | 2, 2, bits | 3, 1}, ""}};
    expect_both(2, 2, layers, layers, {9, 9, 255, 1});
  }
}

TEST_F(TiledMap, LayersOfWallsAreWalls) {
  for (const char* name : {"walls", "Walls", "collision", "COLLISION"}) {
    const std::vector<LayerText> layers{{"ground", {2, 2, 2, 2}, ""}, {name, {1, 0, 8, 2}, ""}};
    expect_both(2, 2, layers, layers, {255, 9, 255, 9});
  }
  const std::vector<LayerText> other{{"wallpaper", {1, 0, 8, 2}, ""}};
  expect_both(2, 2, other, other, {1, 1, 1, 9});
}

TEST_F(TiledMap, PropertiesOfLayersCountWhereTilesSayNothing) {
  expect_both(3, 1, {{"swamp", {1, 0, 3}, R"({"name":"cost","type":"float","value":20.0})"}},
              {{"swamp", {1, 0, 3}, R"(<property name="cost" type="float" value="20"/>)"}}, {20, 1, 255});
  expect_both(3, 1, {{"rocks", {1, 0, 2}, R"({"name":"collides","type":"bool","value":true})"}},
              {{"rocks", {1, 0, 2}, R"(<property name="collides" type="bool" value="true"/>)"}}, {255, 1, 9});
}

TEST_F(TiledMap, GroupsHoldLayersAndOtherLayersAreNoGround) {
  const std::string layer = json_layer({"walls", {1, 0}, ""}, 2, 1, {});
  const std::string json =
      json_map("\"width\":2,\"height\":1", "",
               R"({"type":"objectgroup","name":"walls","objects":[]},{"type":"group","name":"g","layers":[)"
               R"({"type":"group","name":"h","layers":[)" +
                   layer + "]}]}");
  expect_costs("a.tmj", json, {255, 1});
  const std::string xml =
      xml_map("width=\"2\" height=\"1\"", "<objectgroup name=\"walls\"/><group name=\"g\"><group name=\"h\">" +
                                              xml_layer({"walls", {1, 0}, ""}, 2, 1, {"csv", ""}) + "</group></group>");
  expect_costs("a.tmx", xml, {255, 1});
}

TEST_F(TiledMap, InfiniteMapsAreAsLargeAsTheirChunks) {
  const TileFormat packed{"base64", "zstd"};
  const std::string json =
      json_map("\"infinite\":true,\"width\":30,\"height\":30", kJsonTiles,
               R"({"type":"tilelayer","name":"walls","encoding":"base64","compression":"zstd","chunks":[)"
               R"({"x":-2,"y":-1,"width":2,"height":2,"data":)" +
                   json_data({1, 0, 2, 1}, packed) + R"(},{"x":1,"y":0,"width":1,"height":2,"data":)" +
                   json_data({3, 1}, packed) + "}]}");
  const std::vector<std::uint8_t> costs{255, 1, 1, 1, 9, 255, 1, 255, 1, 1, 1, 255};
  expect_costs("a.tmj", json, costs);
  const std::string chunks = R"(<chunk x="-2" y="-1" width="2" height="2">)" + xml_tiles({1, 0, 2, 1}, packed) +
                             R"(</chunk><chunk x="1" y="0" width="1" height="2">)" + xml_tiles({3, 1}, packed) +
                             "</chunk>";
  expect_costs("a.tmx",
               xml_map("infinite=\"1\" width=\"30\" height=\"30\"",
                       kXmlTiles + ("<layer name=\"walls\" width=\"30\" height=\"30\">" + xml_data(chunks, packed)) +
                           "</layer>"),
               costs);
}

TEST_F(TiledMap, TilesetsMayHaveFilesOfTheirOwn) {
  const std::vector<LayerText> layers{{"ground", {0, 11, 12, 13}, ""}};
  put("t.tsj", R"({"tilecount":8,"tiles":[{"id":1,"properties":[{"name":"cost","type":"int","value":7}]}]})");
  put("t.tsx",
      R"(<tileset tilecount="8"><tile id="1"><properties><property name="cost" value="7"/></properties></tile></tileset>)");
  for (const std::string source : {"t.tsj", "t.tsx"}) {
    expect_costs("a.tmj", json_map(4, 1, R"({"firstgid":11,"source":")" + source + "\"}", layers, {}), {1, 1, 7, 1});
    expect_costs("a.tmx", xml_map(4, 1, R"(<tileset firstgid="11" source=")" + source + "\"/>", layers, {}),
                 {1, 1, 7, 1});
  }
  expect_refused("a.tmj", json_map(4, 1, R"({"firstgid":11,"source":"no.tsj"})", layers, {}), "no.tsj: No such file");
  expect_refused("a.tmx", xml_map(4, 1, R"(<tileset firstgid="11" source="no.tsx"/>)", layers, {}), ":3:2: ");
  put("t.tsj", "{\"tiles\":[\n1]}");
  expect_refused("a.tmj", json_map(4, 1, R"({"firstgid":11,"source":"t.tsj"})", layers, {}),
                 "tiles[0]: expected an object");
}

TEST_F(TiledMap, SeveralTilesetsShareTheNumbers) {
  const std::string sets =
      R"({"firstgid":101,"tilecount":2,"tiles":[{"id":0,"properties":[{"name":"cost","value":5}]}]},)";
  const std::vector<LayerText> layers{{"ground", {101, 102, 2, 3}, ""}};
  expect_costs("a.tmj", json_map(4, 1, sets + kJsonTiles, layers, {}), {5, 1, 9, 255});
  for (const std::uint32_t unknown : {9u, 100u, 103u, 0x0FFFFFFFu})
    expect_refused("a.tmj", json_map(1, 1, sets + kJsonTiles, {{"ground", {unknown}, ""}}, {}),
                   "layers[0]: data: no tileset has tile " + std::to_string(unknown));
}

TEST_F(TiledMap, SaysWhatIsWrongAndWhere) {
  const std::vector<LayerText> good{{"ground", {0, 1}, ""}};
  expect_refused("a.tmj", "{\"layers\":[\n\n  1,}", ":3:5: syntax error");
  expect_refused("a.tmj", json_map("\"width\":2", "", ""), "width, height: missing");
  expect_refused("a.tmj", json_map("\"width\":2,\"height\":0", "", ""),
                 "height: expected a whole number from 1 to 8192");
  expect_refused("a.tmj", json_map("\"width\":8193,\"height\":1", "", ""), "width: expected");
  expect_refused("a.tmj", json_map(3, 1, "", good, {}), "layers[0]: data: holds 2 tiles; expected 3");
  expect_refused("a.tmj", json_map(2, 1, "7", good, {}), "tilesets[0]: expected an object");
  expect_refused("a.tmj", json_map(2, 1, "", {{"ground", {0, 1}, R"({"name":"cost","value":300})"}}, {}),
                 "layers[0]: properties[0]: cost = 300; expected a whole number from 1 to 255");
  expect_refused("a.tmj", json_map("\"infinite\":true", "", ""), "the map has no tiles");
  expect_refused("a.tmj", R"({"layers":[],"orientation":"hexagonal"})", "orientation \"hexagonal\"; expected");
  expect_refused("a.tmx", "<map>\n<layer\n", ":2:7: ");
  expect_refused("a.tmx", "<tileset/>", "no <map>");
  expect_refused("a.tmx", xml_map("width=\"2\"", ""), ":2:2: width or height is missing");
  expect_refused("a.tmx", xml_map("width=\"2\" height=\"99999\"", ""), ":2:2: height = \"99999\"; expected a whole");
  expect_refused("a.tmx", xml_map(3, 1, "", good, {"csv", ""}), ":3:63: holds 2 tiles; expected 3");
  expect_refused("a.tmx", xml_map(2, 1, "", {{"ground", {0, 1}, R"(<property name="wall" value="yes"/>)"}}, {}),
                 ":3:75: wall = yes; expected true or false");
}

TEST_F(TiledMap, RefusesMapsThatWouldTakeAllMemory) {
  const std::string far = R"({"type":"tilelayer","chunks":[{"x":0,"y":0,"width":1,"height":1,"data":[1]},)"
                          R"({"x":1000000000,"y":1,"width":1,"height":1,"data":[1]}]})";
  expect_refused("a.tmj", json_map("\"infinite\":true", "", far), "1000000001 x 2 cells; expected at most 8192");
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += R"({"type":"group","layers":[)";
  for (int i = 0; i < 2000; ++i) deep += "]}";
  expect_refused("a.tmj", json_map("\"width\":2,\"height\":2", "", deep), "too many groups");
  std::string groups;
  for (int i = 0; i < 2000; ++i) groups = "<group>" + groups + "</group>";
  expect_refused("a.tmx", xml_map("width=\"2\" height=\"2\"", groups), "too many groups");
}

TEST_F(TiledMap, BrokenFilesNeverBreakIt) {
  const std::vector<LayerText> layers{{"ground", {2, 2, 3, 1}, ""}, {"walls", {1, 0, 0, 2}, ""}};
  for (const TileFormat format : kTileFormats)
    for (const std::string& text :
         {json_map(2, 2, kJsonTiles, layers, format), xml_map(2, 2, kXmlTiles, layers, format)})
      for (std::uint64_t trial = 0; trial < 60; ++trial) {
        Draws draws(trial, 5, 1);
        std::string broken = text;
        for (std::uint32_t k = draws.below(3); k < 3; ++k)
          broken[draws.below(static_cast<std::uint32_t>(broken.size()))] = static_cast<char>(draws.below(256));
        if (trial % 3 == 0) broken.resize(draws.below(static_cast<std::uint32_t>(broken.size())));
        const Result<CostGrid> grid = parse_map_file(broken, "broken");
        if (grid) {
          EXPECT_FALSE(validate(*grid)) << broken;
        }
      }
}

}  // namespace
}  // namespace cardume
