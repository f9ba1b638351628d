#pragma once
#include "tools/perf/statistics.hpp"

namespace cardume::perf {

enum class Verdict { kUnchanged, kImprovement, kRegression, kInconclusive };

const char* to_string(Verdict);

/// Slower (faster) by at least `threshold`, a share such as 0.02, and surely slower (faster) at all; or surely changed
/// by less than that; or neither. Sure is what the interval says after it has been widened, on both sides, by how far
/// the base was off itself in the same run.
Verdict judge(const Comparison& change, const Comparison& noise, double threshold);

}  // namespace cardume::perf
