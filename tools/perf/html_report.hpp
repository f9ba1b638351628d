#pragma once
#include <string>
#include <vector>

#include "tools/perf/results.hpp"

namespace cardume::perf {

/// A page to show around: one file of HTML that is XML too, without scripts and without anything from elsewhere.
/// `history` holds earlier runs, the oldest first.
std::string to_html(const SuiteResult& suite, const std::vector<SuiteResult>& history);

}  // namespace cardume::perf
