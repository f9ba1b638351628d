#include "tools/perf/change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/scenario/random.hpp"

namespace cardume::perf {
namespace {

constexpr std::size_t kLeastSamples = 4;
constexpr int kResamples = 400;
constexpr std::uint64_t kSeed = 1979;

const NamedSamples* find(const std::vector<NamedSamples>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

double drawn_median(Draws& draws, const std::vector<double>& values) {
  std::vector<double> again(values.size());
  for (double& value : again) value = values[draws.below(static_cast<std::uint32_t>(values.size()))];
  return median(std::move(again));
}

/// Of two times; what took no time at all has not changed.
double ratio_of(double base, double head) { return base > 0 ? head / base : 1; }

Interval interval_of(const std::vector<double>& base, const std::vector<double>& head) {
  Draws draws(kSeed, 0, 0);
  std::vector<double> ratios;
  for (int i = 0; i < kResamples; ++i) {
    const double below = drawn_median(draws, base), above = drawn_median(draws, head);
    ratios.push_back(ratio_of(below, above));
  }
  return middle_95(std::move(ratios));
}

Verdict judge(const Change& change, double threshold, double alpha) {
  if (std::min(change.base_count, change.head_count) < kLeastSamples || change.base_ns <= 0)
    return Verdict::kInconclusive;
  const bool sure = change.test.p < alpha;
  if (sure && change.interval.low > 1 && change.ratio >= 1 + threshold) return Verdict::kRegression;
  if (sure && change.interval.high < 1 && change.ratio <= 1 - threshold) return Verdict::kImprovement;
  const bool within = change.interval.low > 1 - threshold && change.interval.high < 1 + threshold;
  return within ? Verdict::kUnchanged : Verdict::kInconclusive;
}

Change change_of(const NamedSamples& base, const NamedSamples& head, double threshold, double alpha) {
  Change change;
  change.name = base.name;
  change.base_count = base.ns.size();
  change.head_count = head.ns.size();
  change.base_ns = median(base.ns);
  change.head_ns = median(head.ns);
  change.ratio = ratio_of(change.base_ns, change.head_ns);
  change.interval = interval_of(base.ns, head.ns);
  change.test = mann_whitney(base.ns, head.ns);
  change.verdict = judge(change, threshold, alpha);
  return change;
}

std::string missing_text(const char* where, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("{}: only in the {}\n", name, where);
  return text;
}

}  // namespace

ChangeReport compare_samples(const std::vector<NamedSamples>& base, const std::vector<NamedSamples>& head,
                             double threshold, double alpha) {
  ChangeReport report;
  for (const NamedSamples& one : base) {
    const NamedSamples* const other = find(head, one.name);
    if (other != nullptr)
      report.changes.push_back(change_of(one, *other, threshold, alpha));
    else
      report.only_base.push_back(one.name);
  }
  for (const NamedSamples& one : head)
    if (find(base, one.name) == nullptr) report.only_head.push_back(one.name);
  return report;
}

std::string to_text(const ChangeReport& report) {
  std::string text;
  for (const Change& change : report.changes)
    text +=
        fmt::format("{:<40} {:<13} {:+7.2f} % [{:+.2f}, {:+.2f}]  p {:.4f}  {:.0f} -> {:.0f} ns, {} and {} samples\n",
                    change.name, to_string(change.verdict), 100 * (change.ratio - 1), 100 * (change.interval.low - 1),
                    100 * (change.interval.high - 1), change.test.p, change.base_ns, change.head_ns, change.base_count,
                    change.head_count);
  return text + missing_text("first", report.only_base) + missing_text("second", report.only_head);
}

std::string to_json(const ChangeReport& report) {
  nlohmann::ordered_json changes = nlohmann::ordered_json::array();
  for (const Change& change : report.changes)
    changes.push_back({{"name", change.name},
                       {"verdict", to_string(change.verdict)},
                       {"ratio", change.ratio},
                       {"ratio_95", {change.interval.low, change.interval.high}},
                       {"p", change.test.p},
                       {"u", change.test.u},
                       {"base_ns", change.base_ns},
                       {"head_ns", change.head_ns},
                       {"base_samples", change.base_count},
                       {"head_samples", change.head_count}});
  return nlohmann::ordered_json{{"schema", "cardume.compare/1"},
                                {"changes", changes},
                                {"only_base", report.only_base},
                                {"only_head", report.only_head}}
             .dump(2) +
         "\n";
}

namespace {

/// A name as a cell of a table holds it.
std::string cell(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '|' ? std::string("\\|") : std::string(1, c);
  return text;
}

}  // namespace

std::string to_markdown(const ChangeReport& report) {
  std::string text =
      "| benchmark | verdict | change | 95 % | p | base ns | head ns |\n|---|---|---:|---|---:|---:|---:|\n";
  for (const Change& change : report.changes)
    text +=
        fmt::format("| {} | {} | {:+.2f} % | [{:+.2f}, {:+.2f}] % | {:.4f} | {:.0f} | {:.0f} |\n", cell(change.name),
                    to_string(change.verdict), 100 * (change.ratio - 1), 100 * (change.interval.low - 1),
                    100 * (change.interval.high - 1), change.test.p, change.base_ns, change.head_ns);
  return text;
}

}  // namespace cardume::perf
