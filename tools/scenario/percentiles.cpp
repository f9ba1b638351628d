#include "tools/scenario/percentiles.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {

std::uint64_t percentile(std::vector<std::uint64_t> samples, double share) {
  if (samples.empty()) return 0;
  const double rank = std::ceil(share * static_cast<double>(samples.size()));
  const auto index = static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(samples.size()))) - 1;
  std::ranges::nth_element(samples, samples.begin() + static_cast<std::ptrdiff_t>(index));
  return samples[index];
}

}  // namespace cardume
