#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cardume/world.hpp>
#include <cstdio>
#include <exception>

#include "tools/cardume/verbs.hpp"

namespace cardume {

ExitCode fail(const std::string& message) {
  fmt::print(stderr, "cardume: {}\n", message);
  return ExitCode::kBadInput;
}

namespace {

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app{"Crowds of hundreds of thousands of agents, the same bit for bit on every machine."};
  app.name("cardume");
  app.set_version_flag("--version", fmt::format("cardume {} (simulation version {})", version(), sim_version()));
  app.require_subcommand(1);
  app.footer("Exit codes: 0 ok, 1 usage, 2 bad input, 3 a check failed, 4 no verdict, 5 different results.");
  ExitCode code = ExitCode::kOk;
  add_run(app, code);
  add_field(app, code);
  add_gen(app, code);
  add_scenarios(app, code);
  add_bench(app, code);
  add_ab(app, code);
  add_count(app, code);
  add_compare(app, code);
  add_worker(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ExitCode::kOk : ExitCode::kUsage;
  }
  return code;
}

// What was printed may still wait in a buffer, and be lost when that is written.
ExitCode after_printing(ExitCode code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return fail("stdout could not be written");
}

}  // namespace
}  // namespace cardume

int main(int argc, char** argv) {
  try {
    return static_cast<int>(cardume::after_printing(cardume::run_command_line(argc, argv)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cardume: %s\n", error.what());
    return static_cast<int>(cardume::ExitCode::kBadInput);
  }
}
