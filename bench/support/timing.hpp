#pragma once
#include <cstdint>
#include <vector>

#include "tools/scenario/clock.hpp"
#include "tools/scenario/percentiles.hpp"

namespace cardume::bench {

/// The times of many ticks, in nanoseconds.
class Samples {
 public:
  void add(double ns) { ns_.push_back(static_cast<std::uint64_t>(ns)); }
  double median() const { return quantile(0.5); }
  double min() const { return quantile(0); }
  double quantile(double share) const { return static_cast<double>(percentile(ns_, share)); }

 private:
  std::vector<std::uint64_t> ns_;
};

/// How many nanoseconds `work` takes by that clock.
template <class Work>
double timed(std::uint64_t (*clock_ns)(), Work&& work) {
  const std::uint64_t begin = clock_ns();
  work();
  return static_cast<double>(clock_ns() - begin);
}

}  // namespace cardume::bench
