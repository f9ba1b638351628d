#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cardume {

/// How the program ends.
enum class ExitCode : int {
  kOk = 0,
  kUsage = 1,         ///< The command line makes no sense.
  kBadInput = 2,      ///< A file or a value in it is wrong.
  kFailed = 3,        ///< A check failed: a known answer, a verdict, a budget.
  kInconclusive = 4,  ///< No verdict could be reached, and one was asked for.
  kDifferent = 5,     ///< Two builds came to different results.
};

/// Says on stderr what went wrong.
ExitCode fail(const std::string& message);

// Each verb adds itself to the command line and leaves its exit code in `code` when it has run.

void add_run(CLI::App&, ExitCode& code);
void add_field(CLI::App&, ExitCode& code);
void add_gen(CLI::App&, ExitCode& code);
void add_scenarios(CLI::App&, ExitCode& code);
void add_bench(CLI::App&, ExitCode& code);
void add_ab(CLI::App&, ExitCode& code);
void add_count(CLI::App&, ExitCode& code);
void add_compare(CLI::App&, ExitCode& code);
void add_worker(CLI::App&, ExitCode& code);

}  // namespace cardume
