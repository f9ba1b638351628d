#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/perf/change.hpp"
#include "tools/scenario/random.hpp"

namespace cardume::perf {
namespace {

constexpr double kThreshold = 0.02, kAlpha = 0.01;

/// So many times within half a percent of a middle one.
std::vector<double> about(double ns, std::size_t count, std::uint64_t stream) {
  Draws draws(11, stream, 0);
  std::vector<double> all(count);
  for (double& one : all) one = ns * (1 + 0.005 * static_cast<double>(draws.signed_unit()));
  return all;
}

Change change_of(const std::vector<double>& base, const std::vector<double>& head, double alpha = kAlpha) {
  const ChangeReport report = compare_samples({{"one", base}}, {{"one", head}}, kThreshold, alpha);
  EXPECT_EQ(report.changes.size(), 1u);
  return report.changes.empty() ? Change{} : report.changes[0];
}

TEST(CompareSamples, FindsARegression) {
  const Change change = change_of(about(1000, 30, 1), about(1100, 20, 2));
  EXPECT_EQ(change.verdict, Verdict::kRegression);
  EXPECT_EQ(change.name, "one");
  EXPECT_EQ(change.base_count, 30u);
  EXPECT_EQ(change.head_count, 20u);
  EXPECT_NEAR(change.base_ns, 1000, 5);
  EXPECT_NEAR(change.head_ns, 1100, 5.5);
  EXPECT_NEAR(change.ratio, 1.1, 0.01);
  EXPECT_LT(change.test.p, 1e-6);
  EXPECT_EQ(change.test.effect, 1);
  EXPECT_GT(change.interval.low, 1.08);
  EXPECT_LT(change.interval.high, 1.12);
  EXPECT_LE(change.interval.low, change.ratio);
  EXPECT_GE(change.interval.high, change.ratio);
}

TEST(CompareSamples, FindsAnImprovement) {
  const Change change = change_of(about(1100, 20, 3), about(1000, 20, 4));
  EXPECT_EQ(change.verdict, Verdict::kImprovement);
  EXPECT_NEAR(change.ratio, 1 / 1.1, 0.01);
  EXPECT_LT(change.interval.high, 1);
}

TEST(CompareSamples, TakesWhatIsNearerThanTheThresholdForUnchanged) {
  const std::vector<double> base = about(1000, 20, 5);
  const Change same = change_of(base, base);
  EXPECT_EQ(same.verdict, Verdict::kUnchanged);
  EXPECT_EQ(same.ratio, 1);
  EXPECT_EQ(same.test.p, 1);
  const Change slight = change_of(base, about(1012, 20, 6));
  EXPECT_LT(slight.test.p, kAlpha);
  EXPECT_EQ(slight.verdict, Verdict::kUnchanged);
}

TEST(CompareSamples, DoesNotJudgeFewerThanFourSamples) {
  EXPECT_EQ(change_of({100, 101, 102}, {200, 201, 202}, 1).verdict, Verdict::kInconclusive);
  EXPECT_EQ(change_of({100, 100, 100}, {100, 100, 100}).verdict, Verdict::kInconclusive);
  EXPECT_EQ(change_of(about(100, 30, 7), {200, 201, 202}).verdict, Verdict::kInconclusive);
  EXPECT_EQ(change_of({100, 101, 102}, about(200, 30, 7)).verdict, Verdict::kInconclusive);
  EXPECT_EQ(change_of({100, 101, 102, 103}, {200, 201, 202, 203}, 0.05).verdict, Verdict::kRegression);
}

TEST(CompareSamples, IsNotSureUnderWideNoise) {
  std::vector<double> base, head;
  for (int i = 0; i < 21; ++i) {
    base.push_back(500 + 50 * i);
    head.push_back(540 + 50 * i);
  }
  const Change change = change_of(base, head);
  EXPECT_EQ(change.verdict, Verdict::kInconclusive);
  EXPECT_DOUBLE_EQ(change.ratio, 1.04);
  EXPECT_GT(change.test.p, kAlpha);
  EXPECT_LT(change.interval.low, 1);
  EXPECT_GT(change.interval.high, 1);
}

TEST(CompareSamples, HeedsAlpha) {
  // Four against four that lie apart: z = 7.5 / sqrt(12), so p = 0.0304.
  const std::vector<double> base{100, 101, 102, 103}, head{200, 201, 202, 203};
  EXPECT_NEAR(change_of(base, head).test.p, std::erfc(7.5 / std::sqrt(24.0)), 1e-12);
  EXPECT_EQ(change_of(base, head, 0.03).verdict, Verdict::kInconclusive);
  EXPECT_EQ(change_of(base, head, 0.031).verdict, Verdict::kRegression);
}

ChangeReport mixed() {
  const std::vector<double> base = about(1000, 20, 8), slow = about(1200, 20, 9);
  return compare_samples({{"gone", base}, {"b", base}, {"a", slow}}, {{"a", base}, {"new", base}, {"b", slow}},
                         kThreshold, kAlpha);
}

TEST(CompareSamples, KeepsTheOrderOfTheBaseAndTellsNamesOfOneSideOnly) {
  const ChangeReport report = mixed();
  ASSERT_EQ(report.changes.size(), 2u);
  EXPECT_EQ(report.changes[0].name, "b");
  EXPECT_EQ(report.changes[0].verdict, Verdict::kRegression);
  EXPECT_EQ(report.changes[1].name, "a");
  EXPECT_EQ(report.changes[1].verdict, Verdict::kImprovement);
  EXPECT_EQ(report.only_base, std::vector<std::string>{"gone"});
  EXPECT_EQ(report.only_head, std::vector<std::string>{"new"});
}

TEST(ChangeReport, IsJson) {
  const ChangeReport report = mixed();
  const nlohmann::json json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json.at("schema"), "cardume.compare/1");
  ASSERT_EQ(json.at("changes").size(), 2u);
  const nlohmann::json& first = json.at("changes")[0];
  EXPECT_EQ(first.at("name"), "b");
  EXPECT_EQ(first.at("verdict"), "regression");
  EXPECT_EQ(first.at("ratio"), report.changes[0].ratio);
  EXPECT_EQ(first.at("ratio_95"), (nlohmann::json{report.changes[0].interval.low, report.changes[0].interval.high}));
  EXPECT_EQ(first.at("p"), report.changes[0].test.p);
  EXPECT_EQ(first.at("u"), 0);
  EXPECT_EQ(first.at("base_ns"), report.changes[0].base_ns);
  EXPECT_EQ(first.at("head_ns"), report.changes[0].head_ns);
  EXPECT_EQ(first.at("base_samples"), 20);
  EXPECT_EQ(first.at("head_samples"), 20);
  EXPECT_EQ(json.at("only_base"), nlohmann::json{"gone"});
  EXPECT_EQ(json.at("only_head"), nlohmann::json{"new"});
}

TEST(ChangeReport, IsTextWithALineForEveryName) {
  const std::string text = to_text(mixed());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4) << text;
  EXPECT_NE(text.find("b                                        regression"), std::string::npos) << text;
  EXPECT_NE(text.find("a                                        improvement"), std::string::npos) << text;
  EXPECT_NE(text.find("gone: only in the first\n"), std::string::npos) << text;
  EXPECT_NE(text.find("new: only in the second\n"), std::string::npos) << text;
}

