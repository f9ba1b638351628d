#pragma once
#include <cardume/world.hpp>
#include <vector>

#include "bench/baselines/boid.hpp"

namespace cardume::bench {

enum class Heading { kMiddle, kRandom };

const char* to_string(Heading);

/// One flock that both the engine and the baselines can run.
struct FlockScene {
  std::vector<Boid> boids;
  BoidRules rules;
};

/// Boids of top speed 2, uniform in an open square where each has 16 neighbours within 4.0 on average; all set out
/// toward the middle, or each its own way.
FlockScene make_flock_scene(std::uint32_t count, Heading);

/// The scene as a world of the engine, every agent seen by everyone in sight.
WorldDesc world_of(const FlockScene&);
std::vector<AgentDesc> agents_of(const FlockScene&);

/// How many others each of these points has within `radius`, on average.
double mean_neighbours(const std::vector<Vec2>& points, float radius);

}  // namespace cardume::bench
