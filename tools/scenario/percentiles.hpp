#pragma once
#include <cstdint>
#include <vector>

namespace cardume {

/// The smallest sample that at least `share` (0 to 1) of all samples do not exceed (nearest rank); 0 for no samples.
std::uint64_t percentile(std::vector<std::uint64_t> samples, double share);

}  // namespace cardume
