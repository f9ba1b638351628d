#include "bench/workloads/subject.hpp"

namespace cardume::bench {
namespace {

std::string known_names() {
  std::string names;
  for (const WorkloadKind& kind : workloads()) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names;
}

}  // namespace

Result<RunningWorkload> start_workload(const std::string& name, WorkloadSetup setup) {
  const WorkloadKind* kind = find_workload(name);
  if (kind == nullptr)
    return Error{Status::kInvalidArgument, "no workload \"" + name + "\"; there are " + known_names()};
  if (setup.size == 0) setup.size = kind->sizes.front();
  auto scheduler = make_scheduler(setup.threads);
  if (!scheduler) return scheduler.error();
  auto work = kind->make(kind->scenario, setup, **scheduler);
  if (!work) return Error{work.error().status, name + ": " + work.error().message};
  return RunningWorkload{std::move(*scheduler), std::move(*work), kind};
}

}  // namespace cardume::bench
