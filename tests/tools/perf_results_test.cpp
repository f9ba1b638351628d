#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "tools/perf/formats.hpp"
#include "tools/perf/junit.hpp"
#include "tools/perf/results_json.hpp"

namespace cardume::perf {
namespace {

CaseResult flock() {
  CaseResult result;
  result.key = {"flock", 10'000, 2, "avx2"};
  result.item = "agent";
  result.items = 10'000;
  result.tick_rate = 50;
  result.step_ns = {900'000, 1'000'000, 1'100'000};
  result.all_ns = {900'000, 1'000'000, 1'100'000, 950'000, 1'300'000};
  result.state_hash = 0xFEDCBA9876543210;
  result.stages = {{"bucket", 250'000.5}, {"rules", 600'000}};
  result.memory = {{{"positions", 320'000}, {"fields", 80'000}}, 400'000, 0xFFFFFFFFFFFFFFFF, 3};
  result.roofline = Roofline{42.5, 18.25, 0.8, 0.4};
  result.instructions = 2500.125;
  return result;
}

CaseResult terrain() {
  CaseResult result;
  result.key = {"terrain", 512, 1, "scalar"};
  result.item = "cell";
  result.items = 262'144;
  result.step_ns = result.all_ns = {7};
  return result;
}

SuiteResult suite() {
  SuiteResult all;
  all.context = {"0.9.0", "3f9c2ab", "Release", "GNU 12.2.0", "AMD EPYC \"7763\"", 8, "2026-02-14T12:00:00Z"};
  all.cases = {flock(), terrain()};
  all.peers = {{"Boids & sons", 10'000, "avx2", 62.5, 250, 60, 240, 18.25, 18.5}};
  return all;
}

void expect_same(const CaseResult& read, const CaseResult& meant) {
  EXPECT_EQ(read.key, meant.key);
  EXPECT_EQ(read.item, meant.item);
  EXPECT_EQ(read.items, meant.items);
  EXPECT_EQ(read.tick_rate, meant.tick_rate);
  EXPECT_EQ(read.step_ns, meant.step_ns);
  EXPECT_EQ(read.all_ns, meant.all_ns);
  EXPECT_EQ(read.state_hash, meant.state_hash);
  ASSERT_EQ(read.stages.size(), meant.stages.size());
  for (std::size_t i = 0; i < meant.stages.size(); ++i) {
    EXPECT_EQ(read.stages[i].name, meant.stages[i].name);
    EXPECT_EQ(read.stages[i].ns, meant.stages[i].ns);
  }
  ASSERT_EQ(read.memory.shares.size(), meant.memory.shares.size());
  for (std::size_t i = 0; i < meant.memory.shares.size(); ++i) {
    EXPECT_EQ(read.memory.shares[i].name, meant.memory.shares[i].name);
    EXPECT_EQ(read.memory.shares[i].bytes, meant.memory.shares[i].bytes);
  }
  EXPECT_EQ(read.memory.world_bytes, meant.memory.world_bytes);
  EXPECT_EQ(read.memory.process_bytes, meant.memory.process_bytes);
  EXPECT_EQ(read.memory.allocations, meant.memory.allocations);
  EXPECT_EQ(read.instructions, meant.instructions);
  ASSERT_EQ(read.roofline.has_value(), meant.roofline.has_value());
  if (!meant.roofline) return;
  EXPECT_EQ(read.roofline->pairs_tested, meant.roofline->pairs_tested);
  EXPECT_EQ(read.roofline->pairs_within, meant.roofline->pairs_within);
  EXPECT_EQ(read.roofline->pair_ns, meant.roofline->pair_ns);
  EXPECT_EQ(read.roofline->bound_ns, meant.roofline->bound_ns);
}

TEST(SuiteJson, IsReadBackWhole) {
  const SuiteResult meant = suite();
  const auto read = suite_from_json(to_json(meant), "run.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->context.version, "0.9.0");
  EXPECT_EQ(read->context.revision, "3f9c2ab");
  EXPECT_EQ(read->context.build_type, "Release");
  EXPECT_EQ(read->context.compiler, "GNU 12.2.0");
  EXPECT_EQ(read->context.cpu, "AMD EPYC \"7763\"");
  EXPECT_EQ(read->context.cores, 8u);
  EXPECT_EQ(read->context.date, "2026-02-14T12:00:00Z");
  ASSERT_EQ(read->cases.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) expect_same(read->cases[i], meant.cases[i]);
  ASSERT_EQ(read->peers.size(), 1u);
  const PeerResult& peer = read->peers[0];
  EXPECT_EQ(peer.peer, "Boids & sons");
  EXPECT_EQ(peer.size, 10'000u);
  EXPECT_EQ(peer.instruction_set, "avx2");
  EXPECT_EQ(peer.ns, 62.5);
  EXPECT_EQ(peer.peer_ns, 250);
  EXPECT_EQ(peer.min_ns, 60);
  EXPECT_EQ(peer.min_peer_ns, 240);
  EXPECT_EQ(peer.neighbours, 18.25);
  EXPECT_EQ(peer.peer_neighbours, 18.5);
}

TEST(SuiteJson, WorksOutWhatFollowsFromTheTimes) {
  const nlohmann::json json = nlohmann::json::parse(to_json(suite()));
  EXPECT_EQ(json.at("schema"), "cardume.bench/1");
  const nlohmann::json& one = json.at("cases")[0];
  EXPECT_EQ(one.at("name"), "flock/10000/threads:2/avx2");
  EXPECT_EQ(one.at("state_hash"), "fedcba9876543210");
  EXPECT_EQ(one.at("summary").at("median_ns"), 1'000'000);
  EXPECT_EQ(one.at("summary").at("min_ns"), 900'000);
  EXPECT_EQ(one.at("summary").at("p90_ns"), 1'300'000);
  EXPECT_EQ(one.at("summary").at("p99_ns"), 1'300'000);
  EXPECT_EQ(one.at("summary").at("ns_per_item"), 100);
  EXPECT_NEAR(one.at("summary").at("frame_share").get<double>(), 0.05, 1e-12);
  EXPECT_EQ(one.at("roofline").at("share_of_bound"), 0.5);
  EXPECT_EQ(json.at("cases")[1].at("summary").at("frame_share"), 0);
  EXPECT_FALSE(json.at("cases")[1].contains("roofline"));
  EXPECT_FALSE(json.at("cases")[1].contains("instructions_per_item"));
  EXPECT_EQ(json.at("peers")[0].at("ratio"), 4);
  EXPECT_EQ(json.at("peers")[0].at("ratio_of_minima"), 4);
}

void expect_refusal(const nlohmann::json& document, const std::string& message) {
  const auto read = suite_from_json(document.dump(), "run.json");
  ASSERT_FALSE(read) << message;
  EXPECT_EQ(read.error().status, Status::kParse);
  EXPECT_TRUE(read.error().message.starts_with(message)) << read.error().message;
}

/// What is written of the suite, with one thing changed in its second case.
template <class Change>
nlohmann::json broken(Change&& change) {
  nlohmann::json document = nlohmann::json::parse(to_json(suite()));
  change(document.at("cases")[1]);
  return document;
}

TEST(SuiteJson, RefusesOtherDocuments) {
  expect_refusal({{"schema", "cardume.bench/2"}}, "run.json: schema: expected \"cardume.bench/1\"");
  expect_refusal({{"schema", 1}}, "run.json: schema: expected a text");
  expect_refusal({{"cases", nlohmann::json::array()}}, "run.json: schema: expected \"cardume.bench/1\"");
  expect_refusal(nlohmann::json::array(), "run.json: expected an object");
  expect_refusal({{"schema", "cardume.bench/1"}, {"cases", {3}}}, "run.json: cases[0]: expected an object");
  expect_refusal({{"schema", "cardume.bench/1"}, {"cases", 3}}, "run.json: cases: expected an array");
  expect_refusal({{"schema", "cardume.bench/1"}, {"context", {{"cores", -1}}}}, "run.json: context: cores: expected");
}

TEST(SuiteJson, NamesTheMemberThatIsWrong) {
  using Json = nlohmann::json;
  expect_refusal(broken([](Json& one) { one.erase("all_ns"); }), "run.json: cases[1]: all_ns: ");
  expect_refusal(broken([](Json& one) { one["all_ns"] = Json::array(); }), "run.json: cases[1]: all_ns: ");
  expect_refusal(broken([](Json& one) { one["all_ns"] = {5, -3}; }), "run.json: cases[1]: all_ns[1]: ");
  expect_refusal(broken([](Json& one) { one["step_ns"] = {5, 6, 0.5}; }), "run.json: cases[1]: step_ns[2]: ");
  for (const char* hash : {"xyz", "12g4", "0x12", "-1", "11112222333344445"})
    expect_refusal(broken([&](Json& one) { one["state_hash"] = hash; }), "run.json: cases[1]: state_hash: ");
  expect_refusal(broken([](Json& one) { one["state_hash"] = 12; }), "run.json: cases[1]: state_hash: ");
  expect_refusal(broken([](Json& one) { one.erase("workload"); }), "run.json: cases[1]: workload: ");
  expect_refusal(broken([](Json& one) { one["threads"] = 0; }), "run.json: cases[1]: threads: ");
  expect_refusal(broken([](Json& one) { one["items"] = -1; }), "run.json: cases[1]: items: ");
  expect_refusal(broken([](Json& one) { one["tick_rate"] = "60"; }), "run.json: cases[1]: tick_rate: ");
  expect_refusal(broken([](Json& one) { one["memory"] = 3; }), "run.json: cases[1]: memory: expected an object");
  expect_refusal(broken([](Json& one) { one["memory"]["allocations"] = -1; }), "run.json: cases[1]: memory: alloc");
  expect_refusal(broken([](Json& one) {
                   one["stages"] = {{{"name", "a"}, {"median_ns", -1}}};
                 }),
                 "run.json: cases[1]: stages[0]: median_ns: ");
  expect_refusal(broken([](Json& one) { one["roofline"] = {{"pair_ns", -1}}; }), "run.json: cases[1]: roofline: pair_");
  expect_refusal(broken([](Json& one) { one["instructions_per_item"] = "many"; }), "run.json: cases[1]: instructions_");
}

TEST(SuiteJson, TellsLineAndColumnOfBrokenText) {
  const auto read = suite_from_json("{\n  \"schema\": oops\n}", "run.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().status, Status::kParse);
  EXPECT_TRUE(read.error().message.starts_with("run.json:2:13: ")) << read.error().message;
  const auto samples = samples_from_json("{\"benchmarks\": [}", "run.json");
  ASSERT_FALSE(samples);
  EXPECT_TRUE(samples.error().message.starts_with("run.json:1:17: ")) << samples.error().message;
  EXPECT_FALSE(suite_from_json("", "run.json"));
}

TEST(Samples, AreAllTimesOfTheSuite) {
  const auto samples = samples_from_json(to_json(suite()), "run.json");
  ASSERT_TRUE(samples) << samples.error().message;
  ASSERT_EQ(samples->size(), 2u);
  EXPECT_EQ((*samples)[0].name, "flock/10000/threads:2/avx2");
  EXPECT_EQ((*samples)[0].ns, (std::vector<double>{900'000, 1'000'000, 1'100'000, 950'000, 1'300'000}));
  EXPECT_EQ((*samples)[1].name, "terrain/512/threads:1/scalar");
  EXPECT_EQ((*samples)[1].ns, std::vector<double>{7});
  EXPECT_FALSE(samples_from_json("{}", "run.json"));
}

std::string google(const std::string& entries) { return "{\"context\": {}, \"benchmarks\": [" + entries + "]}"; }

TEST(GoogleSamples, AreCollectedByNameInNanoseconds) {
  const auto samples = samples_from_json(google(R"(
      {"name": "a/repeats:2", "run_name": "a", "run_type": "iteration", "real_time": 1.5, "time_unit": "us"},
      {"name": "b", "run_type": "iteration", "real_time": 2, "cpu_time": 9, "time_unit": "ms"},
      {"name": "a/repeats:2", "run_name": "a", "run_type": "iteration", "real_time": 2.5, "time_unit": "us"},
      {"name": "a_mean", "run_name": "a", "run_type": "aggregate", "real_time": 2, "time_unit": "us"},
      {"name": "a_BigO", "run_name": "a", "run_type": "aggregate", "aggregate_name": "BigO", "real_coefficient": 3},
      {"name": "c", "error_occurred": true, "error_message": "no", "real_time": 0, "time_unit": "ns"},
      {"name": "d", "real_time": 3, "time_unit": "s"}, {"name": "e", "real_time": 4, "time_unit": "ns"})"),
                                         "g.json");
  ASSERT_TRUE(samples) << samples.error().message;
  ASSERT_EQ(samples->size(), 4u);
  const std::vector<NamedSamples> meant{{"a", {1500, 2500}}, {"b", {2e6}}, {"d", {3e9}}, {"e", {4}}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ((*samples)[i].name, meant[i].name);
    EXPECT_EQ((*samples)[i].ns, meant[i].ns);
  }
}

/// Since version 1.8 a benchmark that State::SkipWithMessage ended is told so, with a time of nothing.
TEST(GoogleSamples, LeaveOutWhatWasSkipped) {
  const auto samples = samples_from_json(google(R"({"name": "a", "real_time": 4, "time_unit": "ns"},
      {"name": "a", "skipped": true, "skip_message": "no", "iterations": 0, "real_time": 0, "time_unit": "ns"})"),
                                         "g.json");
  ASSERT_TRUE(samples) << samples.error().message;
  ASSERT_EQ(samples->size(), 1u);
  EXPECT_EQ((*samples)[0].ns, std::vector<double>{4});
}

void expect_google_refusal(const std::string& entries, const std::string& message) {
  const auto samples = samples_from_json(google(entries), "g.json");
  ASSERT_FALSE(samples) << entries;
  EXPECT_TRUE(samples.error().message.starts_with(message)) << samples.error().message;
}

TEST(GoogleSamples, RefuseWhatCannotBeRead) {
  const std::string good = R"({"name": "a", "real_time": 4}, )";
  expect_google_refusal(good + R"({"name": "a", "real_time": 1, "time_unit": "min"})", "g.json: benchmarks[1]: time_u");
  expect_google_refusal(good + R"({"name": "a", "real_time": -1})", "g.json: benchmarks[1]: real_time: ");
  expect_google_refusal(good + R"({"name": "a", "real_time": "1"})", "g.json: benchmarks[1]: real_time: ");
  expect_google_refusal(good + R"({"real_time": 1})", "g.json: benchmarks[1]: name: ");
  expect_google_refusal(good + "7", "g.json: benchmarks[1]: expected an object");
}

/// Otherwise it would count as the fastest of all.
TEST(GoogleSamples, RefuseAnEntryWithoutATime) {
  expect_google_refusal(R"({"name": "a", "time_unit": "ns"})", "g.json: benchmarks[0]: real_time: ");
}

TEST(GoogleJson, IsReadBackToTheSameSamples) {
  const auto back = samples_from_json(to_google_json(suite()), "g.json");
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ((*back)[0].name, "flock/10000/threads:2/avx2");
  EXPECT_EQ((*back)[0].ns, (std::vector<double>{900'000, 1'000'000, 1'100'000, 950'000, 1'300'000}));
  EXPECT_EQ((*back)[1].name, "terrain/512/threads:1/scalar");
  EXPECT_EQ((*back)[1].ns, std::vector<double>{7});
  const nlohmann::json json = nlohmann::json::parse(to_google_json(suite()));
  EXPECT_EQ(json.at("context").at("library_build_type"), "release");
  EXPECT_EQ(json.at("context").at("num_cpus"), 8);
  EXPECT_EQ(json.at("benchmarks")[4].at("repetition_index"), 4);
  EXPECT_EQ(json.at("benchmarks")[4].at("repetitions"), 5);
  EXPECT_EQ(json.at("benchmarks")[5].at("family_index"), 1);
}

TEST(ActionJson, HasNameUnitAndValue) {
  const nlohmann::json json = nlohmann::json::parse(to_action_json(suite()));
  ASSERT_TRUE(json.is_array());
  ASSERT_EQ(json.size(), 3u);
  for (const nlohmann::json& one : json) EXPECT_GT(one.at("value").get<double>(), 0);
  EXPECT_EQ(json[0].at("name"), "flock/10000/threads:2/avx2");
  EXPECT_EQ(json[0].at("unit"), "ns/agent");
  EXPECT_EQ(json[0].at("value"), 100);
  EXPECT_EQ(json[1].at("name"), "flock/10000/threads:2/avx2 instructions");
  EXPECT_EQ(json[1].at("value"), 2500.125);
  EXPECT_EQ(json[2].at("unit"), "ns/cell");
}

TEST(Markdown, HasARowForEachCaseAndPeer) {
  std::istringstream text(to_markdown(suite()));
  std::vector<std::vector<std::string>> tables(1);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('|'))
      tables.back().push_back(line);
    else if (!tables.back().empty())
      tables.emplace_back();
  }
  ASSERT_EQ(tables.size(), 2u);
  ASSERT_EQ(tables[0].size(), 2 + 2u);
  ASSERT_EQ(tables[1].size(), 2 + 1u);
  for (const std::string& row : tables[0]) EXPECT_EQ(std::count(row.begin(), row.end(), '|'), 9 + 1) << row;
  for (const std::string& row : tables[1]) EXPECT_EQ(std::count(row.begin(), row.end(), '|'), 8 + 1) << row;
  EXPECT_EQ(tables[0][2],
            "| flock/10000/threads:2/avx2 | 1.000 | 0.900 | 1.300 | 100.00 | 5.0 % | 40 | 3 | `fedcba9876543210` |");
  EXPECT_TRUE(tables[0][3].starts_with("| terrain/512/threads:1/scalar | ")) << tables[0][3];
  EXPECT_EQ(tables[1][2], "| Boids & sons | 10000 | 4.00 | 4.00 | 62.5 | 250.0 | 18.2 | 18.5 |");
}

TEST(SuiteText, MentionsEveryCase) {
  const std::string text = to_text(suite());
  for (const char* part : {"flock/10000/threads:2/avx2 ", "terrain/512/threads:1/scalar ", "cardume 0.9.0 (3f9c2ab)",
                           "Boids & sons", "hash fedcba9876543210", "stages: bucket 25 %, rules 60 %\n",
                           "memory: 40 bytes an agent: positions 32, fields 8;"
                           " 3 allocations\n",
                           "  5.0 % of a frame", "2500.1 instructions each", ": 50 %\n", "ratio    4.00 by medians"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Junit, CountsAndEscapes) {
  const std::vector<JunitCase> cases{
      {"a <&\"> b", 0.25, "", "fine <&\">"}, {"bad", 0.5, "slower <&\">", ""}, {"bell\a\x01", 1, "", "x\x1By\nz"}};
  pugi::xml_document document;
  const std::string xml = junit_xml("suite <&\">", cases);
  ASSERT_TRUE(document.load_string(xml.c_str())) << xml;
  const pugi::xml_node all = document.child("testsuites").child("testsuite");
  EXPECT_STREQ(all.attribute("name").value(), "suite <&\">");
  EXPECT_EQ(all.attribute("tests").as_int(), 3);
  EXPECT_EQ(all.attribute("failures").as_int(), 1);
  EXPECT_STREQ(all.attribute("errors").value(), "0");
  EXPECT_DOUBLE_EQ(all.attribute("time").as_double(), 1.75);
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xml_node one : all.children("testcase")) nodes.push_back(one);
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_STREQ(nodes[0].attribute("name").value(), "a <&\"> b");
  EXPECT_STREQ(nodes[0].attribute("classname").value(), "suite <&\">");
  EXPECT_DOUBLE_EQ(nodes[0].attribute("time").as_double(), 0.25);
  EXPECT_STREQ(nodes[0].child("system-out").text().get(), "fine <&\">");
  EXPECT_FALSE(nodes[0].child("failure"));
  EXPECT_STREQ(nodes[1].child("failure").attribute("message").value(), "slower <&\">");
  EXPECT_FALSE(nodes[1].child("system-out"));
  EXPECT_STREQ(nodes[2].attribute("name").value(), "bell");
  EXPECT_STREQ(nodes[2].child("system-out").text().get(), "xy\nz");
}

TEST(Junit, KeepsOnlyWhatXmlCanHold) {
  EXPECT_EQ(xml_text("caf\xC3\xA9"), "caf\xC3\xA9");
  EXPECT_EQ(xml_text(std::string("a\0b\x1F", 4)), "ab");
  // JSON is refused for text that is no UTF-8, which XML cannot hold either.
  EXPECT_NO_THROW((void)nlohmann::json(xml_text("caf\xE9 au lait")).dump());
}

}  // namespace
}  // namespace cardume::perf
