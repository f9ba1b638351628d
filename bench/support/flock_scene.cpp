#include "bench/support/flock_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tools/scenario/random.hpp"

namespace cardume::bench {
namespace {

constexpr std::uint64_t kSeed = 42;
constexpr float kTopSpeed = 2;
constexpr BoidRules kRules{.perception = 4,
                           .separation = 2,
                           .separation_weight = 1.5f,
                           .alignment_weight = 1,
                           .cohesion_weight = 1,
                           .max_speed = kTopSpeed,
                           .max_acceleration = 8,
                           .response = 4,
                           .seconds = 1.0f / 60,
                           .size = 0};

/// A point of the unit disc, never its centre.
Vec2 random_direction(Draws& draws) {
  for (;;) {
    const Vec2 direction{draws.signed_unit(), draws.signed_unit()};
    const float length2 = direction.x * direction.x + direction.y * direction.y;
    if (length2 > 0 && length2 <= 1) return direction;
  }
}

Boid make_boid(std::uint32_t id, float size, Heading heading) {
  Draws draws(kSeed, 0, id);
  Boid boid{draws.unit() * size, draws.unit() * size, 0, 0, id};
  const Vec2 middle{size / 2 - boid.x, size / 2 - boid.y};
  const Vec2 way = heading == Heading::kMiddle ? middle : random_direction(draws);
  const float length = std::sqrt(way.x * way.x + way.y * way.y);
  if (length == 0) return boid;
  boid.vx = way.x * (kTopSpeed / length);
  boid.vy = way.y * (kTopSpeed / length);
  return boid;
}

struct Buckets {
  std::uint32_t edge;
  std::vector<std::vector<Vec2>> cells;
};

Buckets bucketed(const std::vector<Vec2>& points, float radius) {
  float largest = 0;
  for (Vec2 point : points) largest = std::max({largest, point.x, point.y});
  Buckets buckets{static_cast<std::uint32_t>(largest / radius) + 3, {}};
  buckets.cells.resize(std::size_t{buckets.edge} * buckets.edge);
  for (Vec2 point : points) {
    const auto column = static_cast<std::uint32_t>(point.x / radius) + 1;
    const auto row = static_cast<std::uint32_t>(point.y / radius) + 1;
    buckets.cells[row * buckets.edge + column].push_back(point);
  }
  return buckets;
}

std::uint64_t pairs_between(const std::vector<Vec2>& some, const std::vector<Vec2>& others, float radius) {
  std::uint64_t pairs = 0;
  for (Vec2 a : some) {
    for (Vec2 b : others) pairs += (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) < radius * radius;
  }
  return pairs;
}

}  // namespace

const char* to_string(Heading heading) { return heading == Heading::kMiddle ? "middle" : "random"; }

FlockScene make_flock_scene(std::uint32_t count, Heading heading) {
  FlockScene scene{{}, kRules};
  scene.rules.size = static_cast<float>(std::sqrt(count * std::numbers::pi));
  scene.boids.reserve(count);
  for (std::uint32_t id = 0; id < count; ++id) scene.boids.push_back(make_boid(id, scene.rules.size, heading));
  return scene;
}

WorldDesc world_of(const FlockScene& scene) {
  const BoidRules& rules = scene.rules;
  SpeciesDesc species;
  species.separation = {rules.separation, rules.separation_weight};
  species.alignment = {rules.perception, rules.alignment_weight};
  species.cohesion = {rules.perception, rules.cohesion_weight};
  species.motion = {rules.max_speed, 0, rules.max_acceleration, rules.response, SteeringLimit::kEachRule};
  WorldDesc desc;
  desc.size = {rules.size, rules.size, 1};
  desc.capacity = static_cast<std::uint32_t>(scene.boids.size());
  desc.budget.crowd_limit = 0;
  desc.species = {species};
  return desc;
}

std::vector<AgentDesc> agents_of(const FlockScene& scene) {
  std::vector<AgentDesc> agents;
  agents.reserve(scene.boids.size());
  for (const Boid& boid : scene.boids) agents.push_back({{boid.x, boid.y, 0}, {boid.vx, boid.vy, 0}, 0, {}});
  return agents;
}

double mean_neighbours(const std::vector<Vec2>& points, float radius) {
  const Buckets buckets = bucketed(points, radius);
  const std::uint32_t edge = buckets.edge;
  std::uint64_t pairs = 0;
  for (std::uint32_t cell = edge + 1; cell + edge + 1 < buckets.cells.size(); ++cell) {
    for (std::uint32_t other : {cell - edge - 1, cell - edge, cell - edge + 1, cell - 1, cell, cell + 1,
                                cell + edge - 1, cell + edge, cell + edge + 1}) {
      pairs += pairs_between(buckets.cells[cell], buckets.cells[other], radius);
    }
  }
  const auto count = static_cast<double>(points.size());
  return count == 0 ? 0 : static_cast<double>(pairs) / count - 1;
}

}  // namespace cardume::bench
