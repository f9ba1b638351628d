#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/tools/program.hpp"
#include "tests/tools/scratch_folder.hpp"
#include "tools/scenario/image.hpp"
#include "tools/scenario/map_file.hpp"

namespace cardume {
namespace {

using testing::Outcome;
using testing::run;

std::string map_text(const std::vector<std::string>& rows) {
  std::string text =
      "type octile\nheight " + std::to_string(rows.size()) + "\nwidth " + std::to_string(rows[0].size()) + "\nmap\n";
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

class FieldVerb : public testing::ScratchFolder {
 protected:
  std::string put_map(const std::vector<std::string>& rows) const { return put("a.map", map_text(rows)); }

  /// What the verb reports as JSON.
  nlohmann::json report(const std::string& arguments) const {
    const Outcome outcome = run("field " + arguments + " --json " + path("a.json"));
    EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.text;
    return outcome.code == 0 ? nlohmann::json::parse(*read_file(path("a.json"))) : nlohmann::json();
  }

  nlohmann::json trace(const std::string& arguments) const { return report(arguments)["traces"][0]; }

  const std::string ring_ = put("ring.map", map_text({"....", ".@@.", "...."}));
};

TEST_F(FieldVerb, ChecksQueriesOfAMap) {
  const std::string right = put("a.scen", "version 1\n0 a.map 4 3 0 0 0 2 2.000000\n0 a.map 4 3 0 0 3 2 5.000000\n");
  for (const char* tiles : {"", " --tiles"}) {
    const Outcome outcome = run("field " + ring_ + " --scen " + right + tiles + " --json " + path("a.json"));
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("2 queries, 0 mismatches"), std::string::npos) << outcome.text;
    EXPECT_NE(read_file(path("a.json"))->find("\"schema\": \"cardume.field/1\""), std::string::npos);
    EXPECT_EQ(read_file(path("a.json"))->find("\"largest_excess\": 0.0") != std::string::npos, *tiles != 0);
  }
  const std::string wrong = put("b.scen", "version 1\n0 a.map 4 3 0 0 3 2 4.000000\n");
  EXPECT_EQ(run("field " + ring_ + " --scen " + wrong).code, 3);
  const std::string foreign = put("c.scen", "version 1\n0 a.map 9 9 0 0 8 8 4.000000\n");
  EXPECT_EQ(run("field " + ring_ + " --scen " + foreign).code, 2);
}

TEST_F(FieldVerb, DrawsFieldsInEveryWay) {
  const std::string line = "field " + ring_ + " --goal 3,2 --width 200 --png " + path("f.png");
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const char* options :
       {"", " --draw arrows", " --draw streamlines", " --mode chebyshev --directions arrows --goal 0,0",
        " --mode eikonal --trace 0,0", " --tiles --trace 0,0", " --flee 0,0"}) {
    const Outcome outcome = run(line + options);
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    const Result<Image> picture = decode_png(*read_file(path("f.png")), "f.png");
    ASSERT_TRUE(picture) << options;
    EXPECT_EQ(picture->width, 200u);
    EXPECT_EQ(picture->height, 150u);
    EXPECT_EQ(std::ranges::find(pictures, picture->pixels), pictures.end()) << options;
    pictures.push_back(picture->pixels);
  }
}

TEST_F(FieldVerb, LinesAreDrawnOnTheGround) {
  const std::string map = put_map(std::vector<std::string>(30, std::string(40, '.')));
  const auto bright_pixels = [&](const std::string& options) {
    EXPECT_EQ(run("field " + map + " --goal 35,15 --width 400 --png " + path("f.png") + options).code, 0) << options;
    const Image picture = *decode_png(*read_file(path("f.png")), "f.png");
    std::size_t bright = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 3)
      bright += std::min({picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2]}) > 130;
    return bright;
  };
  const std::size_t plain = bright_pixels("");
  EXPECT_GT(bright_pixels(" --draw streamlines"), plain + 2000) << "some ten lines of 300 pixels";
  EXPECT_GT(bright_pixels(" --draw arrows"), plain + 500);
  EXPECT_GT(bright_pixels(" --trace 2,15"), plain + 600) << "a line of 330 pixels";
}

