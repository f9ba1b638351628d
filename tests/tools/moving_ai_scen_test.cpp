#include "tools/scenario/moving_ai_scen.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace cardume {
namespace {

std::vector<ScenRow> rows_of(const std::string& text) {
  auto rows = parse_scen(text, "x.scen");
  if (rows) return *rows;
  ADD_FAILURE() << rows.error().message;
  return {};
}

void expect_refused(const std::string& text, const std::string& message) {
  const auto rows = parse_scen(text, "x.scen");
  ASSERT_FALSE(rows) << text;
  EXPECT_EQ(rows.error().status, Status::kParse);
  EXPECT_EQ(rows.error().message.substr(0, message.size()), message) << rows.error().message;
}

/// A file with one row a length.
std::string file_with(const std::vector<std::string>& lengths) {
  std::string text = "version 1\n";
  for (const std::string& length : lengths) text += "0\tm.map\t9\t7\t1\t2\t8\t6\t" + length + "\n";
  return text;
}

bool accepts(const std::vector<std::string>& lengths, double exact) {
  return matches(exact, rows_of(file_with(lengths))[0]);
}

TEST(ScenReader, ReadsARow) {
  const std::vector<ScenRow> rows = rows_of("version 1\n3\tmaps/a b.map\t9\t7\t1\t2\t8\t6\t8.41421\n");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].bucket, 3u);
  EXPECT_EQ(rows[0].map, "maps/a b.map");
  EXPECT_EQ(rows[0].map_width, 9u);
  EXPECT_EQ(rows[0].map_height, 7u);
  EXPECT_EQ(rows[0].start, (Cell{1, 2}));
  EXPECT_EQ(rows[0].goal, (Cell{8, 6}));
  EXPECT_EQ(rows[0].optimal, 8.41421);
}

TEST(ScenReader, AcceptsBlanksLineEndsAndVersions) {
  EXPECT_EQ(rows_of("version 1.0\r\n3 m.map  9 7 1 2 8 6 8.4\r\n\r\n\n").size(), 1u);
  EXPECT_EQ(rows_of("\xEF\xBB\xBFversion 1\n3 m.map 9 7 1 2 8 6 8.4").size(), 1u);
  EXPECT_EQ(rows_of("version 1").size(), 0u);
}

TEST(ScenReader, RefusesWithFileAndLine) {
  expect_refused("", "x.scen:1: expected 'version 1'");
  expect_refused("version 2\n", "x.scen:1: ");
  expect_refused("version 1\n3 m.map 9 7 1 2 8 6\n", "x.scen:2: expected 9 columns");
  expect_refused("version 1\n3 m.map 9 7 1 2 8 6 1 1\n", "x.scen:2: expected 9 columns");
  expect_refused("version 1\n\n3 m.map 9 7 -1 2 8 6 1\n", "x.scen:3: expected a whole number from 0, found '-1'");
  expect_refused("version 1\n3 m.map 9 7 1e20 2 8 6 1\n", "x.scen:2: ");
  expect_refused("version 1\n3 m.map 9 7 9 2 8 6 1\n", "x.scen:2: start or goal");
  for (const char* length : {"x", "-1", "nan", "inf", "1e99", "1,5"}) expect_refused(file_with({length}), "x.scen:2: ");
}

TEST(ScenRounding, SixSignificantDigitsWithDroppedZeros) {
  EXPECT_TRUE(accepts({"4.41421"}, 3 + std::sqrt(2)));
  EXPECT_FALSE(accepts({"4.41422"}, 3 + std::sqrt(2)));
  EXPECT_TRUE(accepts({"746.34", "1.41421"}, 746.3397));
  EXPECT_FALSE(accepts({"746.34", "1.41421"}, 746.3407));
  EXPECT_TRUE(accepts({"2436.68", "1.41421"}, 2436.684));
  EXPECT_FALSE(accepts({"2436.68", "1.41421"}, 2436.686));
  EXPECT_FALSE(accepts({"6", "1.41421"}, 6.41421));
  EXPECT_FALSE(accepts({"5"}, 5.41421)) << "a file of whole numbers alone is no licence to be wrong";
}

TEST(ScenRounding, AsManyDecimalsAsPrinted) {
  EXPECT_TRUE(accepts({"361.20815277"}, 361.208152773));
  EXPECT_FALSE(accepts({"361.20815277"}, 361.2081));
  EXPECT_FALSE(accepts({"361.20815277"}, 361.2082));
  EXPECT_FALSE(accepts({"1.00000000"}, 1.0000001));
  EXPECT_TRUE(accepts({"62.15", "7.2"}, 62.1543));
  EXPECT_TRUE(accepts({"7.2", "62.15"}, 7.2043));
  EXPECT_FALSE(accepts({"62.15", "7.2"}, 62.1563));
}

/// 235.7645 and a little is listed as 235.764, because the benchmark's sqrt 2 is a little short.
TEST(ScenRounding, AllowsForTheBenchmarksSquareRoot) {
  EXPECT_TRUE(accepts({"235.764", "1.41421"}, 100 + 96 * std::sqrt(2)));
  EXPECT_FALSE(accepts({"235.764", "1.41421"}, 100.00001 + 96 * std::sqrt(2)));
  EXPECT_FALSE(accepts({"235.765", "1.41421"}, 100 + 96 * std::sqrt(2) - 3e-6));
}

}  // namespace
}  // namespace cardume
