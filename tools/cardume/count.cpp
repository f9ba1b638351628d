#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "bench/workloads/counted.hpp"
#include "bench/workloads/subject.hpp"
#include "tools/cardume/count_case.hpp"
#include "tools/cardume/perf_options.hpp"
#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kWarmSteps = 5;

struct CountOptions {
  CaseOptions cases;
  std::uint32_t steps = 10;
  std::string json, base;
  double tolerance_percent = 0.5;
};

std::string changes_text(const std::vector<perf::CountChange>& changes, double tolerance) {
  std::string text;
  for (const perf::CountChange& change : changes)
    text += fmt::format("{:<6} {:<34} {:+.3f} % ({:.2f} -> {:.2f}), at most {:+.3f} %\n",
                        change.ratio() > 1 + tolerance ? "OVER" : "ok", name_of(change.key), 100 * (change.ratio() - 1),
                        change.base, change.head, 100 * tolerance);
  return text;
}

ExitCode judge(const CountOptions& options, const std::vector<perf::CaseCount>& counts) {
  if (options.base.empty()) return ExitCode::kOk;
  const auto text = read_file(options.base);
  if (!text) return fail(text.error().message);
  const auto changes = changes_since(*text, options.base, counts);
  if (!changes) return fail(changes.error().message);
  const double tolerance = options.tolerance_percent / 100;
  fmt::print(stderr, "{}", changes_text(*changes, tolerance));
  for (const perf::CountChange& change : *changes)
    if (change.ratio() > 1 + tolerance) return ExitCode::kFailed;
  return ExitCode::kOk;
}

ExitCode run_count(const CountOptions& options) {
  if (Error error = check_outputs(options.json, {})) return fail(error.message);
  auto cases = cases_of(options.cases, {"flock", "horde"});
  if (!cases) return fail(cases.error().message);
  std::vector<perf::CaseCount> counts;
  for (perf::CaseKey& key : *cases) {
    if (options.cases.sizes.empty() && key.size != bench::find_workload(key.workload)->sizes.front()) continue;
    if (options.cases.instruction_sets.empty()) key.instruction_set = best_counted();
    if (Error error = check_countable(key)) return fail(error.message);
    auto counted = count_case(key, options.steps);
    if (!counted) return fail(counted.error().message);
    counts.push_back(std::move(*counted));
  }
  if (Error error = write_report(options.json, to_text(counts), to_json(counts))) return fail(error.message);
  return judge(options, counts);
}

/// What is counted, in the process that is.
struct CountedOptions {
  std::string workload, instruction_set;
  std::uint32_t size = 0, steps = 1;
};

ExitCode run_counted(const CountedOptions& options) {
  auto running = bench::start_workload(options.workload, {options.size, 1, options.instruction_set});
  if (!running) return fail(running.error().message);
  for (std::uint32_t i = 0; i < kWarmSteps; ++i) running->work->step();
  bench::take_counted_steps(*running->work, options.steps);
  return ExitCode::kOk;
}

void add_counted(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<CountedOptions>();
  CLI::App* verb = app.add_subcommand("counted", "Takes the steps that cardume count counts");
  verb->group("");  // Not for people.
  verb->add_option("workload", options->workload)->required();
  verb->add_option("size", options->size)->required();
  verb->add_option("steps", options->steps)->required();
  verb->add_option("instruction_set", options->instruction_set)->required();
  verb->callback([options, &code] { code = run_counted(*options); });
}

}  // namespace

void add_count(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<CountOptions>();
  CLI::App* verb =
      app.add_subcommand("count", "Counts the instructions of workloads under valgrind, the same on any machine");
  add_cases(*verb, options->cases);
  verb->add_option("--steps", options->steps, "Steps to count")->check(CLI::Range(1u, 100'000u))->type_name("N");
  verb->add_option("--json", options->json, "Write the counts as JSON there; - for stdout")->type_name("FILE");
  CLI::Option* base =
      verb->add_option("--base", options->base, "Fail where a count of that file is exceeded")->type_name("FILE");
  verb->add_option("--tolerance", options->tolerance_percent, "By more than so many percent")
      ->check(CLI::Range(0.0, 1000.0))
      ->needs(base)
      ->type_name("P");
  verb->callback([options, &code] { code = run_count(*options); });
  add_counted(app, code);
}

}  // namespace cardume
