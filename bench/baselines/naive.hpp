#pragma once
#include <vector>

#include "bench/baselines/boid.hpp"

namespace cardume::bench {

/// Boids as tutorials write them (D. Shiffman, "The nature of code", 2012): objects, one pass over all others for each
/// rule, O(n^2).
class NaiveFlock {
 public:
  NaiveFlock(std::vector<Boid> boids, const BoidRules& rules) : boids_(std::move(boids)), rules_(rules) {}

  void tick();
  const std::vector<Boid>& boids() const { return boids_; }

 private:
  std::vector<Boid> boids_;
  BoidRules rules_;
};

}  // namespace cardume::bench
