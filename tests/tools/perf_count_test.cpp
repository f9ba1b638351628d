#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tools/perf/callgrind.hpp"
#include "tools/perf/count_report.hpp"

namespace cardume::perf {
namespace {

/// As callgrind writes it: names once with a number and then by the number, costs as line and count, and after a line
/// of calls the cost of all of them.
constexpr const char* kText = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 4242
cmd:  ./cardume worker
part: 1

desc: Trigger: Program termination

positions: line
events: Ir
summary: 9000

ob=(1) /usr/bin/cardume
fl=(1) core/tick/bucket.cpp
fn=(3) cardume::tick::bucket(cardume::Setup const&, cardume::AgentColumns&)
20 1700

fl=(2) core/tick/tick.cpp
fn=(1) cardume::run_tick(cardume::WorldState&)
10 100
cfi=(3) core/tick/rules.cpp
cfn=(2) cardume::tick::rules(cardume::Setup const&, unsigned long, cardume::Kinematics&)
calls=3 10
+2 3000
cfi=(1)
cfn=(3)
calls=2 20
+1 1200
cfi=(3)
cfn=(2)
calls=1 10
+1 2000
* 40
cfi=(1)
cfn=(3)
calls=1 20
-3 500

fl=(3)
fn=(2)
10 1000
cfn=(4) cardume::tick::(anonymous namespace)::helper(float const*, unsigned int)
calls=8 30
11 4000
cfn=(5) std::sort(int*, int*)
calls=1 2
12 60

fn=(4)
30 4000

)";

std::string text_with(const std::string& ending) { return kText + ending; }

TEST(ParseCallgrind, SumsTheCallsOfEveryStage) {
  const auto report = parse_callgrind(text_with("totals: 9000\n"), "out");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->instructions, 9000u);
  ASSERT_EQ(report->stages.size(), 2u);
  EXPECT_EQ(report->stages[0].name, "rules");
  EXPECT_EQ(report->stages[0].instructions, 5000u);
  EXPECT_EQ(report->stages[1].name, "bucket");
  EXPECT_EQ(report->stages[1].instructions, 1700u);
}

TEST(ParseCallgrind, ReadsTotalsBeyondThirtyTwoBitsAndWithoutALineEnd) {
  const auto report = parse_callgrind("events: Ir\ntotals: 12345678901234", "out");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->instructions, 12'345'678'901'234u);
  EXPECT_TRUE(report->stages.empty());
}

TEST(ParseCallgrind, TakesTheSummaryWhereThereAreNoTotals) {
  const auto report = parse_callgrind(kText, "out");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->instructions, 9000u);
}

TEST(ParseCallgrind, ReadsNamesThatAreNotShortened) {
  const auto report = parse_callgrind(
      "fn=cardume::run_tick(cardume::WorldState&)\n1 1\ncfn=cardume::tick::rules(int)\ncalls=1 1\n2 70\n"
      "cfn=other\ncalls=1 1\n2 20\ntotals: 91\n",
      "out");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->stages.size(), 1u);
  EXPECT_EQ(report->stages[0].name, "rules");
  EXPECT_EQ(report->stages[0].instructions, 70u);
}

/// The loop's body is a function of its own where the compiler does not inline it, and its cost is in the stage's.
TEST(ParseCallgrind, DoesNotCountTheLambdasOfAStageOnceMore) {
  const auto report = parse_callgrind(
      "fn=(1) cardume::run_tick(cardume::WorldState&)\n1 1\n"
      "cfn=(2) cardume::tick::rules(int)\ncalls=1 1\n2 70\n"
      "fn=(2)\n1 10\n"
      "cfn=(3) cardume::tick::rules(int)::{lambda(cardume::Chunk)#1}::operator()(cardume::Chunk) const\n"
      "calls=2 5\n2 60\ntotals: 71\n",
      "out");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->stages.size(), 1u);
  EXPECT_EQ(report->stages[0].instructions, 70u);
}

TEST(ParseCallgrind, RefusesATextWithoutTotals) {
  for (const char* text : {"", "hello\n", "version: 1\nevents: Ir\nfn=(1) main\n1 20\n"}) {
    const auto report = parse_callgrind(text, "callgrind.out");
    ASSERT_FALSE(report) << text;
    EXPECT_EQ(report.error().status, Status::kParse);
    EXPECT_TRUE(report.error().message.starts_with("callgrind.out: no totals")) << report.error().message;
  }
}

std::vector<CaseCount> counts(std::uint64_t flock, std::uint64_t horde) {
  return {{{"flock", 1000, 1, "avx2"}, "agent", 1000, 20, {flock, {{"rules", flock / 2}, {"bucket", flock / 4}}}},
          {{"horde", 500, 1, "avx2"}, "agent", 500, 10, {horde, {}}}};
}

