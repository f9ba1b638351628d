#include "tools/cardume/count_case.hpp"

#include <cardume/world.hpp>
#include <filesystem>
#include <string_view>

#include "bench/workloads/counted.hpp"
#include "bench/workloads/subject.hpp"

namespace cardume {

namespace {

constexpr std::string_view kTooWide = "avx512";

}  // namespace

std::string best_counted() {
  std::string best;
  for (const std::string_view set : instruction_sets())
    if (set != kTooWide) best = set;
  return best;
}

Error check_countable(const perf::CaseKey& key) {
  if (key.threads != 1) return {Status::kInvalidArgument, name_of(key) + ": instructions are counted of one thread"};
  if (key.instruction_set == kTooWide)
    return {Status::kInvalidArgument, name_of(key) + ": valgrind cannot run it; expected --simd " + best_counted()};
  return {};
}

Result<perf::CaseCount> count_case(const perf::CaseKey& key, std::uint32_t steps) {
  // What is counted is known without counting, and what is wrong with it is told before long work.
  auto running = bench::start_workload(key.workload, {key.size, 1, key.instruction_set});
  if (!running) return running.error();
  perf::CaseCount counted{key, running->kind->item, running->work->items(), steps, {}};
  std::error_code code;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
  auto report = perf::run_callgrind(
      {self.string(), "counted", key.workload, std::to_string(key.size), std::to_string(steps), key.instruction_set},
      bench::kCountedFunction);
  if (!report) return report.error();
  counted.count = std::move(*report);
  return counted;
}

}  // namespace cardume
