#pragma once
#include "bench/workloads/workload.hpp"

// The kinds of work, each in a file of its own. The scenario is empty for all but the first.
namespace cardume::bench {

Result<std::unique_ptr<Workload>> make_scene(const char* scenario, const WorkloadSetup&, Scheduler&);
/// Every field of a map of caves: distances and directions, with another goal in each step.
Result<std::unique_ptr<Workload>> make_fields(const char* scenario, const WorkloadSetup&, Scheduler&);
/// Chunks of a world without an end, one after the other.
Result<std::unique_ptr<Workload>> make_worldgen(const char* scenario, const WorkloadSetup&, Scheduler&);
/// The eight nearest of everyone in a flock that moves on, asked for at once.
Result<std::unique_ptr<Workload>> make_queries(const char* scenario, const WorkloadSetup&, Scheduler&);

}  // namespace cardume::bench
