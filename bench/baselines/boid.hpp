#pragma once
#include <cstdint>

// The rules of <cardume/species.hpp> for one species in the plane with SteeringLimit::kEachRule and no border, as both
// baselines run them. Plain data only: this header is also compiled for newer processors than the rest of the
// benchmarks.
namespace cardume::bench {

struct Boid {
  float x, y;
  float vx, vy;
  std::uint32_t id;  ///< Its place in the crowd that the scene made; stays with it through any reordering.
};

struct BoidRules {
  float perception;  ///< Radius of alignment and cohesion, in world units; not below `separation`.
  float separation;  ///< Radius of separation, in world units.
  float separation_weight, alignment_weight, cohesion_weight;
  float max_speed;         ///< World units a second.
  float max_acceleration;  ///< World units a second squared, for each rule.
  float response;          ///< 1/s.
  float seconds;           ///< Length of a tick.
  float size;              ///< Boids live in [0, size] on both axes.
};

}  // namespace cardume::bench