TEST_F(FieldVerb, RefusesCellsThatAreNotThere) {
  for (const char* options : {"--goal 4,0", "--flee 0,3", "--goal 0,0 --trace 4,4", "--goal 0,0 --edit 0,0,4,0,9"}) {
    const Outcome outcome = run("field " + ring_ + " " + options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_TRUE(outcome.text.starts_with("cardume: --")) << outcome.text;
  }
  EXPECT_EQ(run("field " + put("w.map", map_text({"@@"})) + " --goal 0,0").code, 2);
}

TEST_F(FieldVerb, UsageErrorsExitWithOne) {
  for (const char* options :
       {"--goal x", "--goal 1", "--goal 1,", "--goal 1,2,3", "--goal -1,0", "--goal 1,1 --edit 1,1",
        "--edit 1,1,0 --bench", "--edit 1,1,256 --bench", "--edit 1,1,1,1 --bench", "--goal 1,1 --clearance -1",
        "--goal 1,1 --mode gradient", "--tiles", "--goal 1,1 --goal 2,1 --tiles", "--goal 1,1 --mode eikonal --tiles",
        "--goal 1,1 --draw arrows", "--png a.png", "--trace 1,1", "--scen a --edit 1,1,1", "--scen a --bench"})
    EXPECT_EQ(run("field " + ring_ + " " + options).code, 1) << options;
}

TEST_F(FieldVerb, FollowsTheWayFromACell) {
  const std::string map = put_map({"......", ".@@@@.", ".@....", ".@.@@@", "......"});
  const nlohmann::json there = trace(map + " --goal 5,2 --trace 0,4");
  EXPECT_EQ(there["distance"], 7.0) << "along, up the passage, and along";
  EXPECT_EQ(there["length"], there["distance"]);
  EXPECT_EQ(there["cells"].front(), nlohmann::json({0, 4}));
  EXPECT_EQ(there["cells"].back(), nlohmann::json({5, 2}));
  EXPECT_EQ(there["arrives"], true);
}

TEST_F(FieldVerb, SaysWhereNoWayLeads) {
  const std::string map = put_map({"..@..", "..@..", "..@.."});
  const nlohmann::json nowhere = trace(map + " --goal 0,0 --trace 4,2");
  EXPECT_TRUE(nowhere["length"].is_null());
  EXPECT_EQ(nowhere["arrives"], false);
  EXPECT_NE(run("field " + map + " --goal 0,0 --trace 4,2").text.find("from 4,2: no way"), std::string::npos);
}

TEST_F(FieldVerb, TheNearestOfManyGoalsCounts) {
  const std::string map = put_map({".........."});
  EXPECT_EQ(trace(map + " --goal 0,0 --goal 9,0 --trace 7,0")["cells"].back(), nlohmann::json({9, 0}));
  EXPECT_EQ(trace(map + " --goal 0,0 --goal 9,0 --trace 2,0")["cells"].back(), nlohmann::json({0, 0}));
}

TEST_F(FieldVerb, WaysLeadAwayFromThreats) {
  const std::string map = put_map({".........."});
  EXPECT_EQ(trace(map + " --flee 2,0 --trace 4,0")["cells"].back(), nlohmann::json({9, 0}));
}

TEST_F(FieldVerb, EikonalWaysAreAsTheCrowFlies) {
  std::vector<std::string> rows(40, std::string(60, '.'));
  const std::string map = put_map(rows);
  const nlohmann::json straight = trace(map + " --mode eikonal --goal 50,30 --trace 5,9");
  const double crow = std::hypot(45., 21.);
  EXPECT_NEAR(straight["distance"], crow, 0.2);
  EXPECT_NEAR(straight["length"], crow, 0.02 * crow);
  EXPECT_EQ(straight["cells"].back(), nlohmann::json({50, 30}));
}

TEST_F(FieldVerb, ClearanceKeepsToWaysThatAreWideEnough) {
  const std::string map = put_map({".......", ".......", ".......", "@.@@..@", ".......", ".......", "......."});
  const auto length = [&](const char* radius) {
    return trace(map + " --goal 1,5 --trace 1,1 --clearance " + std::string(radius))["length"];
  };
  EXPECT_EQ(length("0"), 4.0);
  EXPECT_EQ(length("0.5"), 4.0);
  EXPECT_GT(length("1"), 4.0) << "by the gap of two cells";
  EXPECT_TRUE(length("1.5").is_null()) << "no gap is three cells wide";
}

TEST_F(FieldVerb, EditsAreAsGoodAsAnotherMap) {
  const std::string map = put_map({"......", "......", "......"});
  const std::string edits = " --edit 1,0,4,1,255 --edit 2,1,7 --edit 3,0,3,1,1";
  const nlohmann::json edited = report(map + edits + " --goal 0,0 --out " + path("b.png"));
  const Result<CostGrid> grid = load_map(path("b.png"));
  ASSERT_TRUE(grid) << grid.error().message;
  EXPECT_EQ(grid->cost, (std::vector<std::uint8_t>{1, 255, 255, 1, 255, 1,  //
                                                   1, 255, 7, 1, 255, 1,    //
                                                   1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(report(path("b.png") + " --goal 0,0")["field"]["hash"], edited["field"]["hash"]);
  EXPECT_NE(report(map + " --goal 0,0")["field"]["hash"], edited["field"]["hash"]);
}

TEST_F(FieldVerb, ConvertsMaps) {
  const std::string map = put_map({"..@.", "@..."});
  for (const auto& [from, to] : {std::pair{"a.map", "b.png"}, {"b.png", "c.json"}, {"c.json", "d.map"}}) {
    const Outcome outcome = run("field " + path(from) + " --out " + path(to));
    EXPECT_EQ(outcome.code, 0) << outcome.text;
  }
  EXPECT_EQ(load_map(path("d.map"))->cost, load_map(map)->cost);
  EXPECT_EQ(run("field " + map + " --out " + path("a.gif")).code, 2);
}

TEST_F(FieldVerb, TimesFieldsOfEveryMode) {
  const nlohmann::json timings = report(ring_ + " --bench")["timings"];
  ASSERT_EQ(timings.size(), 9u);
  for (const nlohmann::json& timing : timings) EXPECT_GT(timing["ns_per_cell"], 0) << timing;
}

TEST_F(FieldVerb, SaysHowMuchLongerWaysOverTilesAre) {
  std::vector<std::string> rows(130, std::string(150, '.'));
  for (std::size_t y = 0; y < 120; ++y) rows[y][70] = '@';
  const std::string map = put_map(rows);
  const nlohmann::json tiles = report(map + " --tiles --goal 140,5 --trace 3,8 --trace 100,100")["tiles"];
  EXPECT_EQ(tiles["tiles"], 9);
  EXPECT_GT(tiles["portals"], 8);
  for (const nlohmann::json& way : tiles["traces"]) {
    EXPECT_GE(way["excess"], -1e-9);
    EXPECT_LE(way["excess"], 0.04);
  }
}

}  // namespace
}  // namespace cardume
