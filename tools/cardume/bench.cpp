#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <regex>

#include "bench/peers/duel.hpp"
#include "bench/workloads/measure.hpp"
#include "tools/cardume/bench_options.hpp"
#include "tools/cardume/count_case.hpp"
#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/perf/budget.hpp"
#include "tools/perf/context.hpp"
#include "tools/perf/formats.hpp"
#include "tools/perf/html_report.hpp"
#include "tools/perf/junit.hpp"
#include "tools/perf/results_json.hpp"
#include "tools/perf/span_log.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kCountedSteps = 10;

/// What is asked for, read and checked before anything is measured.
struct BenchPlan {
  std::vector<perf::CaseKey> cases;
  std::vector<bench::DuelSetup> duels;
  std::vector<const bench::Peer*> peers;  ///< One for each duel.
  std::vector<perf::Budget> budgets;
  std::vector<perf::CaseResult> base;
  std::vector<perf::SuiteResult> history;
};

Result<perf::SuiteResult> read_results(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return perf::suite_from_json(*text, path);
}

Error read_inputs(const BenchInputs& inputs, BenchPlan& plan) {
  if (!inputs.budget.empty()) {
    const auto text = read_file(inputs.budget);
    if (!text) return text.error();
    auto budgets = perf::parse_budgets(*text, inputs.budget);
    if (!budgets) return budgets.error();
    plan.budgets = std::move(*budgets);
  }
  if (!inputs.base.empty()) {
    auto base = read_results(inputs.base);
    if (!base) return base.error();
    plan.base = std::move(base->cases);
  }
  for (const std::string& path : inputs.history) {
    auto earlier = read_results(path);
    if (!earlier) return earlier.error();
    plan.history.push_back(std::move(*earlier));
  }
  return {};
}

std::string duel_name(const bench::Peer& peer, const bench::DuelSetup& setup) {
  return fmt::format("against/{}/{}/{}", peer.name, setup.size, setup.instruction_set);
}

void add_duels(const BenchOptions& options, const std::regex& filter, BenchPlan& plan) {
  const std::vector<std::string> best{instruction_sets().back()};
  for (const bench::Peer& peer : bench::peers())
    for (const std::uint32_t size : options.cases.sizes.empty() ? peer.sizes : options.cases.sizes)
      for (const std::string& set : options.cases.instruction_sets.empty() ? best : options.cases.instruction_sets) {
        const bench::DuelSetup setup{size, set};
        if (!std::regex_search(duel_name(peer, setup), filter)) continue;
        plan.duels.push_back(setup);
        plan.peers.push_back(&peer);
      }
}

/// Instructions are counted where somebody wants to know, of one thread.
bool to_count(const BenchOptions& options, const BenchPlan& plan, const perf::CaseKey& key) {
  const bool limited = std::any_of(plan.budgets.begin(), plan.budgets.end(), [&](const perf::Budget& budget) {
    return budget.instructions && budget.covers(key);
  });
  return key.threads == 1 && (options.count || limited);
}

Error check_counts(const BenchOptions& options, const BenchPlan& plan) {
  for (const perf::CaseKey& key : plan.cases)
    if (to_count(options, plan, key))
      if (Error error = check_countable(key)) return error;
  return {};
}

/// Every workload there is, unless some are named.
Result<BenchPlan> plan_for(const BenchOptions& options) {
  const BenchOutputs& out = options.outputs;
  if (Error error = check_outputs(
          out.json, {out.google_json, out.action_json, out.markdown, out.junit, out.html, out.trace, out.chrome_trace}))
    return error;
  std::optional<std::regex> filter;
  try {
    filter.emplace(options.filter);
  } catch (const std::regex_error& error) {
    return Error{Status::kInvalidArgument, fmt::format("--filter {}: {}", options.filter, error.what())};
  }
  std::vector<std::string> all;
  for (const bench::WorkloadKind& kind : bench::workloads()) all.emplace_back(kind.name);
  BenchPlan plan;
  auto cases = cases_of(options.cases, all);
  if (!cases) return cases.error();
  std::copy_if(cases->begin(), cases->end(), std::back_inserter(plan.cases),
               [&](const auto& key) { return std::regex_search(name_of(key), *filter); });
  if (options.peers) add_duels(options, *filter, plan);
  if (plan.cases.empty() && plan.duels.empty())
    return Error{Status::kInvalidArgument, fmt::format("--filter {}: no case has that in its name", options.filter)};
  if (Error error = read_inputs(options.inputs, plan)) return error;
  if (Error error = check_coverage(plan.budgets, plan.cases, plan.base)) return error;
  if (Error error = check_counts(options, plan)) return error;
  return plan;
}

