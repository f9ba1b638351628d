#pragma once
#include <memory>

#include "bench/workloads/workload.hpp"

namespace cardume::bench {

/// A workload with the scheduler that it runs by.
struct RunningWorkload {
  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<Workload> work;
  const WorkloadKind* kind = nullptr;
};

/// Not yet warm. Errors name the workload or what is wrong of the setup. A size of 0 is the usual one.
Result<RunningWorkload> start_workload(const std::string& name, WorkloadSetup setup);

/// Answers, line by line, a program that measures this one; see tools/perf/program_subject.cpp. Ends with its input.
int serve(std::FILE* in, std::FILE* out);

}  // namespace cardume::bench
