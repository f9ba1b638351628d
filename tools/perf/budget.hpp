#pragma once
#include <cardume/status.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/results.hpp"

// What a build may cost, as a file says:
//
//   [[budget]]
//   workload = "flock"        # Of the cases that match; agents, threads and simd may be left out for all.
//   agents = 10_000
//   threads = 1
//   simd = "avx2"
//   frame_share = 0.05        # Of a game's frame, by the median.
//   ratio = 1.10              # To the same case of the file that --base names, by medians.
//   instructions = 3_000      # An agent and step, counted by callgrind.
//   bytes = 200               # An agent.
//   allocations = 0           # In all measured steps.
namespace cardume::perf {

struct Budget {
  std::string workload;
  std::optional<std::uint32_t> agents, threads;
  std::string instruction_set;  ///< Empty for any.
  std::optional<double> frame_share, ratio, instructions, bytes, allocations;
  std::string origin;  ///< `name:line:column`.

  bool covers(const CaseKey&) const;
};

/// Errors read `name:line:column: what; expected ...`.
Result<std::vector<Budget>> parse_budgets(std::string_view text, const std::string& name);

/// One limit against what was measured.
struct BudgetLine {
  std::string of;     ///< The case.
  std::string limit;  ///< Such as "frame_share".
  double most = 0, measured = 0;
  bool unknown = false;  ///< It could not be measured, which is no pass.

  bool kept() const { return !unknown && measured <= most; }
};

/// kInvalidArgument for a budget that covers none of the cases that are to be measured, and for one with a ratio whose
/// case the base does not have.
Error check_coverage(const std::vector<Budget>&, const std::vector<CaseKey>&, const std::vector<CaseResult>& base);

/// Every limit of every case that it covers; check_coverage() must have found nothing.
std::vector<BudgetLine> check_budgets(const std::vector<Budget>&, const std::vector<CaseResult>&,
                                      const std::vector<CaseResult>& base);

/// A table for people.
std::string to_text(const std::vector<BudgetLine>&);

}  // namespace cardume::perf
