#pragma once
#include <cardume/status.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/callgrind.hpp"
#include "tools/perf/results.hpp"

namespace cardume::perf {

/// The instructions of one case.
struct CaseCount {
  CaseKey key;
  std::string item;
  std::uint64_t items = 0;
  std::uint32_t steps = 0;
  CountReport count;

  double per_item() const {
    return items > 0 && steps > 0 ? static_cast<double>(count.instructions) / (static_cast<double>(items) * steps) : 0;
  }
};

/// One case against an earlier count of the same one.
struct CountChange {
  CaseKey key;
  double base = 0, head = 0;  ///< Instructions an item and step.

  double ratio() const { return base > 0 ? head / base : 1; }
};

std::string to_text(const std::vector<CaseCount>&);
/// For programs: schema "cardume.count/1".
std::string to_json(const std::vector<CaseCount>&);

/// Sets every case beside the one of the same name in such a text. Errors name the file and the member, or the case
/// that it lacks.
Result<std::vector<CountChange>> changes_since(std::string_view text, const std::string& name,
                                               const std::vector<CaseCount>&);

}  // namespace cardume::perf
