#include "bench/support/timing.hpp"

#include <ctime>

namespace cardume::bench {
namespace {

double read(clockid_t clock) {
  std::timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

}  // namespace

double wall_ns() { return read(CLOCK_MONOTONIC); }
double thread_ns() { return read(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace cardume::bench
