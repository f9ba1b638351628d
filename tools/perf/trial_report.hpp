#pragma once
#include <span>
#include <string>

#include "tools/perf/trial.hpp"

namespace cardume::perf {

/// One line: the verdict, the ratio, its interval and the noise.
std::string summary_of(const TrialResult&);

std::string to_text(std::span<const TrialResult>);
/// For programs: schema "cardume.ab/1".
std::string to_json(std::span<const TrialResult>);
/// A table for the summary of a job.
std::string to_markdown(std::span<const TrialResult>);
/// A test for each workload, failed by a regression or by different results.
std::string to_junit(std::span<const TrialResult>);

}  // namespace cardume::perf
