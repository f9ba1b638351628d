#pragma once
#include <optional>
#include <string>

namespace cardume::bench {

/// Nanoseconds that the rules kernel of that instruction set takes for each pair it looks at, on a few hundred agents
/// that lie in the first cache and so close that batches are full: no tick can be faster. The fastest of many runs on
/// this thread. Nothing where kernels are out of reach, as they are through a shared library.
std::optional<double> rules_bound_ns(const std::string& instruction_set);

}  // namespace cardume::bench
