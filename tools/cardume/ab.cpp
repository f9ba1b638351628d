#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "tools/cardume/perf_options.hpp"
#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/perf/trial_report.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

/// Paths of files, empty for none.
struct AbOutputs {
  std::string json, markdown, junit;
};

struct AbOptions {
  perf::TrialPlan plan;
  CaseOptions cases;
  double threshold_percent = 2;
  bool strict = false;
  bool any_results = false;
  AbOutputs outputs;
};

void show_progress(const perf::TrialResult& result) {
  fmt::print(stderr, "{} round {}: {}\n", name_of(result.key), result.rounds, summary_of(result));
}

ExitCode code_of(const std::vector<perf::TrialResult>& results, bool strict) {
  ExitCode code = ExitCode::kOk;
  for (const perf::TrialResult& result : results) {
    if (result.mismatch) return ExitCode::kDifferent;
    if (result.verdict == perf::Verdict::kRegression) code = ExitCode::kFailed;
    if (strict && result.verdict == perf::Verdict::kInconclusive && code == ExitCode::kOk)
      code = ExitCode::kInconclusive;
  }
  return code;
}

Error write_results(const AbOutputs& outputs, const std::vector<perf::TrialResult>& results) {
  if (!outputs.markdown.empty())
    if (Error error = write_file(outputs.markdown, to_markdown(results))) return error;
  if (!outputs.junit.empty())
    if (Error error = write_file(outputs.junit, to_junit(results))) return error;
  return write_report(outputs.json, to_text(results), to_json(results));
}

ExitCode run_ab(const AbOptions& options) {
  if (options.plan.most_rounds < options.plan.rounds)
    return fail("--max-rounds: expected at least as many as --rounds");
  const AbOutputs& outputs = options.outputs;
  if (Error error = check_outputs(outputs.json, {outputs.markdown, outputs.junit})) return fail(error.message);
  const auto cases = cases_of(options.cases, {"flock", "horde"});
  if (!cases) return fail(cases.error().message);
  std::vector<perf::TrialResult> results;
  for (const perf::CaseKey& key : *cases) {
    perf::TrialPlan plan = options.plan;
    plan.key = key;
    plan.threshold = options.threshold_percent / 100;
    plan.same_results = !options.any_results;
    auto result = run_trial(plan, show_progress);
    if (!result) return fail(result.error().message);
    results.push_back(std::move(*result));
  }
  if (Error error = write_results(outputs, results)) return fail(error.message);
  return code_of(results, options.strict);
}

void add_lengths(CLI::App& verb, AbOptions& options) {
  perf::TrialPlan& plan = options.plan;
  verb.add_option("--rounds", plan.rounds, "Rounds to begin with; each starts both builds anew")
      ->check(CLI::Range(2u, 1000u))
      ->type_name("N");
  verb.add_option("--max-rounds", plan.most_rounds, "Rounds at most, while there is no verdict")
      ->check(CLI::Range(2u, 1000u))
      ->type_name("N");
  verb.add_option("--steps", plan.steps, "Measured steps a round")->check(CLI::Range(5u, 100'000u))->type_name("N");
  verb.add_option("--warm", plan.warm, "Steps before them")->check(CLI::Range(0u, 100'000u))->type_name("N");
}

}  // namespace

void add_ab(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<AbOptions>();
  CLI::App* verb = app.add_subcommand("ab", "Runs two builds side by side and says whether one is slower");
  verb->footer(
      "Exit codes: 0 ok, 1 usage, 2 bad input, 3 a regression, 4 no verdict (with --strict), 5 different results.");
  verb->add_option("--base", options->plan.base, "The build to compare with: a cardume, or a libcardume_subject.so")
      ->required()
      ->type_name("PATH");
  verb->add_option("--head", options->plan.head, "The build that is judged")->required()->type_name("PATH");
  add_cases(*verb, options->cases);
  add_lengths(*verb, *options);
  verb->add_option("--threshold", options->threshold_percent, "What matters, in percent")
      ->check(CLI::Range(0.1, 1000.0))
      ->type_name("P");
  verb->add_flag("--strict", options->strict, "Fail where there is no verdict");
  verb->add_flag("--allow-different-results", options->any_results, "Compare times even where state hashes differ");
  verb->add_option("--json", options->outputs.json, "Write the verdicts as JSON there; - for stdout")
      ->type_name("FILE");
  verb->add_option("--markdown", options->outputs.markdown, "Write them as a table there")->type_name("FILE");
  verb->add_option("--junit", options->outputs.junit, "Write them as JUnit XML there")->type_name("FILE");
  verb->callback([options, &code] { code = run_ab(*options); });
}

}  // namespace cardume
