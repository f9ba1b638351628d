#include "bench/kernels/kernel_bound.hpp"

namespace cardume::bench {

std::optional<double> rules_bound_ns(const std::string&) { return {}; }

}  // namespace cardume::bench
