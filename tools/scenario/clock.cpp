#include "tools/scenario/clock.hpp"

#include <ctime>

namespace cardume {
namespace {

std::uint64_t read(clockid_t clock) {
  std::timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

std::uint64_t wall_ns() { return read(CLOCK_MONOTONIC); }
std::uint64_t thread_ns() { return read(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace cardume
