#include "tools/perf/trial_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/perf/junit.hpp"

namespace cardume::perf {
namespace {

std::string percent(double ratio) { return fmt::format("{:+.2f} %", 100 * (ratio - 1)); }

std::string percent(const Interval& interval) {
  return fmt::format("[{:+.2f}, {:+.2f}] %", 100 * (interval.low - 1), 100 * (interval.high - 1));
}

std::string mismatch_text(const Mismatch& mismatch) {
  return fmt::format("different results after step {}: base {:016x}, head {:016x}", mismatch.step, mismatch.base,
                     mismatch.head);
}

std::string verdict_of(const TrialResult& result) {
  return result.mismatch ? "different results" : to_string(result.verdict);
}

double ms(double ns) { return ns * 1e-6; }

nlohmann::json to_node(const Comparison& found) {
  return {{"of_minima", found.of_minima},
          {"of_minima_95", {found.minima.low, found.minima.high}},
          {"of_pairs", found.of_pairs},
          {"of_pairs_95", {found.pairs.low, found.pairs.high}}};
}

nlohmann::json to_node(const TrialResult& result) {
  nlohmann::json node{{"workload", result.key.workload},
                      {"size", result.key.size},
                      {"threads", result.key.threads},
                      {"instruction_set", result.key.instruction_set},
                      {"items", result.items},
                      {"rounds", result.rounds},
                      {"steps", result.steps},
                      {"base_step_ns", result.base_ns},
                      {"head_step_ns", result.head_ns},
                      {"ratio", to_node(result.change)},
                      {"noise", to_node(result.noise)},
                      {"verdict", verdict_of(result)},
                      {"stages", nlohmann::json::array()}};
  if (result.mismatch)
    for (const char* unknown : {"base_step_ns", "head_step_ns", "ratio", "noise"}) node.erase(unknown);
  for (const StageChange& stage : result.stages)
    node["stages"].push_back({{"name", stage.name}, {"share", stage.share}, {"ratio", stage.ratio}});
  if (result.mismatch)
    node["mismatch"] = {{"step", result.mismatch->step},
                        {"base", fmt::format("{:016x}", result.mismatch->base)},
                        {"head", fmt::format("{:016x}", result.mismatch->head)}};
  return node;
}

std::string stages_text(const TrialResult& result) {
  std::string text;
  for (const StageChange& stage : result.stages)
    text += fmt::format("    {:<10} {:5.1f} % of the step  {}\n", stage.name, 100 * stage.share, percent(stage.ratio));
  return text;
}

std::string failure_of(const TrialResult& result) {
  if (result.mismatch) return mismatch_text(*result.mismatch);
  return result.verdict == Verdict::kRegression ? summary_of(result) : "";
}

}  // namespace

std::string summary_of(const TrialResult& result) {
  if (result.mismatch) return mismatch_text(*result.mismatch);
  return fmt::format("{}: {} by minima, {} {} by pairs, base to itself {} and {}", to_string(result.verdict),
                     percent(result.change.of_minima), percent(result.change.of_pairs), percent(result.change.pairs),
                     percent(result.noise.of_minima), percent(result.noise.of_pairs));
}

std::string to_text(std::span<const TrialResult> results) {
  std::string text;
  for (const TrialResult& result : results) {
    text += fmt::format("{}  {}\n", name_of(result.key), summary_of(result));
    if (result.mismatch) continue;
    text += fmt::format("    base {:.3f} ms, head {:.3f} ms a step, {} rounds of {} steps\n", ms(result.base_ns),
                        ms(result.head_ns), result.rounds, result.steps);
    text += stages_text(result);
  }
  return text;
}

std::string to_json(std::span<const TrialResult> results) {
  nlohmann::json all = nlohmann::json::array();
  for (const TrialResult& result : results) all.push_back(to_node(result));
  return nlohmann::json{{"schema", "cardume.ab/1"}, {"trials", all}}.dump(2) + "\n";
}

std::string to_markdown(std::span<const TrialResult> results) {
  std::string text =
      "| workload | verdict | base ms | head ms | by minima | by pairs | 95 % | base to itself |\n"
      "|---|---|---:|---:|---:|---:|---|---:|\n";
  for (const TrialResult& result : results) {
    text += fmt::format("| {} | {} |", name_of(result.key), verdict_of(result));
    if (result.mismatch)
      text += " - | - | - | - | - | - |\n";
    else
      text += fmt::format(" {:.3f} | {:.3f} | {} | {} | {} | {} |\n", ms(result.base_ns), ms(result.head_ns),
                          percent(result.change.of_minima), percent(result.change.of_pairs),
                          percent(result.change.pairs), percent(result.noise.of_minima));
  }
  return text;
}

std::string to_junit(std::span<const TrialResult> results) {
  std::vector<JunitCase> cases;
  for (const TrialResult& result : results)
    cases.push_back({name_of(result.key), result.head_ns * 1e-9, failure_of(result), summary_of(result)});
  return junit_xml("cardume ab", cases);
}

}  // namespace cardume::perf
