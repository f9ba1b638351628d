#include "tools/cardume/run_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cardume {
namespace {

void expect_warning(TickFlag flag, const char* key, const std::string& what) {
  RunReport report;
  EXPECT_FALSE(nlohmann::json::parse(to_json(report)).at(key).get<bool>());
  report.flags = flag;
  EXPECT_NE(to_text(report).find("  warning     " + what), std::string::npos) << to_text(report);
  EXPECT_TRUE(nlohmann::json::parse(to_json(report)).at(key).get<bool>());
}

TEST(RunReport, WarnsInTextAndJson) {
  EXPECT_EQ(to_text({}).find("warning"), std::string::npos);
  expect_warning(kEventsLost, "events_lost", "events were lost");
  expect_warning(kFieldFailed, "field_failed", "no memory to build a field");
  expect_warning(kTouchesLost, "touches_lost", "more bodies touched");
}

TEST(RunReport, IsJsonWhateverTheScenarioIsCalled) {
  RunReport report;
  report.setup.scenario = "caf\xE9";
  EXPECT_EQ(nlohmann::json::parse(to_json(report)).at("scenario").get<std::string>(), "caf\xEF\xBF\xBD");
}

TEST(RunReport, TellsTheTimesOfAllTicks) {
  RunReport report;
  TickReport tick;
  tick.stage_ns[0] = 1'000'000;
  for (const std::uint64_t ms : {4u, 1u, 3u, 2u}) report.times.add(tick, ms * 1'000'000);
  const nlohmann::json json = nlohmann::json::parse(to_json(report));
  EXPECT_DOUBLE_EQ(json.at("tick_ms").at("p50").get<double>(), 2);
  EXPECT_DOUBLE_EQ(json.at("tick_ms").at("max").get<double>(), 4);
  EXPECT_DOUBLE_EQ(json.at("tick_ms").at("mean").get<double>(), 2.5);
  EXPECT_DOUBLE_EQ(json.at("tick_ms").at("stages_mean").at("spawn").get<double>(), 1);
  EXPECT_DOUBLE_EQ(json.at("budget_share_60hz").get<double>(), 0.12);
}

RunReport report_of_bodies() {
  RunReport report;
  report.last.states = {3, 40'000, 0, 2, 1};
  report.overlaps = OverlapReport{1234, 5, 0.25f};
  report.events[static_cast<std::size_t>(Event::Kind::kSpawned)] = 40'006;
  report.events[static_cast<std::size_t>(Event::Kind::kEjected)] = 7;
  return report;
}

TEST(RunReport, TellsHowBodiesStandInText) {
  const std::string text = to_text(report_of_bodies());
  for (const char* line :
       {"  events      40,006 spawned, 7 ejected\n", "  states      3 moving, 40,000 arrived, 2 blocked, 1 stuck\n",
        "  overlaps    1,234 pairs touch, 5 deeper than 5 % of the smaller radius, the deepest 25.0 %\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
  const std::string points = to_text({});
  EXPECT_NE(points.find("  events      none\n"), std::string::npos) << points;
  EXPECT_EQ(points.find("overlaps"), std::string::npos) << points;
}

TEST(RunReport, TellsHowBodiesStandInJson) {
  const nlohmann::json json = nlohmann::json::parse(to_json(report_of_bodies()));
  EXPECT_EQ(json.at("states").at("moving"), 3);
  EXPECT_EQ(json.at("states").at("arrived"), 40'000);
  EXPECT_EQ(json.at("states").at("arrived_partial"), 0);
  EXPECT_EQ(json.at("states").at("blocked"), 2);
  EXPECT_EQ(json.at("states").at("stuck"), 1);
  EXPECT_EQ(json.at("overlaps").at("pairs"), 1234);
  EXPECT_EQ(json.at("overlaps").at("deep"), 5);
  EXPECT_EQ(json.at("overlaps").at("deepest"), 0.25);
  EXPECT_EQ(json.at("events").size(), kEventKinds);
  EXPECT_EQ(json.at("events").at("ejected"), 7);
  const nlohmann::json points = nlohmann::json::parse(to_json({}));
  EXPECT_TRUE(points.at("states").is_null());
  EXPECT_TRUE(points.at("overlaps").is_null());
}

TEST(RunReport, CountsMindsByTheNamesOfTheirStates) {
  RunReport report;
  report.minds = {{"wolf", {{"prowl", 1200}, {"chase", 3}, {"flee", 0}}}, {"hare", {{"0", 5}}}};
  report.events[static_cast<std::size_t>(Event::Kind::kStateChanged)] = 6;
  const std::string text = to_text(report);
  EXPECT_NE(text.find("  minds       wolf: 1,200 prowl, 3 chase\n  minds       hare: 5 0\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  events      6 state changed\n"), std::string::npos) << text;
  const nlohmann::json json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json.at("minds").at("wolf").at("chase"), 3);
  EXPECT_EQ(json.at("minds").at("wolf").at("flee"), 0);
  EXPECT_EQ(json.at("minds").at("hare").at("0"), 5);
  EXPECT_EQ(json.at("events").at("state_changed"), 6);
  EXPECT_TRUE(nlohmann::json::parse(to_json({})).at("minds").is_null());
}

TEST(RunReport, ShowsStagesThatCostSomething) {
  RunReport report;
  TickReport tick;
  tick.stage_ns[static_cast<std::size_t>(Stage::kContacts)] = 2'000;
  tick.stage_ns[static_cast<std::size_t>(Stage::kMarch)] = 100;
  report.times.add(tick, 2'100);
  const std::string text = to_text(report);
  EXPECT_NE(text.find("    contacts      0.002 ms"), std::string::npos) << text;
  EXPECT_EQ(text.find("    march"), std::string::npos) << text;
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(to_json(report)).at("tick_ms").at("stages_mean").at("march").get<double>(),
                   1e-4);
}

}  // namespace
}  // namespace cardume
