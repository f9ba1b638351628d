#include "tools/perf/results.hpp"

#include "tools/scenario/percentiles.hpp"

namespace cardume::perf {

std::string name_of(const CaseKey& key) {
  return key.workload + "/" + std::to_string(key.size) + "/threads:" + std::to_string(key.threads) + "/" +
         key.instruction_set;
}

double quantile_ns(const CaseResult& result, double share) {
  return static_cast<double>(percentile(result.all_ns, share));
}

double median_ns(const CaseResult& result) { return quantile_ns(result, 0.5); }
double min_ns(const CaseResult& result) { return quantile_ns(result, 0); }

double ns_per_item(const CaseResult& result) {
  return result.items > 0 ? median_ns(result) / static_cast<double>(result.items) : 0;
}

double frame_share(const CaseResult& result) { return median_ns(result) * 1e-9 * result.tick_rate; }

}  // namespace cardume::perf
