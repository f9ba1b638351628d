#include <gtest/gtest.h>

#include <cardume/world.hpp>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "tests/tools/program.hpp"
#include "tests/tools/scratch_folder.hpp"
#include "tools/scenario/image.hpp"
#include "tools/scenario/map_file.hpp"

namespace cardume {
namespace {

using testing::Outcome;
using testing::run;

/// Straight pieces, corners and crossings of ways; blanks where there are none.
constexpr std::string_view kWays =
    "cardume tiles 1\nedge 3\nwalk .\n"
    "tile rock weight=1\n###\n###\n###\n"
    "tile hall weight=2 turn\n###\n...\n###\n"
    "tile bend weight=1 turn\n###\n#..\n#.#\n"
    "tile cross weight=1\n#.#\n...\n#.#\n";

class GenVerb : public testing::ScratchFolder {
 protected:
  /// What is printed.
  static std::string made(const std::string& arguments) {
    const Outcome outcome = run("gen " + arguments);
    EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.text;
    return outcome.text;
  }

  Image picture(const std::string& arguments) const {
    made(arguments + " -o " + path("a.png"));
    const Result<Image> image = decode_png(*read_file(path("a.png")), "a.png");
    EXPECT_TRUE(image) << arguments;
    return image ? *image : Image{};
  }

  static std::string hash(const std::string& arguments) {
    const Outcome outcome = run("gen " + arguments + " --hash");
    EXPECT_EQ(outcome.code, 0) << outcome.text;
    const std::size_t at = outcome.text.find("hash ");
    EXPECT_NE(at, std::string::npos) << outcome.text;
    return at == std::string::npos ? "" : outcome.text.substr(at, 21);
  }

