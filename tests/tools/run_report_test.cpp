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

}  // namespace
}  // namespace cardume
