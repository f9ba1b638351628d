#pragma once
#include <cardume/status.hpp>
#include <string>
#include <vector>

#include "tools/perf/results.hpp"

namespace CLI {
class App;
}

namespace cardume {

/// Which cases of which workloads a verb is to take, as its options say; empty lists for what a workload usually has.
struct CaseOptions {
  std::vector<std::string> workloads;
  std::vector<std::uint32_t> sizes, threads;
  std::vector<std::string> instruction_sets;
};

void add_cases(CLI::App& verb, CaseOptions&);

/// Every combination, in order; names and sets that are unknown are errors.
Result<std::vector<perf::CaseKey>> cases_of(const CaseOptions&, const std::vector<std::string>& usual_workloads);

}  // namespace cardume
