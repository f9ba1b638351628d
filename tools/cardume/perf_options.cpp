#include "tools/cardume/perf_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cardume/limits.hpp>

#include "bench/workloads/workload.hpp"
#include "tools/cardume/shared_options.hpp"

namespace cardume {
namespace {

const bench::WorkloadKind* find(const std::string& name, Error& error) {
  const bench::WorkloadKind* const kind = bench::find_workload(name);
  std::string known;
  for (const bench::WorkloadKind& one : bench::workloads())
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  if (kind == nullptr)
    error = {Status::kInvalidArgument, fmt::format("--workload {}: unknown; expected one of {}", name, known)};
  return kind;
}

}  // namespace

void add_cases(CLI::App& verb, CaseOptions& options) {
  const auto list = [&](const char* flags, auto& values, const char* what, const char* type) {
    return verb.add_option(flags, values, what)->delimiter(',')->allow_extra_args(false)->type_name(type);
  };
  list("--workload", options.workloads, "Which workloads to run, parted by commas", "NAME[,...]");
  list("--agents", options.sizes, "Agents (of maps the edge in cells) instead of the usual", "N[,...]")
      ->check(CLI::Range(1u, limits::kMaxAgents));
  list("--threads", options.threads, "Threads to run on; 1 by default", "N[,...]")->check(CLI::Range(1u, 4096u));
  list("--simd", options.instruction_sets, "Instruction sets to run; the best there is by default", "ISA[,...]");
}

Result<std::vector<perf::CaseKey>> cases_of(const CaseOptions& options, const std::vector<std::string>& usual) {
  std::vector<perf::CaseKey> cases;
  Error error;
  const std::vector<std::string> best{instruction_sets().back()};
  for (const std::uint32_t threads : options.threads)
    if (const auto scheduler = bench::make_scheduler(threads); !scheduler) return scheduler.error();
  for (const std::string& set : options.instruction_sets)
    if (Error unknown = check_instruction_set(set)) return unknown;
  for (const std::string& name : options.workloads.empty() ? usual : options.workloads) {
    const bench::WorkloadKind* const kind = find(name, error);
    if (kind == nullptr) return error;
    for (const std::uint32_t size : options.sizes.empty() ? kind->sizes : options.sizes)
      for (const std::uint32_t threads : options.threads.empty() ? std::vector{1u} : options.threads)
        for (const std::string& set : options.instruction_sets.empty() ? best : options.instruction_sets)
          cases.push_back({name, size, threads, set});
  }
  return cases;
}

}  // namespace cardume
