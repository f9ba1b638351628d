#pragma once
#include <cardume/status.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/results.hpp"
#include "tools/perf/statistics.hpp"
#include "tools/perf/verdict.hpp"

// Two builds side by side. Both run the same workload, which is the same work step by step, because results are the
// same everywhere; a third, the base once more, shows what the machine makes of no difference at all.
namespace cardume::perf {

struct TrialPlan {
  std::string base, head;  ///< See SubjectDesc::path.
  CaseKey key;
  std::uint32_t warm = 30;         ///< Steps of each round before times are kept.
  std::uint32_t steps = 40;        ///< Steps of each round whose times are kept.
  std::uint32_t rounds = 6;        ///< To begin with; each starts everything anew.
  std::uint32_t most_rounds = 18;  ///< While there is no verdict.
  double threshold = 0.02;         ///< What matters, as a share.
  bool same_results = true;        ///< Hashes that differ end the trial.
};

/// What a stage has to do with a change.
struct StageChange {
  std::string name;
  double share = 0;  ///< Of the base's step.
  double ratio = 1;  ///< Head to base, undisturbed.
};

/// A step after which the two builds did not agree.
struct Mismatch {
  std::uint32_t step = 0;  ///< From 1, those to warm up included.
  std::uint64_t base = 0, head = 0;
};

struct TrialResult {
  CaseKey key;
  std::uint64_t items = 0;
  std::uint32_t rounds = 0, steps = 0;
  double base_ns = 0, head_ns = 0;  ///< A step, undisturbed.
  Comparison change;                ///< Head to base.
  Comparison noise;                 ///< The base to itself.
  Verdict verdict = Verdict::kInconclusive;
  std::vector<StageChange> stages;  ///< Those that take part in the time.
  std::optional<Mismatch> mismatch;
};

/// Calls `progress` after every round, if it is set. Errors say which build could not do what.
Result<TrialResult> run_trial(const TrialPlan&, const std::function<void(const TrialResult&)>& progress = {});

}  // namespace cardume::perf
