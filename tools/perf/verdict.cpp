#include "tools/perf/verdict.hpp"

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
  const double floor = std::abs(noise.of_minima - 1);
  const double low = change.minima.low - floor, high = change.minima.high + floor;
  if (low > 1 && change.of_minima >= 1 + threshold) return Verdict::kRegression;
  if (high < 1 && change.of_minima <= 1 - threshold) return Verdict::kImprovement;
  if (low > 1 - threshold && high < 1 + threshold) return Verdict::kUnchanged;
  return Verdict::kInconclusive;
}

}  // namespace cardume::perf