ExitCode list(const BenchPlan& plan) {
  for (const perf::CaseKey& key : plan.cases)
    fmt::print("{:<38} {}\n", name_of(key), bench::find_workload(key.workload)->what);
  for (std::size_t i = 0; i < plan.duels.size(); ++i)
    fmt::print("{:<38} {}\n", duel_name(*plan.peers[i], plan.duels[i]), plan.peers[i]->what);
  return ExitCode::kOk;
}

Error run_cases(const BenchOptions& options, const BenchPlan& plan, perf::SpanLog& log, perf::SuiteResult& suite) {
  const bool traced = !options.outputs.trace.empty() || !options.outputs.chrome_trace.empty();
  for (const perf::CaseKey& key : plan.cases) {
    fmt::print(stderr, "{}\n", name_of(key));
    auto result = bench::measure({key, options.repeats, options.steps, traced ? &log.hooks() : nullptr});
    if (!result) return result.error();
    if (to_count(options, plan, key)) {
      auto counted = count_case(key, kCountedSteps);
      if (!counted) return counted.error();
      result->instructions = counted->per_item();
    }
    suite.cases.push_back(std::move(*result));
  }
  return {};
}

Error run_duels(const BenchPlan& plan, perf::SuiteResult& suite) {
  for (std::size_t i = 0; i < plan.duels.size(); ++i) {
    fmt::print(stderr, "{}\n", duel_name(*plan.peers[i], plan.duels[i]));
    const auto result = run_duel(*plan.peers[i], plan.duels[i]);
    if (!result) return result.error();
    suite.peers.push_back(*result);
  }
  return {};
}

/// A test for each case, and one for each limit.
std::string junit_of(const perf::SuiteResult& suite, const std::vector<perf::BudgetLine>& lines) {
  std::vector<perf::JunitCase> cases;
  for (const perf::CaseResult& result : suite.cases)
    cases.push_back({name_of(result.key), median_ns(result) * 1e-9, "",
                     fmt::format("{:.2f} ns for each {}", ns_per_item(result), result.item)});
  for (const perf::BudgetLine& line : lines)
    cases.push_back({line.of + " " + line.limit, 0, line.kept() ? "" : perf::to_text(std::vector{line}), ""});
  return perf::junit_xml("cardume bench", cases);
}

Error write_all(const BenchOptions& options, const BenchPlan& plan, const perf::SuiteResult& suite,
                const std::vector<perf::BudgetLine>& lines, const perf::SpanLog& log) {
  const BenchOutputs& out = options.outputs;
  const auto write = [](const std::string& path, auto&& text) {
    return path.empty() ? Error{} : write_file(path, text());
  };
  Error error = write(out.google_json, [&] { return to_google_json(suite); });
  if (!error) error = write(out.action_json, [&] { return to_action_json(suite); });
  if (!error) error = write(out.markdown, [&] { return to_markdown(suite); });
  if (!error) error = write(out.junit, [&] { return junit_of(suite, lines); });
  if (!error) error = write(out.html, [&] { return to_html(suite, plan.history); });
  if (!error) error = write(out.trace, [&] { return perf::to_perfetto(log.spans()); });
  if (!error) error = write(out.chrome_trace, [&] { return perf::to_chrome_json(log.spans()); });
  if (!error) error = write_report(out.json, to_text(suite) + to_text(lines), to_json(suite));
  return error;
}

ExitCode run_bench(const BenchOptions& options) {
  const auto plan = plan_for(options);
  if (!plan) return fail(plan.error().message);
  if (options.list) return list(*plan);
  perf::SuiteResult suite{perf::this_context(), {}, {}};
  perf::SpanLog log;
  if (Error error = run_cases(options, *plan, log, suite)) return fail(error.message);
  if (Error error = run_duels(*plan, suite)) return fail(error.message);
  const std::vector<perf::BudgetLine> lines = check_budgets(plan->budgets, suite.cases, plan->base);
  if (Error error = write_all(options, *plan, suite, lines, log)) return fail(error.message);
  const bool kept = std::all_of(lines.begin(), lines.end(), [](const auto& line) { return line.kept(); });
  return kept ? ExitCode::kOk : ExitCode::kFailed;
}

}  // namespace

void add_bench(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* verb = app.add_subcommand("bench", "Measures workloads, and holds them to a budget");
  add_bench_options(*verb, *options);
  verb->callback([options, &code] { code = run_bench(*options); });
}

}  // namespace cardume
