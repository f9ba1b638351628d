#pragma once
#include <cstdint>

namespace cardume::perf {

/// Allocations of the whole process so far, of this library, of the standard one and of all others. A program that asks
/// has malloc and its kin replaced by ones that count.
std::uint64_t allocation_count();

}  // namespace cardume::perf
