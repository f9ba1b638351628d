#pragma once
#include <cstdint>

namespace cardume::perf {

/// The most memory that this process has held at once, in bytes.
std::uint64_t peak_memory_bytes();

}  // namespace cardume::perf
