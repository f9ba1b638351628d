#include <gtest/gtest.h>

#include <algorithm>

#include "tools/perf/budget.hpp"

namespace cardume::perf {
namespace {

CaseResult measured(const CaseKey& key = {"flock", 10'000, 1, "avx2"}) {
  CaseResult result;
  result.key = key;
  result.item = "agent";
  result.items = 10'000;
  result.tick_rate = 60;
  result.all_ns = {1'000'000, 3'000'000, 2'000'000};
  result.memory.world_bytes = 2'000'000;
  result.memory.shares = {{"positions", 2'000'000}};
  result.memory.allocations = 5;
  result.instructions = 3000;
  return result;
}

std::vector<Budget> budgets_of(const std::string& text) {
  const auto budgets = parse_budgets(text, "budget.toml");
  EXPECT_TRUE(budgets) << budgets.error().message;
  return budgets ? *budgets : std::vector<Budget>{};
}

/// The one line that a limit of all flocks gives.
BudgetLine line_of(const std::string& limit, const CaseResult& result, const std::vector<CaseResult>& base = {}) {
  const auto budgets = budgets_of("[[budget]]\nworkload = \"flock\"\n" + limit + "\n");
  EXPECT_FALSE(check_coverage(budgets, {result.key}, base));
  const std::vector<BudgetLine> lines = check_budgets(budgets, {result}, base);
  EXPECT_EQ(lines.size(), 1u) << limit;
  return !lines.empty() ? lines.front() : BudgetLine{};
}

TEST(Budgets, AreReadWhole) {
  const std::vector<Budget> budgets = budgets_of(
      "[[budget]]\nworkload = \"flock\"\nagents = 10_000\nthreads = 2\nsimd = \"avx2\"\nframe_share = 0.05\n"
      "ratio = 1.10\ninstructions = 3_000\nbytes = 200\nallocations = 0\n\n[[budget]]\nworkload = \"horde\"\nbytes = "
      "1\n");
  ASSERT_EQ(budgets.size(), 2u);
  EXPECT_EQ(budgets[0].workload, "flock");
  EXPECT_EQ(budgets[0].agents, 10'000u);
  EXPECT_EQ(budgets[0].threads, 2u);
  EXPECT_EQ(budgets[0].instruction_set, "avx2");
  EXPECT_EQ(budgets[0].frame_share, 0.05);
  EXPECT_EQ(budgets[0].ratio, 1.1);
  EXPECT_EQ(budgets[0].instructions, 3000);
  EXPECT_EQ(budgets[0].bytes, 200);
  EXPECT_EQ(budgets[0].allocations, 0);
  EXPECT_EQ(budgets[0].origin, "budget.toml:1:1");
  EXPECT_EQ(budgets[1].origin, "budget.toml:12:1");
  EXPECT_EQ(budgets[1].workload, "horde");
  EXPECT_FALSE(budgets[1].agents || budgets[1].threads || budgets[1].frame_share || budgets[1].ratio ||
               budgets[1].instructions || budgets[1].allocations);
}

TEST(Budgets, KeepTheShareOfAFrame) {
  const BudgetLine line = line_of("frame_share = 0.1", measured());
  EXPECT_EQ(line.of, "flock/10000/threads:1/avx2");
  EXPECT_EQ(line.limit, "frame_share");
  EXPECT_EQ(line.most, 0.1);
  EXPECT_NEAR(line.measured, 0.12, 1e-12);
  EXPECT_FALSE(line.kept());
  EXPECT_TRUE(line_of("frame_share = 0.13", measured()).kept());
  CaseResult second = measured();
  second.tick_rate = 1;
  second.all_ns = {500'000'000};
  EXPECT_TRUE(line_of("frame_share = 0.5", second).kept());
  EXPECT_FALSE(line_of("frame_share = 0.4999999", second).kept());
}

TEST(Budgets, KeepTheRatioToTheSameCaseOfTheBase) {
  CaseResult before = measured(), other = measured({"flock", 10'000, 2, "avx2"});
  before.all_ns = {1'600'000};
  other.all_ns = {1};
  const BudgetLine line = line_of("ratio = 1.25", measured(), {other, before});
  EXPECT_EQ(line.limit, "ratio");
  EXPECT_EQ(line.measured, 1.25);
  EXPECT_TRUE(line.kept());
  EXPECT_FALSE(line_of("ratio = 1.24", measured(), {other, before}).kept());
  EXPECT_TRUE(line_of("ratio = 2", measured(), {other, before}).kept());
}

TEST(Budgets, KeepInstructionsBytesAndAllocations) {
  EXPECT_TRUE(line_of("instructions = 3_000", measured()).kept());
  EXPECT_FALSE(line_of("instructions = 2_999", measured()).kept());
  EXPECT_TRUE(line_of("bytes = 200", measured()).kept());
  EXPECT_EQ(line_of("bytes = 200", measured()).measured, 200);
  EXPECT_FALSE(line_of("bytes = 199.5", measured()).kept());
  EXPECT_TRUE(line_of("allocations = 5", measured()).kept());
  EXPECT_FALSE(line_of("allocations = 4", measured()).kept());
  CaseResult calm = measured();
  calm.memory.allocations = 0;
  EXPECT_TRUE(line_of("allocations = 0", calm).kept());
  EXPECT_FALSE(line_of("allocations = 0", measured()).kept());
}

TEST(Budgets, DoNotTakeUncountedInstructionsForAPass) {
  CaseResult uncounted = measured();
  uncounted.instructions.reset();
  const BudgetLine line = line_of("instructions = 3_000", uncounted);
  EXPECT_TRUE(line.unknown);
  EXPECT_FALSE(line.kept());
  EXPECT_NE(to_text({line}).find("OVER"), std::string::npos) << to_text({line});
  EXPECT_NE(to_text({line}).find("not measured"), std::string::npos) << to_text({line});
}

TEST(Budgets, CoverTheCasesThatTheyName) {
  const std::string head = "[[budget]]\nworkload = \"flock\"\nbytes = 1\n";
  const CaseKey key{"flock", 10'000, 2, "avx2"};
  EXPECT_TRUE(budgets_of(head)[0].covers(key));
  EXPECT_FALSE(budgets_of(head)[0].covers({"flocks", 10'000, 2, "avx2"}));
  EXPECT_TRUE(budgets_of(head + "agents = 10_000")[0].covers(key));
  EXPECT_FALSE(budgets_of(head + "agents = 10_001")[0].covers(key));
  EXPECT_TRUE(budgets_of(head + "threads = 2")[0].covers(key));
  EXPECT_FALSE(budgets_of(head + "threads = 1")[0].covers(key));
  EXPECT_TRUE(budgets_of(head + "simd = \"avx2\"")[0].covers(key));
  EXPECT_FALSE(budgets_of(head + "simd = \"avx\"")[0].covers(key));
}

TEST(Budgets, CheckEveryLimitOfEveryCaseThatTheyCover) {
  const std::vector<Budget> budgets = budgets_of(
      "[[budget]]\nworkload = \"flock\"\nbytes = 300\nallocations = 1\n[[budget]]\nworkload = \"flock\"\nthreads = 2\n"
      "bytes = 100\n");
  const auto lines = check_budgets(
      budgets, {measured(), measured({"horde", 10'000, 1, "avx2"}), measured({"flock", 10'000, 2, "avx2"})}, {});
  ASSERT_EQ(lines.size(), 5u);
  for (const BudgetLine& line : lines) EXPECT_TRUE(line.of.starts_with("flock/10000/threads:")) << line.of;
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.kept(); }), 2);
  EXPECT_EQ(lines.back().of, "flock/10000/threads:2/avx2");
  EXPECT_EQ(lines.back().most, 100);
  const std::string text = to_text(lines);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << text;
  EXPECT_NE(text.find("ok     flock/10000/threads:1/avx2 "), std::string::npos) << text;
  EXPECT_NE(text.find("200 of at most 100\n"), std::string::npos) << text;
}

TEST(Budgets, ThatCoverNothingAreErrors) {
  const Error error =
      check_coverage(budgets_of("\n[[budget]]\nworkload = \"flok\"\nbytes = 1\n"), {measured().key}, {measured()});
  EXPECT_EQ(error.status, Status::kInvalidArgument);
  EXPECT_TRUE(error.message.starts_with("budget.toml:2:1: covers none")) << error.message;
}

TEST(Budgets, WithARatioButWithoutABaseAreErrors) {
  const std::vector<Budget> budgets = budgets_of("[[budget]]\nworkload = \"flock\"\nratio = 2\n");
  for (const std::vector<CaseResult>& base :
       {std::vector<CaseResult>{}, std::vector<CaseResult>{measured({"flock", 10'000, 1, "scalar"})}}) {
    const Error error = check_coverage(budgets, {measured().key}, base);
    EXPECT_EQ(error.status, Status::kInvalidArgument);
    EXPECT_TRUE(error.message.starts_with("budget.toml:1:1: ratio: no flock/10000/threads:1/avx2")) << error.message;
  }
}

std::string refusal(const std::string& text) {
  const auto budgets = parse_budgets(text, "budget.toml");
  EXPECT_FALSE(budgets) << text;
  if (budgets) return "";
  EXPECT_EQ(budgets.error().status, Status::kParse);
  return budgets.error().message;
}

void expect_refusal(const std::string& text, const std::string& begins) {
  EXPECT_TRUE(refusal(text).starts_with(begins)) << refusal(text);
}

TEST(Budgets, SayWhereTheyAreWrong) {
  const std::string head = "[[budget]]\nworkload = \"flock\"\nbytes = 1\n";
  expect_refusal(head + "bites = 2\n", "budget.toml:4:1: unknown key budget.0.bites; expected one of ");
  expect_refusal(head + "[[other]]\na = 1\n", "budget.toml:4:");
  expect_refusal("\n[[budget]]\nbytes = 1\n", "budget.toml:2:1: budget.0.workload is missing");
  expect_refusal("[[budget]]\nworkload = \"flock\"\n", "budget.toml:1:1: no limit; expected frame_share");
  expect_refusal(head + "ratio = -1\n", "budget.toml:4:9: budget.0.ratio: ");
  expect_refusal(head + "ratio = \"two\"\n", "budget.toml:4:9: budget.0.ratio: ");
  expect_refusal(head + "frame_share = inf\n", "budget.toml:4:15: budget.0.frame_share: ");
  expect_refusal(head + "agents = 0\n", "budget.toml:4:10: budget.0.agents: ");
  expect_refusal(head + "threads = 1.5\n", "budget.toml:4:11: budget.0.threads: ");
  expect_refusal(head + "simd = 2\n", "budget.toml:4:8: budget.0.simd: ");
  expect_refusal("[[budget]]\nworkload = 3\nbytes = 1\n", "budget.toml:2:12: budget.0.workload: ");
  expect_refusal(head + head + "allocations = -5\n", "budget.toml:7:15: budget.1.allocations: ");
  expect_refusal("[budget]\nworkload = \"flock\"\n", "budget.toml:1:1: budget: expected an array of tables");
  expect_refusal(head + "ratio = = 2\n", "budget.toml:4:9: ");
  expect_refusal("", "budget.toml:1:1: budget is missing");
}

/// Whoever mistypes a key is told of the ones there are, not only of those that are in use already.
TEST(Budgets, TellWhichKeysThereAre) {
  const std::string message = refusal("[[budget]]\nworkload = \"flock\"\nbytes = 1\nframeshare = 2\n");
  for (const char* key :
       {"agents", "allocations", "bytes", "frame_share", "instructions", "ratio", "simd", "threads", "workload"})
    EXPECT_NE(message.find(key), std::string::npos) << key << ": " << message;
}

TEST(Budgets, WhatCannotBeMeasuredIsNoPass) {
  CaseResult load_time = measured();
  load_time.tick_rate = 0;
  load_time.memory.shares.clear();
  EXPECT_FALSE(line_of("frame_share = 1", load_time).kept());
  EXPECT_FALSE(line_of("bytes = 1e9", load_time).kept());
}

}  // namespace
}  // namespace cardume::perf
