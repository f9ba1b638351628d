#include "bench/support/context.hpp"

#include <benchmark/benchmark.h>

#include <cardume/scheduler.hpp>
#include <cardume/world.hpp>
#include <fstream>
#include <string>

#include "bench/build_info.hpp"

namespace cardume::bench {
namespace {

/// As Linux tells it; "unknown" elsewhere.
std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string joined_instruction_sets() {
  std::string joined;
  for (const char* name : instruction_sets()) {
    if (!joined.empty()) joined += ' ';
    joined += name;
  }
  return joined;
}

}  // namespace

void add_context() {
  benchmark::AddCustomContext("cardume_version", kVersion);
  benchmark::AddCustomContext("cardume_revision", kRevision);
  benchmark::AddCustomContext("cardume_build_type", kBuildType);
  benchmark::AddCustomContext("cardume_compiler", kCompiler);
  benchmark::AddCustomContext("cardume_instruction_sets", joined_instruction_sets());
  benchmark::AddCustomContext("cardume_threads", std::to_string(make_tbb_scheduler()->worker_count()));
  benchmark::AddCustomContext("cpu", cpu_name());
}

}  // namespace cardume::bench
