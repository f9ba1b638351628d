#pragma once
#include <string>

#include "tools/perf/results.hpp"

// What others read.
namespace cardume::perf {

/// For people at a terminal.
std::string to_text(const SuiteResult&);

/// As Google Benchmark writes it, a repetition for each measured step, so that its compare.py and all that reads it can
/// be used.
std::string to_google_json(const SuiteResult&);

/// An array of name, unit and value: customSmallerIsBetter of github-action-benchmark.
std::string to_action_json(const SuiteResult&);

/// Tables for the summary of a job.
std::string to_markdown(const SuiteResult&);

}  // namespace cardume::perf
