#pragma once
#include <atomic>
#include <cardume/scheduler.hpp>
#include <new>

#include "core/exact_float.hpp"

namespace cardume {

/// Queries a chunk.
inline constexpr std::uint32_t kQueryGrain = 32;

/// Calls `body(chunk)` for runs of queries on any threads; few of them right here. Want of memory in any of them is
/// thrown when all have ended.
template <class Body>
void for_queries(Scheduler& scheduler, std::uint32_t count, Body body) {
  if (count <= kQueryGrain) return body(Chunk{0, count, 0});
  std::atomic<bool> failed{false};
  scheduler.parallel_for(count, kQueryGrain, [&](Chunk chunk) {
    const ExactFloat exact;
    try {
      body(chunk);
    } catch (...) {
      failed = true;
    }
  });
  if (failed) throw std::bad_alloc();
}

}  // namespace cardume
