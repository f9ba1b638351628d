#pragma once
#include <cstdint>
#include <vector>

#include "tools/scenario/percentiles.hpp"

namespace cardume::bench {

/// Nanoseconds that have gone by, and that this thread has worked.
double wall_ns();
double thread_ns();

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

/// How long `work` takes by that clock.
template <class Work>
double timed(double (*clock_ns)(), Work&& work) {
  const double begin = clock_ns();
  work();
  return clock_ns() - begin;
}

}  // namespace cardume::bench
