#pragma once
#include <cstdint>

#include "bench/workloads/workload.hpp"

namespace cardume::bench {

/// The function, by its name in the program, inside which instructions are counted.
inline constexpr const char* kCountedFunction = "cardume_counted_steps";

/// Takes that many steps, and says nothing of their times.
void take_counted_steps(Workload&, std::uint32_t steps);

}  // namespace cardume::bench
