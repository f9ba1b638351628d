#pragma once
#include "tools/perf/count_report.hpp"

namespace cardume {

/// Whether a case can be counted: valgrind knows nothing wider than AVX2, and one thread is counted. The error says
/// what to ask for instead.
Error check_countable(const perf::CaseKey&);
/// The best instruction set that can be.
std::string best_counted();

/// Counts the instructions of a workload in so many steps, on one thread, by running this program under callgrind.
/// valgrind must know the instruction set.
Result<perf::CaseCount> count_case(const perf::CaseKey&, std::uint32_t steps);

}  // namespace cardume
