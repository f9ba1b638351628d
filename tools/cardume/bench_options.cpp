#include "tools/cardume/bench_options.hpp"

#include <CLI/CLI.hpp>

namespace cardume {
namespace {

void add_file(CLI::App& verb, const char* name, std::string& path, const char* what) {
  verb.add_option(name, path, what)->type_name("FILE");
}

void add_outputs(CLI::App& verb, BenchOutputs& outputs) {
  add_file(verb, "--json", outputs.json, "Write all results as JSON there; - for stdout");
  add_file(verb, "--google-json", outputs.google_json, "Write them as Google Benchmark would");
  add_file(verb, "--action-json", outputs.action_json,
           "Write them for github-action-benchmark (customSmallerIsBetter)");
  add_file(verb, "--markdown", outputs.markdown, "Write them as a table, for the summary of a job");
  add_file(verb, "--junit", outputs.junit, "Write cases and budgets as JUnit XML");
  add_file(verb, "--html", outputs.html, "Write a report with plots, one page that needs nothing else");
  add_file(verb, "--trace", outputs.trace, "Write one step of each world as a Perfetto trace: stages, chunks, jobs");
  add_file(verb, "--chrome-trace", outputs.chrome_trace, "Write the same as JSON for about:tracing and speedscope");
}

void add_inputs(CLI::App& verb, BenchInputs& inputs) {
  add_file(verb, "--budget", inputs.budget, "Fail where a limit of that TOML file is exceeded");
  add_file(verb, "--base", inputs.base, "Earlier results as JSON, which ratios of the budget refer to");
  verb.add_option("--history", inputs.history, "Earlier results for the report, oldest first; may be repeated")
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("FILE");
}

}  // namespace

void add_bench_options(CLI::App& verb, BenchOptions& options) {
  add_cases(verb, options.cases);
  verb.add_option("--filter", options.filter, "Only cases in whose names this regular expression is found")
      ->type_name("RE");
  verb.add_option("--repeat", options.repeats, "Times that each case is measured from its beginning")
      ->check(CLI::Range(1u, 1000u))
      ->type_name("N");
  verb.add_option("--steps", options.steps, "Steps of each, instead of as many as the size asks for")
      ->check(CLI::Range(1u, 1'000'000u))
      ->type_name("N");
  verb.add_flag("--peers", options.peers, "Run the engine against others as well, as far as this was built with them");
  verb.add_flag("--count", options.count, "Count instructions as well, which takes valgrind and a while");
  verb.add_flag("--list", options.list, "Only list the cases");
  add_inputs(verb, options.inputs);
  add_outputs(verb, options.outputs);
}

}  // namespace cardume
