#include "bench/support/context.hpp"

#include <benchmark/benchmark.h>

#include <cardume/scheduler.hpp>
#include <cardume/world.hpp>
#include <string>

#include "tools/perf/context.hpp"

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
  const perf::Context context = perf::this_context();
  benchmark::AddCustomContext("cardume_version", context.version);
  benchmark::AddCustomContext("cardume_revision", context.revision);
  benchmark::AddCustomContext("cardume_build_type", context.build_type);
  benchmark::AddCustomContext("cardume_compiler", context.compiler);
  benchmark::AddCustomContext("cardume_instruction_sets", joined_instruction_sets());
  benchmark::AddCustomContext("cardume_threads", std::to_string(make_tbb_scheduler()->worker_count()));
  benchmark::AddCustomContext("cpu", context.cpu);
}

}  // namespace cardume::bench
