#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "tools/cardume/shared_options.hpp"
#include "tools/cardume/verbs.hpp"
#include "tools/perf/change.hpp"
#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

struct CompareOptions {
  std::string base, head;
  double threshold_percent = 5, alpha = 0.01;
  bool strict = false;
  std::string json, markdown;
};

Result<std::vector<perf::NamedSamples>> samples_of(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return perf::samples_from_json(*text, path);
}

ExitCode code_of(const perf::ChangeReport& report, bool strict) {
  ExitCode code = ExitCode::kOk;
  for (const perf::Change& change : report.changes) {
    if (change.verdict == perf::Verdict::kRegression) return ExitCode::kFailed;
    if (strict && change.verdict == perf::Verdict::kInconclusive) code = ExitCode::kInconclusive;
  }
  return code;
}

ExitCode run_compare(const CompareOptions& options) {
  if (Error error = check_outputs(options.json, {options.markdown})) return fail(error.message);
  const auto base = samples_of(options.base), head = samples_of(options.head);
  if (!base) return fail(base.error().message);
  if (!head) return fail(head.error().message);
  const perf::ChangeReport report = perf::compare_samples(*base, *head, options.threshold_percent / 100, options.alpha);
  if (report.changes.empty()) return fail(options.head + ": has no benchmark of " + options.base);
  if (!options.markdown.empty())
    if (Error error = write_file(options.markdown, to_markdown(report))) return fail(error.message);
  if (Error error = write_report(options.json, to_text(report), to_json(report))) return fail(error.message);
  return code_of(report, options.strict);
}

}  // namespace

void add_compare(CLI::App& app, ExitCode& code) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* verb = app.add_subcommand("compare", "Compares two files of results, of cardume bench or Google Benchmark");
  verb->footer(
      "Machines drift from one run to the next: cardume ab, which runs both at once, sees far smaller changes.");
  verb->add_option("base", options->base, "The earlier results")->required()->type_name("A.json");
  verb->add_option("head", options->head, "The later ones")->required()->type_name("B.json");
  verb->add_option("--threshold", options->threshold_percent, "What matters, in percent")
      ->check(CLI::Range(0.1, 1000.0))
      ->type_name("P");
  verb->add_option("--alpha", options->alpha,
                   "What p of the U test must be below; it takes steps for independent, which they are not")
      ->check(CLI::Range(1e-9, 0.5))
      ->type_name("A");
  verb->add_flag("--strict", options->strict, "Fail where there is no verdict");
  verb->add_option("--json", options->json, "Write the changes as JSON there; - for stdout")->type_name("FILE");
  verb->add_option("--markdown", options->markdown, "Write them as a table there")->type_name("FILE");
  verb->callback([options, &code] { code = run_compare(*options); });
}

}  // namespace cardume
