#include <cinttypes>
#include <cstdio>
#include <optional>
#include <sstream>

#include "bench/workloads/subject.hpp"

namespace cardume::bench {
namespace {

void say_ready(const RunningWorkload& running, std::FILE* out) {
  std::fprintf(out, "ok %" PRIu64, running.work->items());
  for (std::uint32_t i = 0; running.work->report() != nullptr && i < kStageCount; ++i)
    std::fprintf(out, " %s", to_string(static_cast<Stage>(i)));
}

std::optional<RunningWorkload> open(std::istream& words, std::FILE* out) {
  std::string name;
  WorkloadSetup setup;
  words >> name >> setup.size >> setup.threads >> setup.instruction_set;
  if (!words) return std::fputs("error: expected open WORKLOAD SIZE THREADS SET", out), std::nullopt;
  if (setup.instruction_set == "best") setup.instruction_set.clear();
  auto running = start_workload(name, setup);
  if (!running) return std::fprintf(out, "error: %s", running.error().message.c_str()), std::nullopt;
  say_ready(*running, out);
  return std::move(*running);
}

void step(Workload& work, std::FILE* out) {
  const StepTime time = work.step();
  std::fprintf(out, "%" PRIu64 " %" PRIu64 " %" PRIx64, time.wall_ns, time.cpu_ns, work.hash());
  if (work.report() == nullptr) return;
  for (const std::uint64_t ns : work.report()->stage_ns) std::fprintf(out, " %" PRIu64, ns);
}

}  // namespace

int serve(std::FILE* in, std::FILE* out) {
  std::optional<RunningWorkload> running;
  char line[256];
  while (std::fgets(line, sizeof line, in) != nullptr) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "open")
      running = open(words, out);
    else if (verb == "step" && running)
      step(*running->work, out);
    else
      std::fputs("error: expected open, then step", out);
    std::fputc('\n', out);
    if (std::fflush(out) != 0) return 1;
  }
  return 0;
}

}  // namespace cardume::bench
