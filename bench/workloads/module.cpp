#include <algorithm>
#include <cstdio>

#include "bench/workloads/subject.hpp"
#include "tools/perf/subject_abi.h"

// The workloads as a shared library that a program can load beside another build of it.
namespace cardume::bench {
namespace {

static_assert(kStageCount <= CARDUME_SUBJECT_STAGES);

Workload& work_of(void* running) { return *static_cast<RunningWorkload*>(running)->work; }

void* open(const char* workload, std::uint32_t size, std::uint32_t threads, const char* instruction_set, char* error,
           std::size_t error_size) {
  auto running = start_workload(workload, {size, threads, instruction_set});
  if (running) return new RunningWorkload(std::move(*running));
  std::snprintf(error, error_size, "%s", running.error().message.c_str());
  return nullptr;
}

void step(void* running, CardumeSubjectStep* out) {
  Workload& work = work_of(running);
  const StepTime time = work.step();
  *out = {time.wall_ns, time.cpu_ns, work.hash(), {}};
  if (work.report() != nullptr) std::copy_n(work.report()->stage_ns.begin(), kStageCount, out->stage_ns);
}

void close(void* running) { delete static_cast<RunningWorkload*>(running); }
std::uint64_t items(void* running) { return work_of(running).items(); }
std::uint32_t stages(void* running) { return work_of(running).report() != nullptr ? kStageCount : 0; }
const char* stage_name(std::uint32_t stage) { return to_string(static_cast<Stage>(stage)); }

constexpr CardumeSubjectApi kApi{CARDUME_SUBJECT_VERSION, open, step, close, items, stages, stage_name};

}  // namespace
}  // namespace cardume::bench

extern "C" __attribute__((visibility("default"))) const CardumeSubjectApi* cardume_subject() {
  return &cardume::bench::kApi;
}
