#pragma once
#include "tools/perf/count_report.hpp"

namespace cardume {

/// Counts the instructions of a workload in so many steps, on one thread, by running this program under callgrind.
/// valgrind must know the instruction set.
Result<perf::CaseCount> count_case(const perf::CaseKey&, std::uint32_t steps);

}  // namespace cardume
