#pragma once
#include <cardume/status.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/results.hpp"

namespace cardume::perf {

/// Schema "cardume.bench/1"; tools/perf/bench.schema.json describes it.
std::string to_json(const SuiteResult&);

/// Reads such a text. Errors name the file and the way to the member.
Result<SuiteResult> suite_from_json(std::string_view text, const std::string& name);

/// The times of one benchmark, whoever measured it.
struct NamedSamples {
  std::string name;
  std::vector<double> ns;
};

/// The samples of a text of the schema above, or of Google Benchmark: there, of each name, the real times of all
/// repetitions, but no aggregates.
Result<std::vector<NamedSamples>> samples_from_json(std::string_view text, const std::string& name);

}  // namespace cardume::perf
