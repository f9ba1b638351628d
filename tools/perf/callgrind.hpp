#pragma once
#include <cardume/status.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Instructions counted by valgrind's tool callgrind: the same on every machine and in every run, up to what the kernel
// and the C library do differently.
namespace cardume::perf {

struct FunctionCount {
  std::string name;
  std::uint64_t instructions = 0;  ///< With all that it calls.
};

struct CountReport {
  std::uint64_t instructions = 0;
  std::vector<FunctionCount> stages;  ///< Of the engine's tick, in the order of their size.
};

/// Reads what callgrind writes. Errors name the file and what was missing.
Result<CountReport> parse_callgrind(std::string_view text, const std::string& name);

/// Runs a program under callgrind, which counts only inside the function of that name, and reads what it says. Errors
/// tell what to install, or what the program printed.
Result<CountReport> run_callgrind(const std::vector<std::string>& command, const std::string& inside);

}  // namespace cardume::perf
