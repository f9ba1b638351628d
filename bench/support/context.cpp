#include "bench/support/context.hpp"

#include <benchmark/benchmark.h>

#include <cardume/scheduler.hpp>
#include <cardume/world.hpp>
#include <string>

#include "bench/build_info.hpp"
#include "tools/scenario/cpu_name.hpp"

namespace cardume::bench {
namespace {

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
  benchmark::AddCustomContext("cardume_version", version());
  benchmark::AddCustomContext("cardume_revision", kRevision);
  benchmark::AddCustomContext("cardume_build_type", kBuildType);
  benchmark::AddCustomContext("cardume_compiler", kCompiler);
  benchmark::AddCustomContext("cardume_instruction_sets", joined_instruction_sets());
  benchmark::AddCustomContext("cardume_threads", std::to_string(make_tbb_scheduler()->worker_count()));
  benchmark::AddCustomContext("cpu", cpu_name());
}

}  // namespace cardume::bench
