#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "tests/tools/scratch_folder.hpp"
#include "tools/perf/trial.hpp"
#include "tools/perf/trial_report.hpp"

namespace cardume::perf {
namespace {

/// Builds that are scripts: they answer as a program with the verb `worker` does, with times that are always the same.
class TrialOfFakes : public testing::ScratchFolder {
 protected:
  /// `step` is what it answers to the step of number $n; `open` to being opened by $line.
  std::string fake(const std::string& name, const std::string& step, const std::string& open = kOpen) const {
    const std::string script =
        "#!/bin/sh\n[ \"$1\" = worker ] || exit 9\nn=0\nwhile read -r line; do\n  case \"$line\" in\n"
        "    open*) " +
        open + " ;;\n    step) n=$((n + 1)); " + step + " ;;\n  esac\ndone\n";
    const std::string path = put(name, script);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  static TrialPlan plan_of(const std::string& base, const std::string& head) {
    TrialPlan plan;
    plan.base = base;
    plan.head = head;
    plan.key = {"flock", 100, 1, "avx2"};
    plan.warm = 2;
    plan.steps = 4;
    plan.rounds = 2;
    plan.most_rounds = 4;
    return plan;
  }

  /// A trial of the build whose steps take 1 ms against another one.
  TrialResult against(const std::string& head) const { return run(plan_of(fake("base", kBase), fake("head", head))); }

  static TrialResult run(const TrialPlan& plan) {
    const auto result = run_trial(plan);
    EXPECT_TRUE(result) << result.error().message;
    return result ? *result : TrialResult{};
  }

  static std::string error_of(const TrialPlan& plan) {
    const auto result = run_trial(plan);
    EXPECT_FALSE(result);
    return result ? "" : result.error().message;
  }

  static constexpr const char* kOpen = "echo 'ok 100 bucket rules'";
  static constexpr const char* kBase = "echo \"7000000 1000000 a$n 400000 600000\"";
  static constexpr const char* kSlower = "echo \"7000000 1050000 a$n 400000 650000\"";
  static constexpr const char* kFaster = "echo \"7000000 900000 a$n 300000 600000\"";
};

TEST_F(TrialOfFakes, FindsARegressionAndItsStage) {
  const TrialResult result = against(kSlower);
  EXPECT_EQ(result.verdict, Verdict::kRegression);
  EXPECT_FALSE(result.mismatch);
  EXPECT_EQ(result.key.workload, "flock");
  EXPECT_EQ(result.items, 100u);
  EXPECT_EQ(result.rounds, 2u);
  EXPECT_EQ(result.steps, 4u);
  EXPECT_DOUBLE_EQ(result.base_ns, 1e6);
  EXPECT_DOUBLE_EQ(result.head_ns, 1.05e6);
  EXPECT_DOUBLE_EQ(result.change.of_minima, 1.05);
  EXPECT_DOUBLE_EQ(result.change.of_pairs, 1.05);
  EXPECT_DOUBLE_EQ(result.change.minima.low, 1.05);
  EXPECT_DOUBLE_EQ(result.change.minima.high, 1.05);
  EXPECT_EQ(result.noise.of_minima, 1);
  ASSERT_EQ(result.stages.size(), 2u);
  EXPECT_EQ(result.stages[0].name, "bucket");
  EXPECT_DOUBLE_EQ(result.stages[0].share, 0.4);
  EXPECT_DOUBLE_EQ(result.stages[0].ratio, 1);
  EXPECT_EQ(result.stages[1].name, "rules");
  EXPECT_DOUBLE_EQ(result.stages[1].share, 0.6);
  EXPECT_DOUBLE_EQ(result.stages[1].ratio, 65.0 / 60);
}

TEST_F(TrialOfFakes, FindsNoChangeBetweenTheSame) {
  const TrialResult result = against(kBase);
  EXPECT_EQ(result.verdict, Verdict::kUnchanged);
  EXPECT_EQ(result.change.of_minima, 1);
  EXPECT_EQ(result.rounds, 2u);
}

TEST_F(TrialOfFakes, FindsAnImprovement) {
  const TrialResult result = against(kFaster);
  EXPECT_EQ(result.verdict, Verdict::kImprovement);
  EXPECT_DOUBLE_EQ(result.change.of_minima, 0.9);
  ASSERT_EQ(result.stages.size(), 2u);
  EXPECT_DOUBLE_EQ(result.stages[0].ratio, 0.75);
  EXPECT_DOUBLE_EQ(result.stages[1].ratio, 1);
}

TEST_F(TrialOfFakes, LeavesOutTheStepsThatWarmUp) {
  const TrialResult result = against("[ $n -le 2 ] && echo \"9 9000000 a$n 1 1\" || echo \"9 1000000 a$n 1 1\"");
  EXPECT_EQ(result.verdict, Verdict::kUnchanged);
  EXPECT_DOUBLE_EQ(result.head_ns, 1e6);
}

TEST_F(TrialOfFakes, LeavesOutStagesThatTakeNoTime) {
  const TrialResult result = run(plan_of(fake("base", "echo '1 1000 0 0 990 10'", "echo 'ok 5 spawn rules link'"),
                                         fake("head", "echo '1 1000 0 500 990 10'", "echo 'ok 5 spawn rules link'")));
  ASSERT_EQ(result.stages.size(), 1u);
  EXPECT_EQ(result.stages[0].name, "rules");
  EXPECT_DOUBLE_EQ(result.stages[0].share, 0.99);
}

/// Builds of different ages have different stages: only the names tell which is which.
TEST_F(TrialOfFakes, SetsStagesBesideEachOtherByTheirNames) {
  const TrialResult result = run(plan_of(fake("base", kBase), fake("head", "echo \"1 1050000 a$n 5000 400000 645000\"",
                                                                   "echo 'ok 100 scout bucket rules'")));
  ASSERT_EQ(result.stages.size(), 2u);
  EXPECT_EQ(result.stages[0].name, "bucket");
  EXPECT_DOUBLE_EQ(result.stages[0].ratio, 1);
  EXPECT_EQ(result.stages[1].name, "rules");
  EXPECT_DOUBLE_EQ(result.stages[1].ratio, 645.0 / 600);
}

TEST_F(TrialOfFakes, TellsTheStepAfterWhichResultsDiffer) {
  const std::string base = fake("base", kBase);
  const std::string head = fake("head", "[ $n -ge 3 ] && echo \"1 900000 b$n 1 1\" || echo \"1 900000 a$n 1 1\"");
  TrialPlan plan = plan_of(base, head);
  const TrialResult result = run(plan);
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->step, 3u);
  EXPECT_EQ(result.mismatch->base, 0xA3u);
  EXPECT_EQ(result.mismatch->head, 0xB3u);
  EXPECT_EQ(result.rounds, 1u);
  plan.same_results = false;
  const TrialResult lenient = run(plan);
  EXPECT_FALSE(lenient.mismatch);
  EXPECT_EQ(lenient.verdict, Verdict::kImprovement);
}

TEST_F(TrialOfFakes, ReadsHashesOfAllSixtyFourBits) {
  const TrialResult result =
      run(plan_of(fake("base", "echo '1 1 fedcba9876543210 1 1'"), fake("head", "echo '1 1 ffffffffffffffff 1 1'")));
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->step, 1u);
  EXPECT_EQ(result.mismatch->base, 0xFEDCBA9876543210u);
  EXPECT_EQ(result.mismatch->head, 0xFFFFFFFFFFFFFFFFu);
}

TEST_F(TrialOfFakes, GoesOnWhileItIsNotSureButNotForEver) {
  const std::string noisy = fake("head", "echo \"1 $((500000 + 1500000 * (n % 2))) a$n 1 1\"");
  const TrialPlan plan = plan_of(fake("base", kBase), noisy);
  std::vector<std::uint32_t> rounds;
  const auto result = run_trial(plan, [&](const TrialResult& so_far) { rounds.push_back(so_far.rounds); });
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->verdict, Verdict::kInconclusive);
  EXPECT_DOUBLE_EQ(result->change.of_minima, 1.25);
  EXPECT_LT(result->change.minima.low, 1);
  EXPECT_EQ(rounds, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST_F(TrialOfFakes, TakesTheTimeOfTheProcessorForOneThreadAndOfTheClockForMore) {
  TrialPlan plan = plan_of(fake("base", "echo '2000000 1000000 a 1 1'"), fake("head", "echo '1000000 1050000 a 1 1'"));
  const TrialResult one = run(plan);
  EXPECT_EQ(one.verdict, Verdict::kRegression);
  EXPECT_DOUBLE_EQ(one.base_ns, 1e6);
  plan.key.threads = 2;
  const TrialResult two = run(plan);
  EXPECT_EQ(two.verdict, Verdict::kImprovement);
  EXPECT_DOUBLE_EQ(two.base_ns, 2e6);
  EXPECT_DOUBLE_EQ(two.change.of_minima, 0.5);
}

TEST_F(TrialOfFakes, TellsBuildsWhatToOpen) {
  const std::string echo = fake("echo", kBase, "echo \"error: got $line\"");
  TrialPlan plan = plan_of(echo, echo);
  EXPECT_EQ(error_of(plan), echo + ": error: got open flock 100 1 avx2");
  plan.key = {"horde", 5, 3, ""};
  EXPECT_EQ(error_of(plan), echo + ": error: got open horde 5 3 best");
}

TEST_F(TrialOfFakes, NamesTheBuildThatFails) {
  const std::string good = fake("good", kBase);
  const std::string bad[] = {fake("dies_at_once", kBase, "exit 3"),
                             fake("dies_later", "[ $n -lt 4 ] && echo '1 1 1 1 1' || exit 3"),
                             fake("babbles_at_once", kBase, "echo banana"),
                             fake("babbles_later", "echo banana"),
                             fake("says_too_little", "echo '1 1'"),
                             fake("counts_nothing", kBase, "echo ok"),
                             fake("refuses", kBase, "echo 'error: no workload'"),
                             path("is_not_there"),
                             put("is_no_program", "hello"),
                             put("is_no_library.so", "hello"),
                             path("is_not_there.so")};
  for (const std::string& build : bad) {
    TrialPlan as_head = plan_of(good, build), as_base = plan_of(build, good);
    as_head.same_results = as_base.same_results = false;
    EXPECT_TRUE(error_of(as_head).starts_with(build + ": ")) << error_of(as_head);
    EXPECT_TRUE(error_of(as_base).starts_with(build + ": ")) << error_of(as_base);
  }
  EXPECT_EQ(error_of(plan_of(good, bad[6])), bad[6] + ": error: no workload");
  EXPECT_EQ(error_of(plan_of(good, bad[3])), bad[3] + ": answered a step by \"banana\"");
}

/// A trial of each outcome, made up.
std::vector<TrialResult> outcomes() {
  TrialResult result;
  result.key = {"flock", 100, 1, "avx2"};
  result.items = 100;
  result.rounds = 6;
  result.steps = 40;
  result.base_ns = 1e6;
  result.head_ns = 1.05e6;
  result.change = {1.05, 1.04, {1.03, 1.0625}, {1.02, 1.06}};
  result.noise = {0.999, 1, {0.99, 1.01}, {0.99, 1.01}};
  result.stages = {{"bucket", 0.4, 1}, {"rules", 0.6, 1.0833}};
  std::vector<TrialResult> all(5, result);
  constexpr std::array kVerdicts{Verdict::kRegression, Verdict::kImprovement, Verdict::kUnchanged,
                                 Verdict::kInconclusive, Verdict::kUnchanged};
  for (std::size_t i = 0; i < all.size(); ++i) all[i].verdict = kVerdicts[i];
  all[4].mismatch = Mismatch{3, 0xFEDCBA9876543210, 0xB3};
  return all;
}

TEST(TrialReport, IsJson) {
  const nlohmann::json json = nlohmann::json::parse(to_json(outcomes()));
  EXPECT_EQ(json.at("schema"), "cardume.ab/1");
  ASSERT_EQ(json.at("trials").size(), 5u);
  const nlohmann::json& one = json.at("trials")[0];
  EXPECT_EQ(one.at("workload"), "flock");
  EXPECT_EQ(one.at("size"), 100);
  EXPECT_EQ(one.at("threads"), 1);
  EXPECT_EQ(one.at("instruction_set"), "avx2");
  EXPECT_EQ(one.at("rounds"), 6);
  EXPECT_EQ(one.at("steps"), 40);
  EXPECT_EQ(one.at("base_step_ns"), 1e6);
  EXPECT_EQ(one.at("head_step_ns"), 1.05e6);
  EXPECT_EQ(one.at("ratio").at("of_minima"), 1.05);
  EXPECT_EQ(one.at("ratio").at("of_minima_95"), (nlohmann::json{1.03, 1.0625}));
  EXPECT_EQ(one.at("ratio").at("of_pairs"), 1.04);
  EXPECT_EQ(one.at("ratio").at("of_pairs_95"), (nlohmann::json{1.02, 1.06}));
  EXPECT_EQ(one.at("noise").at("of_minima"), 0.999);
  EXPECT_EQ(one.at("stages")[1].at("name"), "rules");
  EXPECT_EQ(one.at("stages")[1].at("ratio"), 1.0833);
  EXPECT_FALSE(one.contains("mismatch"));
  EXPECT_EQ(json.at("trials")[4].at("mismatch").at("step"), 3);
  EXPECT_EQ(json.at("trials")[4].at("mismatch").at("base"), "fedcba9876543210");
  EXPECT_EQ(json.at("trials")[4].at("mismatch").at("head"), "00000000000000b3");
  std::vector<std::string> verdicts;
  for (const nlohmann::json& trial : json.at("trials")) verdicts.push_back(trial.at("verdict"));
  EXPECT_EQ(verdicts,
            (std::vector<std::string>{"regression", "improvement", "unchanged", "inconclusive", "different results"}));
}

TEST(TrialReport, FailsATestForARegressionAndForOtherResults) {
  pugi::xml_document document;
  const std::string xml = to_junit(outcomes());
  ASSERT_TRUE(document.load_string(xml.c_str())) << xml;
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 5);
  EXPECT_EQ(suite.attribute("failures").as_int(), 2);
  std::vector<bool> failed;
  for (const pugi::xml_node test : suite.children("testcase")) {
    EXPECT_STREQ(test.attribute("name").value(), "flock/100/threads:1/avx2");
    failed.push_back(!test.child("failure").empty());
  }
  EXPECT_EQ(failed, (std::vector<bool>{true, false, false, false, true}));
  const std::string last = suite.last_child().child("failure").attribute("message").value();
  EXPECT_EQ(last, "different results after step 3: base fedcba9876543210, head 00000000000000b3");
}

TEST(TrialReport, IsAMarkdownTableWithARowEach) {
  const std::string text = to_markdown(outcomes());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 5) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '|'), (2 + 5) * 9) << text;
  EXPECT_NE(text.find("\n| flock/100/threads:1/avx2 | regression | 1.000 | 1.050 | +5.00 % | +4.00 % | "
                      "[+2.00, +6.00] % | -0.10 % |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| different results |"), std::string::npos) << text;
}

TEST(TrialReport, IsTextWithTheStages) {
  const std::string text = to_text(outcomes());
  EXPECT_NE(
      text.find("flock/100/threads:1/avx2  regression: +5.00 % by minima, +4.00 % [+2.00, +6.00] % by pairs, base "
                "to itself -0.10 % and +0.00 %\n    base 1.000 ms, head 1.050 ms a step, 6 rounds of 40 steps\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("    rules       60.0 % of the step  +8.33 %\n"), std::string::npos) << text;
  EXPECT_NE(text.find("different results after step 3: "), std::string::npos) << text;
}

}  // namespace
}  // namespace cardume::perf
