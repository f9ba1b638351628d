#include "tools/perf/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace cardume::perf {

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnchanged:
      return "unchanged";
    case Verdict::kImprovement:
      return "improvement";
    case Verdict::kRegression:
      return "regression";
    case Verdict::kInconclusive:
      return "inconclusive";
  }
  return "";
}

Verdict judge(const Comparison& change, const Comparison& noise, double threshold) {
  const double floor = std::max(std::abs(noise.of_minima - 1), std::abs(noise.of_pairs - 1));
  const double low = std::min(change.pairs.low, change.of_minima) - floor;
  const double high = std::max(change.pairs.high, change.of_minima) + floor;
  if (low > 1 && std::min(change.of_minima, change.of_pairs) >= 1 + threshold) return Verdict::kRegression;
  if (high < 1 && std::max(change.of_minima, change.of_pairs) <= 1 - threshold) return Verdict::kImprovement;
  if (low > 1 - threshold && high < 1 + threshold) return Verdict::kUnchanged;
  return Verdict::kInconclusive;
}

}  // namespace cardume::perf
