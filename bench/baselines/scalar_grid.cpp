#include "bench/baselines/scalar_grid.hpp"

#include <utility>

namespace cardume::bench {

ScalarGridFlock::ScalarGridFlock(std::vector<Boid> boids, const BoidRules& rules, ScalarGridTick build)
    : boids_(std::move(boids)),
      sorted_(boids_.size()),
      cell_(boids_.size()),
      rules_(rules),
      edge_(static_cast<std::uint32_t>(rules.size / rules.perception) + 3),
      tick_(build) {
  start_.resize(edge_ * edge_ + 1);
}

void ScalarGridFlock::tick() {
  tick_({boids_.data(), sorted_.data(), cell_.data(), start_.data(), static_cast<std::uint32_t>(boids_.size()), edge_,
         edge_, &rules_});
}

}  // namespace cardume::bench
