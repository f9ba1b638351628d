#pragma once
#include <cstdint>

namespace cardume {

/// Nanoseconds that have gone by, and that this thread has worked.
std::uint64_t wall_ns();
std::uint64_t thread_ns();

}  // namespace cardume
