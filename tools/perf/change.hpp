#pragma once
#include <string>
#include <vector>

#include "tools/perf/results_json.hpp"
#include "tools/perf/statistics.hpp"
#include "tools/perf/verdict.hpp"

// Two files of results, measured at different times: weaker evidence than a trial of both builds side by side, since
// machines drift.
namespace cardume::perf {

/// How one benchmark changed from the first file to the second.
struct Change {
  std::string name;
  std::size_t base_count = 0, head_count = 0;
  double base_ns = 0, head_ns = 0;  ///< Medians.
  double ratio = 1;                 ///< Of the medians, head to base.
  Interval interval;                ///< Of 95 %, by drawing both samples anew.
  UTest test;
  Verdict verdict = Verdict::kInconclusive;
};

struct ChangeReport {
  std::vector<Change> changes;  ///< In the order of the base.
  std::vector<std::string> only_base, only_head;
};

/// A regression (improvement) is slower (faster) by at least `threshold`, with a U test below `alpha` and an interval
/// beyond 1. Unchanged is an interval within the threshold; anything else, and fewer than 4 samples, is inconclusive.
ChangeReport compare_samples(const std::vector<NamedSamples>& base, const std::vector<NamedSamples>& head,
                             double threshold, double alpha);

std::string to_text(const ChangeReport&);
/// For programs: schema "cardume.compare/1".
std::string to_json(const ChangeReport&);
std::string to_markdown(const ChangeReport&);

}  // namespace cardume::perf
