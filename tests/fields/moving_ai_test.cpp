#include <gtest/gtest.h>

#include <cardume/cost_grid.hpp>

#include "tests/support/maps.hpp"

namespace cardume {
namespace {

const std::string kHeader = "type octile\nheight 2\nwidth 3\nmap\n";
const CostGrid kSmall{3, 2, 1, {1, 1, 1, kWall, kWall, kWall}};

void expect_read(const std::string& text, const CostGrid& expected) {
  const auto grid = parse_map(text, "x.map");
  ASSERT_TRUE(grid) << grid.error().message;
  EXPECT_EQ(grid->width, expected.width);
  EXPECT_EQ(grid->height, expected.height);
  EXPECT_EQ(grid->cost, expected.cost);
  EXPECT_EQ(grid->cell_size, 1);
}

void expect_refused(const std::string& text, const std::string& message, Status status = Status::kParse) {
  const auto grid = parse_map(text, "x.map");
  ASSERT_FALSE(grid) << text;
  EXPECT_EQ(grid.error().status, status) << grid.error().message;
  EXPECT_EQ(grid.error().message.substr(0, message.size()), message) << grid.error().message;
}

std::string sized(const std::string& height, const std::string& width) {
  return "type octile\nheight " + height + "\nwidth " + width + "\nmap\n";
}

TEST(MapReader, ReadsEveryLetter) {
  expect_read(kHeader + ".GS\n@OT\n", kSmall);
  expect_read(sized("1", "1") + "W\n", {1, 1, 1, {kWall}});
}

TEST(MapReader, AcceptsEveryLineEnd) {
  expect_read(kHeader + ".GS\n@OT", kSmall);
  expect_read(kHeader + ".GS\n@OT\n\n\r\n", kSmall);
  expect_read("\xEF\xBB\xBF" + kHeader + ".GS\n@OT\n", kSmall);
  expect_read("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.GS\r\n@OT\r\n", kSmall);
  expect_read("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.GS\r\n@OT", kSmall);
}

TEST(MapReader, AcceptsLinesOfOneCell) {
  expect_read(sized("1", "4") + "....\n", {4, 1, 1, {1, 1, 1, 1}});
  expect_read(sized("4", "1") + ".\n.\n.\n.\n", {1, 4, 1, {1, 1, 1, 1}});
}

TEST(MapReader, RefusesBadSizes) {
  expect_refused(sized("0", "0"), "x.map:2:8: ");
  expect_refused(sized("2", "0"), "x.map:3:7: ");
  expect_refused(sized("-1", "3"), "x.map:2:8: ");
  expect_refused(sized("+1", "3"), "x.map:2:8: ");
  expect_refused(sized("1e20", "3"), "x.map:2:8: ");
  expect_refused(sized("2.5", "3"), "x.map:2:8: ");
  expect_refused(sized("", "3"), "x.map:2:8: ");
  expect_refused(sized("65536", "65536"), "x.map:2:8: ", Status::kLimit);
  expect_refused(sized("8193", "1"), "x.map:2:8: ", Status::kLimit);
  expect_refused(sized("1", "4294967297"), "x.map:3:7: ", Status::kLimit);
  expect_refused(sized("100000000000000000000", "1"), "x.map:2:8: ", Status::kLimit);
}

TEST(MapReader, RefusesASizeThatTheTextDoesNotHold) {
  expect_refused(sized("8192", "8192"), "x.map:4:");
  expect_refused(sized("8192", "8192") + "...", "x.map:5:4: ");
}

TEST(MapReader, RefusesBadRows) {
  expect_refused(kHeader + "..\n...\n", "x.map:5:3: the row has 2 cells instead of 3");
  expect_refused(kHeader + "....\n...\n", "x.map:5:4: the row has 4 cells instead of 3");
  expect_refused(kHeader + "...\n", "x.map:5:4: the map ends after 1 of 2 rows");
  expect_refused(kHeader + "...\n...\n...\n", "x.map:7:1: ");
  expect_refused(kHeader + "...\n.x.\n", "x.map:6:2: ");
  expect_refused(kHeader + "...\n. .\n", "x.map:6:2: ");
  expect_refused(kHeader + std::string("...\n.\0.\n", 8), "x.map:6:2: ");
}

TEST(MapReader, RefusesBadHeaders) {
  expect_refused("", "x.map:1:1: expected 'type octile'");
  expect_refused("type tile\nheight 1\nwidth 1\nmap\n.\n", "x.map:1:1: ");
  expect_refused("type octile\nwidth 1\nheight 1\nmap\n.\n", "x.map:2:1: expected 'height N'");
  expect_refused("type octile\nheight 1\nwidth 1\n.\n", "x.map:4:1: expected 'map'");
}

TEST(MapReader, RefusesEveryPrefixOfAMap) {
  const std::string text = kHeader + ".GS\n@OT";
  for (std::size_t length = 0; length < text.size(); ++length) EXPECT_FALSE(parse_map(text.substr(0, length), "x.map"));
}

TEST(MapWriter, RoundTrips) {
  EXPECT_EQ(format_map(kSmall), "type octile\nheight 2\nwidth 3\nmap\n...\n@@@\n");
  expect_read(format_map(kSmall), kSmall);
  expect_read(format_map({2, 1, 1, {7, kWall}}), {2, 1, 1, {1, kWall}});
}

TEST(MapWriter, RoundTripsRealMaps) {
  CARDUME_NEEDS_MAPS();
  for (const testing::FieldOracle& oracle : testing::load_oracles()) {
    const CostGrid grid = testing::load_map(oracle.map);
    expect_read(format_map(grid), grid);
  }
}

}  // namespace
}  // namespace cardume