  static void expect_refusal(const std::string& arguments, int code, const std::string& named) {
    const Outcome outcome = run("gen " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.text;
    EXPECT_NE(outcome.text.find(named), std::string::npos) << arguments << "\n" << outcome.text;
  }

  std::string ways() const { return put("ways.tiles", kWays); }
};

std::vector<double> numbers_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<double> numbers;
  for (double number; stream >> number;) numbers.push_back(number);
  return numbers;
}

TEST_F(GenVerb, ListsWhatThereIs) {
  const std::string list = made("--list");
  for (const char* name : {"perlin", "simplex", "value", "voronoi", "caves", "wfc", "lsystem", "world", "continent",
                           "archipelago", "walled_town", "dungeon", "forest", "oak", "dragon"}) {
    EXPECT_NE(list.find(name), std::string::npos) << name;
  }
  EXPECT_NE(run("gen --help").text.find("--list"), std::string::npos);
}

TEST_F(GenVerb, ErrorsNameTheOption) {
  expect_refusal("", 1, "--list");
  expect_refusal("perlin --octaves 17", 1, "--octaves");
  expect_refusal("perlin --gain nan", 1, "--gain");
  expect_refusal("perlin --seed 18446744073709551616", 1, "--seed");
  expect_refusal("perlin --size 10", 1, "--size");
  expect_refusal("perlin --size 0x4", 1, "--size");
  expect_refusal("perlin --chunk 1", 1, "--chunk");
  expect_refusal("perlin --chunk 99999999999999,0", 1, "--chunk");
  expect_refusal("perlin --fractal wavy", 1, "--fractal");
  expect_refusal("voronoi --metric taxi", 1, "--metric");
  expect_refusal("voronoi --jitter 1.5", 1, "--jitter");
  expect_refusal("caves --wall-share -1", 1, "--wall-share");
  expect_refusal("perlin --simd mmx", 2, "--simd mmx");
}

TEST_F(GenVerb, OptionsOfOtherKindsAreRefused) {
  expect_refusal("perlin --jitter 0.5", 1, "--jitter");
  expect_refusal("voronoi --octaves 3", 1, "--octaves");
  expect_refusal("caves --period 3", 1, "--period");
  expect_refusal("lsystem --connect", 1, "--connect");
  expect_refusal("continent --n 3", 1, "--n");
}

TEST_F(GenVerb, BadInputEndsWithTwo) {
  expect_refusal("atlantis", 2, "atlantis");
  expect_refusal("perlin -o " + path("a.svg"), 2, "--out");
  expect_refusal("perlin -o " + path("a"), 2, "--out");
  expect_refusal("perlin -o " + path("none/a.png"), 2, "none");
  expect_refusal("lsystem -o " + path("a.map"), 2, "--out");
  expect_refusal("lsystem --system moss", 2, "moss");
  expect_refusal("lsystem --system " + put("a.lsystem", "axiom F\nF -> [F\n"), 2, "a.lsystem:2:");
  expect_refusal("wfc --set " + put("a.tiles", "cardume tiles 1\nedge nothing\n"), 2, "a.tiles:2:");
  expect_refusal("wfc --set " + path("none.tiles"), 2, "none.tiles");
  expect_refusal("perlin --size 8192x1 --scale 3 -o " + path("a.png"), 2, "--scale");
}

TEST_F(GenVerb, NumbersAreTheSameInEveryForm) {
  for (const std::string kind : {"perlin --octaves 3", "simplex", "value --warp 9", "voronoi --value f2"}) {
    const std::string line = kind + " --seed 9 --size 7x5 --period 6";
    const std::vector<double> numbers = numbers_in(made(line + " -o -"));
    ASSERT_EQ(numbers.size(), 35u) << kind;
    made(line + " -o " + path("a.json"));
    const auto json = nlohmann::json::parse(*read_file(path("a.json")));
    EXPECT_EQ(json["schema"], "cardume.samples/1");
    EXPECT_EQ(json["width"], 7);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_FLOAT_EQ(json["values"][i].get<float>(), static_cast<float>(numbers[i])) << kind << i;
  }
}

/// Rows of text of a piece are those of the whole.
void expect_slice(const std::string& piece, const std::string& whole, std::size_t column, std::size_t row) {
  std::vector<std::string> rows;
  std::istringstream stream(whole);
  for (std::string line; std::getline(stream, line);) rows.push_back(line);
  std::istringstream pieces(piece);
  std::size_t y = row;
  for (std::string line; std::getline(pieces, line); ++y) {
    ASSERT_LT(y, rows.size());
    const std::vector<double> mine = numbers_in(line), all = numbers_in(rows[y]);
    for (std::size_t x = 0; x < mine.size(); ++x) EXPECT_EQ(mine[x], all[column + x]) << x << "," << y;
  }
  EXPECT_GT(y, row);
}

TEST_F(GenVerb, ChunksAreSlicesOfTheWhole) {
  for (const std::string kind : {"perlin", "simplex --fractal ridged", "voronoi --value border"}) {
    const std::string whole = made(kind + " --size 24x18 --period 9 -o -");
    expect_slice(made(kind + " --size 8x6 --chunk 2,1 --period 9 -o -"), whole, 16, 6);
  }
  const std::string whole = made("caves --no-connect --size 48x32 --chunk 0,0 -o -");
  const std::string piece = made("caves --no-connect --size 16x8 --chunk 1,2 -o -");
  for (std::size_t y = 0; y < 8; ++y) EXPECT_EQ(piece.substr(y * 17, 16), whole.substr((y + 16) * 49 + 16, 16)) << y;
}

TEST_F(GenVerb, ChunksOfWorldsAreSlicesOfTheWhole) {
  const std::string tiles = "wfc --seed 5 --set " + ways();
  struct Case {
    std::string line;
    std::size_t cell;  ///< Letters along a unit of --size.
  };
  for (const auto& [line, cell] : {Case{"forest", 1}, Case{"recipe:caves", 1}, Case{tiles, 3}}) {
    const std::string whole = made(line + " --size 60x40 --chunk 0,0 -o -");
    const std::string piece = made(line + " --size 20x10 --chunk 1,3 -o -");
    const std::size_t wide = 60 * cell + 1, narrow = 20 * cell + 1;
    ASSERT_EQ(whole.size(), wide * 40 * cell) << line;
    ASSERT_EQ(piece.size(), narrow * 10 * cell) << line;
    for (std::size_t y = 0; y < 10 * cell; ++y) {
      EXPECT_EQ(piece.substr(y * narrow, narrow - 1), whole.substr((y + 30 * cell) * wide + 20 * cell, narrow - 1))
          << line << y;
    }
  }
  made("forest --size 16x16 --chunk -9000000000,-3");
  expect_refusal("continent --size 64x64 --chunk 8,0", 2, "x");
}

TEST_F(GenVerb, TheSheetHasTwelvePanels) {
  made("--sheet " + path("sheet.png"));
  const std::string png = *read_file(path("sheet.png"));
  EXPECT_LT(png.size(), 420'000u);
  const Result<PaletteImage> sheet = decode_png_indices(png, "sheet.png");
  ASSERT_TRUE(sheet);
  EXPECT_EQ(sheet->image.width, 1204u);
  EXPECT_EQ(sheet->image.height, 904u);
  // No panel is of one colour, and all lie on paper.
  const auto pixel = [&](std::size_t x, std::size_t y) { return sheet->image.pixels[y * 1204 + x]; };
  for (std::size_t panel = 0; panel < 12; ++panel) {
    const std::size_t left = 4 + panel % 4 * 300, top = 4 + panel / 4 * 300;
    EXPECT_EQ(pixel(left - 2, top + 150), pixel(1, 1)) << panel;
    std::size_t changes = 0;
    for (std::size_t x = 1; x < 296; ++x) changes += pixel(left + x, top + 150) != pixel(left + x - 1, top + 150);
    EXPECT_GT(changes, 10u) << panel;
  }
}

TEST_F(GenVerb, PicturesOfChunksAreSlicesOfThePicture) {
  for (const std::string kind :
       {"perlin --period 20", "voronoi --period 11", "voronoi --period 11 --value f1", "forest --seed 3"}) {
    const Image whole = picture(kind + " --size 48x40 --scale 2");
    const Image piece = picture(kind + " --size 16x20 --chunk 1,1 --scale 2");
    ASSERT_EQ(whole.width, 96u);
    ASSERT_EQ(piece.width, 32u);
    std::size_t different = 0;
    for (std::size_t y = 0; y < piece.height; ++y)
      for (std::size_t i = 0; i < piece.width * 3; ++i)
        different += piece.pixels[y * piece.width * 3 + i] != whole.pixels[((y + 40) * whole.width + 32) * 3 + i];
    EXPECT_EQ(different, 0u) << kind;
  }
}

TEST_F(GenVerb, HashesAreEqualOnEverySetAndThreadCount) {
  const std::string tiles = "wfc --size 12x9 --set " + ways();
  for (const std::string& kind : {std::string("perlin --size 65x33 --period 7.3"), std::string("voronoi --size 65x33"),
                                  std::string("caves --size 60x40"), std::string("lsystem --n 3"), tiles,
                                  std::string("archipelago --size 96x80")}) {
    const std::string expected = hash(kind + " --threads 1 --simd scalar");
    for (const char* how : {"", " --threads 2", " --threads 5"}) EXPECT_EQ(hash(kind + how), expected) << kind << how;
    for (const std::string set : instruction_sets()) EXPECT_EQ(hash(kind + " --simd " + set), expected) << kind << set;
    EXPECT_NE(hash(kind + " --seed 2"), expected) << kind;
  }
  EXPECT_EQ(hash("voronoi --size 9x9 --simd scalar").size(), 21u);
}

TEST_F(GenVerb, SeedsHaveSixtyFourBits) {
  EXPECT_NE(hash("perlin --size 9x9 --seed 4294967297"), hash("perlin --size 9x9 --seed 1"));
  EXPECT_NE(hash("perlin --size 9x9 --seed 18446744073709551615"), hash("perlin --size 9x9 --seed 4294967295"));
}

TEST_F(GenVerb, MapsComeBackAsTheyWereMade) {
  const std::string letters = made("caves --size 40x30 -o -");
  for (const char* file : {"a.map", "a.json"}) {
    made("caves --size 40x30 -o " + path(file));
    const Result<CostGrid> map = load_map(path(file));
    ASSERT_TRUE(map) << file;
    ASSERT_EQ(map->width, 40u);
    ASSERT_EQ(map->height, 30u);
    for (std::size_t i = 0; i < map->cost.size(); ++i)
      EXPECT_EQ(map->cost[i] == kWall, letters[i + i / 40] == '#') << file << i;
  }
}

TEST_F(GenVerb, WorldsComeAsMapsLettersAndPictures) {
  const std::string line = "forest --size 40x32";
  EXPECT_NE(made(line).find("40 x 32 cells of forest"), std::string::npos);
  EXPECT_EQ(made(line + " -o -").size(), 41u * 32u);
  made(line + " -o " + path("a.map"));
  const Result<CostGrid> map = load_map(path("a.map"));
  ASSERT_TRUE(map);
  EXPECT_EQ(map->width, 40u);
  const Image image = picture(line + " --scale 3");
  EXPECT_EQ(image.width, 120u);
  EXPECT_EQ(image.height, 96u);
  EXPECT_EQ(hash("recipe:forest --size 40x32"), hash(line));
}

TEST_F(GenVerb, TilesFitAndAreWrittenAsDrawn) {
  const std::string line = "wfc --size 9x7 --seed 4 --set " + ways();
  const std::string letters = made(line + " -o -");
  ASSERT_EQ(letters.size(), 28u * 21u);
  const auto at = [&](std::size_t x, std::size_t y) { return letters[y * 28 + x]; };
  for (std::size_t y = 0; y < 21; ++y)
    for (std::size_t x = 3; x < 27; x += 3) EXPECT_EQ(at(x - 1, y), at(x, y)) << x << "," << y;
  for (std::size_t x = 0; x < 27; ++x)
    for (std::size_t y = 3; y < 21; y += 3) EXPECT_EQ(at(x, y - 1), at(x, y)) << x << "," << y;
  made(line + " -o " + path("a.map"));
  const Result<CostGrid> map = load_map(path("a.map"));
  ASSERT_TRUE(map);
  for (std::size_t i = 0; i < map->cost.size(); ++i) EXPECT_EQ(map->cost[i] == kWall, at(i % 27, i / 27) != '.') << i;
  EXPECT_EQ(picture(line).width, 27u * 4);
}

TEST_F(GenVerb, SamplesKeepTheirColours) {
  // A chessboard, which has one continuation only.
  Image board{4, 4, 3, {}};
  for (std::size_t i = 0; i < 16; ++i)
    for (const int channel : {200, 30, 90})
      board.pixels.push_back(static_cast<std::uint8_t>((i + i / 4) % 2 == 0 ? channel : 255 - channel));
  const std::string sample = put("board.png", *encode_png(board));
  const Image image = picture("wfc --n 2 --size 10x8 --scale 1 --sample " + sample);
  ASSERT_EQ(image.width, 10u);
  ASSERT_EQ(image.height, 8u);
  const auto pixel = [&](std::size_t i) { return std::vector(&image.pixels[i * 3], &image.pixels[i * 3] + 3); };
  for (std::size_t i = 0; i < 80; ++i) EXPECT_EQ(pixel(i) == pixel(0), (i % 10 + i / 10) % 2 == 0) << i;
  EXPECT_TRUE(pixel(0) == (std::vector<std::uint8_t>{200, 30, 90}) ||
              pixel(0) == (std::vector<std::uint8_t>{55, 225, 165}));
  expect_refusal("wfc --set town --sample " + sample, 1, "--sample");
}

TEST_F(GenVerb, CurvesAreWellFormedSvg) {
  const std::string curve = put("koch.lsystem", "axiom F--F--F\nangle 60\nF -> F+F--F+F\n");
  made("lsystem --n 2 --system " + curve + " -o " + path("a.svg"));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(read_file(path("a.svg"))->c_str()));
  const auto paths = document.child("svg").child("g").children("path");
  EXPECT_EQ(std::distance(paths.begin(), paths.end()), 3 * 16);
  for (const pugi::xml_node& line : paths) EXPECT_STRNE(line.attribute("d").value(), "");
  EXPECT_EQ(made("lsystem --n 1 --system " + curve + " -o -"), "F+F--F+F--F+F--F+F--F+F--F+F\n");
}

TEST_F(GenVerb, PlantsHaveLeavesInBothForms) {
  made("lsystem --system oak --n 4 --size 200x160 -o " + path("a.svg"));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(read_file(path("a.svg"))->c_str()));
  std::size_t leaves = 0;
  for (const pugi::xml_node& line : document.child("svg").child("g").children("path"))
    leaves += line.attribute("fill") != nullptr;
  EXPECT_GT(leaves, 10u);
  const Image image = picture("lsystem --system oak --n 4 --size 200x160");
  EXPECT_EQ(image.width, 200u);
  std::size_t green = 0;
  for (std::size_t i = 0; i < image.pixels.size(); i += 3)
    green += image.pixels[i + 1] > image.pixels[i] + 20 && image.pixels[i + 1] > image.pixels[i + 2] + 20;
  EXPECT_GT(green, 500u);
}

TEST_F(GenVerb, ReliefHasSeaAndLand) {
  const Image image = picture("perlin --seed 5 --size 256x256 --period 60");
  std::size_t blue = 0;
  for (std::size_t i = 0; i < image.pixels.size(); i += 3) blue += image.pixels[i + 2] > image.pixels[i];
  EXPECT_GT(blue, 256u * 256 / 5);
  EXPECT_LT(blue, 256u * 256 * 4 / 5);
}

}  // namespace
}  // namespace cardume
