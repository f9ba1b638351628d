#pragma once
#include <cardume/profile.hpp>

#include "bench/workloads/subject.hpp"
#include "tools/perf/results.hpp"

namespace cardume::bench {

struct MeasurePlan {
  perf::CaseKey key;
  std::uint32_t repeats = 3;                ///< Times that the same steps are measured, each from the beginning.
  std::uint32_t steps = 0;                  ///< To measure; 0 for as many as the size asks for.
  const ProfilerHooks* profiler = nullptr;  ///< To be told of one step more, at the end.
};

/// Steps that a workload of so many items is measured for: small ones jitter more and cost less.
std::uint32_t usual_steps(std::uint64_t items);

/// Runs a workload and notes how long its steps take. Errors as of start_workload().
Result<perf::CaseResult> measure(const MeasurePlan&);

}  // namespace cardume::bench