TEST(ChangeReport, IsAMarkdownTableWithARowEach) {
  const std::string text = to_markdown(mixed());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '|'), 4 * 8) << text;
  EXPECT_NE(text.find("\n| b | regression | "), std::string::npos) << text;
  EXPECT_NE(text.find("\n| a | improvement | "), std::string::npos) << text;
}

void expect_numbers(const std::vector<double>& base, const std::vector<double>& head) {
  const ChangeReport report = compare_samples({{"one", base}}, {{"one", head}}, kThreshold, kAlpha);
  ASSERT_EQ(report.changes.size(), 1u);
  const Change& change = report.changes[0];
  for (const double number : {change.ratio, change.interval.low, change.interval.high, change.test.p})
    EXPECT_TRUE(std::isfinite(number)) << number;
  EXPECT_EQ(to_json(report).find("null"), std::string::npos) << to_json(report);
  for (const std::string& text : {to_text(report), to_markdown(report)}) {
    EXPECT_EQ(text.find("inf"), std::string::npos) << text;
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  }
}

TEST(CompareSamples, GivesNumbersForABaseThatTookNoTime) { expect_numbers({0, 0, 0, 0, 0}, {5, 6, 7, 8, 9}); }

TEST(CompareSamples, GivesNumbersWhereNeitherTookTime) { expect_numbers({0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}); }

}  // namespace
}  // namespace cardume::perf
