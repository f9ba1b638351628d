#include "tools/scenario/map_png.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/tools/packed_tiles.hpp"
#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int i = 3; i >= 0; --i) bytes += static_cast<char>(number >> (8 * i) & 255);
  return bytes;
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const uLong sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(static_cast<std::uint32_t>(sum));
}

/// What the header of a PNG says, and the bytes of its rows.
struct RawPng {
  std::uint32_t width = 0, height = 0;
  std::uint8_t bits = 8, colour_type = 0;
  std::vector<std::string> rows;
  std::string palette;

  std::string bytes() const {
    std::string header = big_endian(width) + big_endian(height);
    for (const int byte : {int{bits}, int{colour_type}, 0, 0, 0}) header += static_cast<char>(byte);
    std::string data;
    for (const std::string& row : rows) data += '\0' + row;
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + (palette.empty() ? "" : chunk("PLTE", palette)) +
           chunk("IDAT", deflated(data, false)) + chunk("IEND", "");
  }
};

constexpr std::uint8_t kGrey = 0, kColour = 2, kPalette = 3;

std::vector<std::uint8_t> costs_of(const RawPng& png) {
  const Result<CostGrid> grid = parse_map_png(png.bytes(), "a.png");
  EXPECT_TRUE(grid) << grid.error().message;
  if (!grid) return {};
  EXPECT_FALSE(validate(*grid));
  return grid->cost;
}

TEST(MapPng, GreyBecomesCost) {
  const CostGrid grid = terrain_from_grey({5, 1, 1, {0, 255, 254, 128, 1}});
  EXPECT_EQ(grid.cost, (std::vector<std::uint8_t>{kWall, 1, 2, 128, 254}));
  EXPECT_FALSE(validate(grid));
}

TEST(MapPng, EveryCostComesBackAsItWas) {
  for (const std::uint32_t width : {1u, 17u, 255u}) {
    CostGrid grid{width, 255 / width, 1, {}};
    for (std::uint32_t i = 0; i < grid.width * grid.height; ++i) grid.cost.push_back(static_cast<std::uint8_t>(i + 1));
    const Result<CostGrid> back = parse_map_png(*encode_png(terrain_to_grey(grid)), "a.png");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->cost, grid.cost);
    EXPECT_EQ(back->width, grid.width);
  }
}

TEST(MapPng, ReadsAllDepthsOfGrey) {
  EXPECT_EQ(costs_of({8, 1, 1, kGrey, {"\xA5"}, ""}), (std::vector<std::uint8_t>{1, 255, 1, 255, 255, 1, 255, 1}));
  EXPECT_EQ(costs_of({2, 1, 4, kGrey, {"\x8F"}, ""}), (std::vector<std::uint8_t>{256 - 0x88, 1}));
  EXPECT_EQ(costs_of({3, 1, 16, kGrey, {std::string("\xFF\xFF\x80\x80\0\0", 6)}, ""}),
            (std::vector<std::uint8_t>{1, 128, 255}));
}

TEST(MapPng, AColouredPaletteCountsCosts) {
  // Grass, mud, water, stone; black is a wall wherever it stands.
  const std::string palette("\x40\x80\x30\x60\x50\x20\x20\x40\xC0\0\0\0\x77\x77\x77", 15);
  EXPECT_EQ(costs_of({5, 1, 8, kPalette, {std::string("\0\1\2\3\4", 5)}, palette}),
            (std::vector<std::uint8_t>{1, 1, 2, 255, 4}));
  EXPECT_EQ(costs_of({4, 2, 2, kPalette, {"\x1B", "\xE4"}, palette}),
            (std::vector<std::uint8_t>{1, 1, 2, 255, 255, 2, 1, 1}));
}

TEST(MapPng, AGreyPaletteIsAGreyPicture) {
  const std::string palette("\xFF\xFF\xFF\0\0\0\xF0\xF0\xF0", 9);
  EXPECT_EQ(costs_of({3, 1, 8, kPalette, {std::string("\0\1\2", 3)}, palette}),
            (std::vector<std::uint8_t>{1, 255, 16}));
}

TEST(MapPng, ColoursCountOnlyWhereThereAreNone) {
  EXPECT_EQ(costs_of({2, 1, 8, kColour, {std::string("\xFF\xFF\xFF\0\0\0", 6)}, ""}),
            (std::vector<std::uint8_t>{1, 255}));
  const Result<CostGrid> grid =
      parse_map_png(RawPng{2, 1, 8, kColour, {std::string("\xFF\xFF\xFF\xFF\0\0", 6)}, ""}.bytes(), "a.png");
  ASSERT_FALSE(grid);
  EXPECT_EQ(grid.error().message, "a.png: a colour picture; expected a grey one or one with a palette");
}

TEST(MapPng, RefusesMapsThatAreTooLarge) {
  RawPng png{8193, 1, 1, kGrey, {std::string(1025, '\0')}, ""};
  const Result<CostGrid> grid = parse_map_png(png.bytes(), "a.png");
  ASSERT_FALSE(grid);
  EXPECT_EQ(grid.error().status, Status::kLimit);
  png.width = 0x7FFFFFFF;
  EXPECT_FALSE(parse_map_png(png.bytes(), "a.png"));
}

TEST(MapPng, BrokenPicturesNeverBreakIt) {
  const std::string palette("\x40\x80\x30\x60\x50\x20", 6);
  const std::string good = RawPng{4, 2, 8, kPalette, {std::string("\0\1\2\7", 4), "\xFF\x05\x01\x01"}, palette}.bytes();
  EXPECT_TRUE(parse_map_png(good, "a.png")) << "numbers beyond the palette are walls";
  for (std::size_t length = 0; length < good.size() - 12; ++length) {
    const Result<CostGrid> grid = parse_map_png(std::string_view(good).substr(0, length), "a.png");
    if (grid) {
      EXPECT_FALSE(validate(*grid)) << length;
    }
  }
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    Draws draws(trial, 3, 3);
    std::string broken = good;
    broken[draws.below(static_cast<std::uint32_t>(broken.size()))] = static_cast<char>(draws.below(256));
    const Result<CostGrid> grid = parse_map_png(broken, "a.png");
    if (grid) {
      EXPECT_FALSE(validate(*grid)) << trial;
    }
  }
}

}  // namespace
}  // namespace cardume
