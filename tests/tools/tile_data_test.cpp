#include "tools/scenario/tile_data.hpp"

#include <gtest/gtest.h>

#include "tests/tools/packed_tiles.hpp"
#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

std::vector<std::uint32_t> random_tiles(std::uint64_t seed, std::size_t count) {
  Draws draws(seed, count, 0);
  std::vector<std::uint32_t> tiles;
  for (std::size_t i = 0; i < count; ++i)
    tiles.push_back(draws.below(4) == 0 ? static_cast<std::uint32_t>(draws.next()) : draws.below(3));
  return tiles;
}

TileData data_of(std::string_view text, TileFormat format) {
  TileData data;
  EXPECT_FALSE(read_encoding(format.encoding, format.compression, data));
  data.text = text;
  return data;
}

constexpr TileFormat kTextFormats[] = {
    {"csv", ""}, {"base64", ""}, {"base64", "zlib"}, {"base64", "gzip"}, {"base64", "zstd"}};

TEST(TileData, ComesBackAsItWasPacked) {
  for (const TileFormat format : kTextFormats)
    for (const std::size_t count : {1u, 2u, 3u, 64u, 1000u, 20'000u}) {
      const std::vector<std::uint32_t> tiles = random_tiles(7, count);
      const std::string text = " \n" + to_text(tiles, format) + "\r\n\t";
      const auto back = decode_tiles(data_of(text, format), count);
      ASSERT_TRUE(back) << format.encoding << format.compression << count << back.error().message;
      EXPECT_EQ(*back, tiles) << format.encoding << format.compression;
    }
}

TEST(TileData, NumbersAreTakenAsTheyAre) {
  TileData data;
  data.numbers = {1, 2, ~0u};
  EXPECT_EQ(*decode_tiles(data, 3), data.numbers);
  EXPECT_FALSE(decode_tiles(data, 4));
}

TEST(TileData, RefusesAnotherNumberOfTiles) {
  for (const TileFormat format : kTextFormats)
    for (const std::size_t count : {1u, 99u, 101u, 1'000'000u}) {
      const std::string text = to_text(random_tiles(3, 100), format);
      const auto tiles = decode_tiles(data_of(text, format), count);
      ASSERT_FALSE(tiles) << format.encoding << format.compression << count;
      EXPECT_EQ(tiles.error().status, Status::kParse);
    }
}

/// 16 MB of nothing, for a map of 4 tiles.
TEST(TileData, StopsUnpackingWhereItIsTooMuch) {
  const std::string bytes(std::size_t{1} << 24, '\0');
  for (const std::string& packed : {deflated(bytes, false), zstandard(bytes)}) {
    const std::string text = to_base64(packed);
    const bool zlib = packed[0] == '\x78';
    const auto tiles = decode_tiles(data_of(text, {"base64", zlib ? "zlib" : "zstd"}), 4);
    ASSERT_FALSE(tiles);
    EXPECT_EQ(tiles.error().message, "unpacks to more than 4 tiles");
  }
}

TEST(TileData, RefusesWhatIsCutShort) {
  const std::vector<std::uint32_t> tiles = random_tiles(5, 60);
  for (const TileFormat format : kTextFormats) {
    const std::string text = to_text(tiles, format);
    // Not the pads at the end, which are no loss, nor digits of the last number.
    for (std::size_t length = 0; length + 12 < text.size(); ++length)
      EXPECT_FALSE(decode_tiles(data_of(std::string_view(text).substr(0, length), format), tiles.size()))
          << format.encoding << format.compression << length;
  }
}

TEST(TileData, RefusesWhatIsNoNumberAndNoBase64) {
  for (const char* text : {"1,,2", "1 2", "1,-2", "1,2,", ",1,2", "1,x", "1;2", "4294967296,1", "1.5,2"})
    EXPECT_FALSE(decode_tiles(data_of(text, {"csv", ""}), 2)) << text;
  for (const char* text : {"AQAAAAIAAA*=", "AQAA=AIAAAA=", "AQAAAAIAAAA===", "A", "\xC3\xA9"})
    EXPECT_FALSE(decode_tiles(data_of(text, {"base64", ""}), 2)) << text;
  EXPECT_TRUE(decode_tiles(data_of("AQAA\nAAIA AAA=", {"base64", ""}), 2));
}

TEST(TileData, RefusesWaysOfPackingThatItDoesNotKnow) {
  for (const TileFormat format :
       {TileFormat{"hex", ""}, {"base64", "lzma"}, {"csv", "zlib"}, {"", "zstd"}, {"Base64", ""}}) {
    TileData data;
    EXPECT_TRUE(read_encoding(format.encoding, format.compression, data)) << format.encoding << format.compression;
  }
}

TEST(TileData, BrokenBytesNeverBreakIt) {
  const std::vector<std::uint32_t> tiles = random_tiles(9, 200);
  for (const TileFormat format : kTextFormats) {
    const std::string text = to_text(tiles, format);
    for (std::uint64_t trial = 0; trial < 300; ++trial) {
      Draws draws(trial, 1, 2);
      std::string broken = text;
      for (std::uint32_t k = draws.below(5); k < 5; ++k)
        broken[draws.below(static_cast<std::uint32_t>(broken.size()))] = static_cast<char>(draws.below(256));
      const auto back = decode_tiles(data_of(broken, format), tiles.size());
      if (back) {
        EXPECT_EQ(back->size(), tiles.size());
      }
    }
  }
}

}  // namespace
}  // namespace cardume
