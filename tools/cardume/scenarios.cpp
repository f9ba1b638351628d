#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tools/cardume/verbs.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {
namespace {

ExitCode list_scenarios() {
  for (const std::string& path : find_scenarios()) {
    const Result<Scenario> scenario = load_scenario(path);
    if (!scenario) return fail(scenario.error().message);
    fmt::print("{:12} {:>9} agents  {}\n", scenario->name, scenario->run.agents, scenario->description);
  }
  return ExitCode::kOk;
}

}  // namespace

void add_scenarios(CLI::App& app, ExitCode& code) {
  CLI::App* verb = app.add_subcommand("scenarios", "Lists the scenarios at hand");
  verb->callback([&code] { code = list_scenarios(); });
}

}  // namespace cardume
