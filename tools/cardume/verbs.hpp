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
  kUsage = 1,     ///< The command line makes no sense.
  kBadInput = 2,  ///< A file or a value in it is wrong.
  kMismatch = 3,  ///< A check against known answers failed.
};

/// Says on stderr what went wrong.
ExitCode fail(const std::string& message);

// Each verb adds itself to the command line and leaves its exit code in `code` when it has run.

void add_run(CLI::App&, ExitCode& code);
void add_field(CLI::App&, ExitCode& code);
void add_gen(CLI::App&, ExitCode& code);
void add_scenarios(CLI::App&, ExitCode& code);

}  // namespace cardume
