#pragma once
#include "tools/perf/statistics.hpp"

namespace cardume::perf {

enum class Verdict { kUnchanged, kImprovement, kRegression, kInconclusive };

const char* to_string(Verdict);

/// Slower (faster) by at least `threshold`, a share such as 0.02, by the minima and by the pairs, and surely slower
/// (faster) at all; or surely changed by less than that; or neither. Sure is what holds for both ratios and for the
/// whole interval of the pairs, widened on both sides by how far the base was off itself in the same run. (Resampling
/// makes the interval of minima too wide: who draws rounds anew leaves out a third of them, the fastest as well.)
Verdict judge(const Comparison& change, const Comparison& noise, double threshold);

}  // namespace cardume::perf
