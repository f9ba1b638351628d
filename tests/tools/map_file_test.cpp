#include "tools/scenario/map_file.hpp"

#include <gtest/gtest.h>

#include "tests/tools/scratch_folder.hpp"
#include "tools/scenario/map_json.hpp"
#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

CostGrid random_grid(std::uint32_t width, std::uint32_t height, bool costs) {
  CostGrid grid{width, height, 1, {}};
  Draws draws(width, height, costs);
  for (std::uint32_t i = 0; i < width * height; ++i)
    grid.cost.push_back(static_cast<std::uint8_t>(draws.below(3) == 0 ? kWall : costs ? 1 + draws.below(255) : 1));
  return grid;
}

class MapFile : public testing::ScratchFolder {};

TEST_F(MapFile, ComesBackAsItWasSaved) {
  for (const char* name : {"a.png", "a.json", "a.map"})
    for (const std::uint32_t width : {1u, 9u, 200u}) {
      const CostGrid grid = random_grid(width, 7, std::string(name) != "a.map");
      ASSERT_FALSE(save_map(path(name), grid));
      const Result<CostGrid> back = load_map(path(name));
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(back->width, grid.width);
      EXPECT_EQ(back->height, grid.height);
      EXPECT_EQ(back->cost, grid.cost) << name;
      EXPECT_EQ(back->cell_size, 1);
    }
}

TEST_F(MapFile, JsonKeepsTheSizeOfCells) {
  CostGrid grid = random_grid(5, 4, true);
  for (const float size : {0.1f, 2.5f, 1e-6f, 1e6f, 1 / 3.f}) {
    grid.cell_size = size;
    ASSERT_FALSE(save_map(path("a.json"), grid));
    EXPECT_EQ(load_map(path("a.json"))->cell_size, size);
    EXPECT_EQ(load_map(path("a.json"), 3)->cell_size, 3);
  }
}

TEST_F(MapFile, IsToldApartByItsContents) {
  const CostGrid grid = random_grid(6, 3, false);
  ASSERT_FALSE(save_map(path("a.png"), grid));
  ASSERT_FALSE(save_map(path("a.json"), grid));
  std::filesystem::rename(path("a.png"), path("b.map"));
  EXPECT_EQ(load_map(path("b.map"))->cost, grid.cost);
  EXPECT_EQ(parse_map_file("\xEF\xBB\xBF \r\n" + *read_file(path("a.json")), "c")->cost, grid.cost);
}

TEST_F(MapFile, RefusesEndingsThatItDoesNotKnow) {
  for (const char* name : {"a", "a.tmx", "a.PNG", "png", "a.map "}) {
    const Error error = save_map(path(name), random_grid(2, 2, false));
    EXPECT_EQ(error.status, Status::kInvalidArgument) << name;
    EXPECT_TRUE(error.message.ends_with("expected .png, .map or .json")) << error.message;
  }
  EXPECT_EQ(save_map(path("absent/a.png"), random_grid(2, 2, false)).status, Status::kInvalidArgument);
}

TEST_F(MapFile, JsonSaysWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"width":1})", "schema: expected \"cardume.map/1\", or a map of Tiled"},
      {R"({"schema":"cardume.map/2"})", "schema: expected"},
      {R"({"schema":"cardume.map/1","width":2,"height":1,"cost":[1]})", "cost: holds 1 cells; expected 2 x 1"},
      {R"({"schema":"cardume.map/1","width":2,"height":1,"cost":[1,0]})", "cost[1]: expected a whole number from 1"},
      {R"({"schema":"cardume.map/1","width":2,"height":1,"cost":[1,256]})", "cost[1]: expected a whole number from 0"},
      {R"({"schema":"cardume.map/1","width":2,"height":1,"cost":[1,1.5]})", "cost[1]: expected a whole number"},
      {R"({"schema":"cardume.map/1","width":2,"height":1,"cost":"11"})", "cost: expected an array"},
      {R"({"schema":"cardume.map/1","width":1e9,"height":1,"cost":[1]})", "width: expected a whole number from 1"},
      {R"({"schema":"cardume.map/1","width":1,"height":1,"cell_size":0,"cost":[1]})", "cell_size: expected a number"},
      {R"({"schema":"cardume.map/1","cost":[]})", "width, height: missing"},
      {"{\n\"schema\": nothing}", ":2:12: "},
      {"{", ":1:2: "}};
  for (const auto& [text, what] : cases) {
    const Result<CostGrid> grid = parse_map_file(text, path("a.json"));
    ASSERT_FALSE(grid) << text;
    EXPECT_TRUE(grid.error().message.starts_with(path("a.json") + ":")) << grid.error().message;
    EXPECT_NE(grid.error().message.find(what), std::string::npos) << grid.error().message;
  }
}

TEST_F(MapFile, BrokenFilesNeverBreakIt) {
  const CostGrid grid = random_grid(6, 5, true);
  for (const char* name : {"a.json", "a.map"}) {
    ASSERT_FALSE(save_map(path(name), grid));
    const std::string good = *read_file(path(name));
    for (std::uint64_t trial = 0; trial < 200; ++trial) {
      Draws draws(trial, 8, 8);
      std::string broken =
          good.substr(0, trial % 2 ? good.size() : draws.below(static_cast<std::uint32_t>(good.size())));
      if (!broken.empty())
        broken[draws.below(static_cast<std::uint32_t>(broken.size()))] = static_cast<char>(draws.below(256));
      const Result<CostGrid> back = parse_map_file(broken, "broken");
      if (back) {
        EXPECT_FALSE(validate(*back)) << broken;
      }
    }
  }
}

}  // namespace
}  // namespace cardume