TEST(CaseCount, IsAnItemAndStep) {
  const CaseCount one = counts(50'000'000, 0)[0];
  EXPECT_DOUBLE_EQ(one.per_item(), 2500);
  EXPECT_EQ(CaseCount{}.per_item(), 0);
}

TEST(CountReport, IsJson) {
  const nlohmann::json json = nlohmann::json::parse(to_json(counts(50'000'000, 1'000'000)));
  EXPECT_EQ(json.at("schema"), "cardume.count/1");
  ASSERT_EQ(json.at("counts").size(), 2u);
  const nlohmann::json& one = json.at("counts")[0];
  EXPECT_EQ(one.at("name"), "flock/1000/threads:1/avx2");
  EXPECT_EQ(one.at("workload"), "flock");
  EXPECT_EQ(one.at("size"), 1000);
  EXPECT_EQ(one.at("instruction_set"), "avx2");
  EXPECT_EQ(one.at("item"), "agent");
  EXPECT_EQ(one.at("items"), 1000);
  EXPECT_EQ(one.at("steps"), 20);
  EXPECT_EQ(one.at("instructions"), 50'000'000);
  EXPECT_EQ(one.at("instructions_per_item"), 2500);
  EXPECT_EQ(
      one.at("stages"),
      nlohmann::json::parse(R"([{"name":"rules","instructions":25000000},{"name":"bucket","instructions":12500000}])"));
  EXPECT_EQ(json.at("counts")[1].at("stages"), nlohmann::json::array());
}

TEST(CountReport, IsTextWithTheSharesOfStages) {
  const std::string text = to_text(counts(50'000'000, 1'000'000));
  EXPECT_NE(text.find("flock/1000/threads:1/avx2 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 2500.00 instructions an agent and step, 50000000 in 20 steps\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    rules       50.0 %\n    bucket      25.0 %\n"), std::string::npos) << text;
  EXPECT_NE(text.find("horde/500/threads:1/avx2 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 200.00 instructions an agent and step"), std::string::npos) << text;
}

TEST(ChangesSince, SetsEachCaseBesideItsEarlierSelf) {
  const std::string before = to_json(counts(50'000'000, 1'000'000));
  const auto changes = changes_since(before, "before.json", counts(55'000'000, 500'000));
  ASSERT_TRUE(changes) << changes.error().message;
  ASSERT_EQ(changes->size(), 2u);
  EXPECT_EQ((*changes)[0].key.workload, "flock");
  EXPECT_DOUBLE_EQ((*changes)[0].base, 2500);
  EXPECT_DOUBLE_EQ((*changes)[0].head, 2750);
  EXPECT_DOUBLE_EQ((*changes)[0].ratio(), 1.1);
  EXPECT_EQ((*changes)[1].key.workload, "horde");
  EXPECT_DOUBLE_EQ((*changes)[1].ratio(), 0.5);
}

TEST(ChangesSince, NamesTheCaseThatTheFileLacks) {
  std::vector<CaseCount> before = counts(50'000'000, 1'000'000);
  before.pop_back();
  const auto changes = changes_since(to_json(before), "before.json", counts(1, 1));
  ASSERT_FALSE(changes);
  EXPECT_EQ(changes.error().message, "before.json: counts: no horde/500/threads:1/avx2");
  std::vector<CaseCount> wider = before;
  wider[0].key.threads = 2;
  EXPECT_FALSE(changes_since(to_json(before), "before.json", wider));
}

void expect_refusal(const std::string& text, const std::string& message) {
  const auto changes = changes_since(text, "before.json", counts(1, 1));
  ASSERT_FALSE(changes) << text;
  EXPECT_EQ(changes.error().status, Status::kParse);
  EXPECT_TRUE(changes.error().message.starts_with(message)) << changes.error().message;
}

TEST(ChangesSince, RefusesWhatIsNoCount) {
  expect_refusal(R"({"schema": "cardume.bench/1", "counts": []})", "before.json: schema: expected \"cardume.count/1\"");
  expect_refusal(R"({"counts": []})", "before.json: schema: expected \"cardume.count/1\"");
  expect_refusal("[]", "before.json: expected an object");
  expect_refusal("{\n  \"schema\": ,\n}", "before.json:2:13: ");
  expect_refusal(R"({"schema": "cardume.count/1", "counts": [{"name": "a", "instructions_per_item": -1}]})",
                 "before.json: counts[0]: instructions_per_item: ");
}

/// Otherwise a case whose count was lost would pass for one that did not change.
TEST(ChangesSince, RefusesACaseWithoutItsCount) {
  const std::string lost = "{\"name\": \"flock/1000/threads:1/avx2\"}, {\"name\": \"horde/500/threads:1/avx2\"}";
  expect_refusal("{\"schema\": \"cardume.count/1\", \"counts\": [" + lost + "]}",
                 "before.json: counts[0]: instructions_per_item: ");
}

}  // namespace
}  // namespace cardume::perf
