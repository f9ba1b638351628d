#pragma once
#include <chrono>
#include <cstdint>

namespace cardume {

/// How many nanoseconds some work takes.
template <class Work>
std::uint64_t ns_of(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace cardume
