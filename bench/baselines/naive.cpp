#include "bench/baselines/naive.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cardume::bench {
namespace {

struct Vector {
  float x = 0, y = 0;

  Vector operator+(Vector other) const { return {x + other.x, y + other.y}; }
  Vector operator-(Vector other) const { return {x - other.x, y - other.y}; }
  Vector operator*(float factor) const { return {x * factor, y * factor}; }
  float length() const { return std::sqrt(x * x + y * y); }
};

Vector position(const Boid& boid) { return {boid.x, boid.y}; }
Vector velocity(const Boid& boid) { return {boid.vx, boid.vy}; }

Vector limited(Vector vector, float limit) {
  const float length = vector.length();
  return length > limit ? vector * (limit / length) : vector;
}

Vector steer(Vector wanted, const Boid& boid, const BoidRules& rules) {
  const float length = wanted.length();
  if (length == 0) return {};
  return limited((wanted * (rules.max_speed / length) - velocity(boid)) * rules.response, rules.max_acceleration);
}

Vector separation(const std::vector<Boid>& boids, const Boid& self, float radius) {
  Vector sum;
  for (const Boid& other : boids) {
    const Vector away = position(self) - position(other);
    const float distance = away.length();
    if (distance > 0 && distance < radius) sum = sum + away * (1 / distance);
  }
  return sum;
}

Vector alignment(const std::vector<Boid>& boids, const Boid& self, float radius) {
  Vector sum;
  int count = 0;
  for (const Boid& other : boids) {
    if (&other == &self || (position(self) - position(other)).length() >= radius) continue;
    sum = sum + velocity(other);
    ++count;
  }
  return count > 0 ? sum * (1 / static_cast<float>(count)) : Vector{};
}

Vector cohesion(const std::vector<Boid>& boids, const Boid& self, float radius) {
  Vector sum;
  int count = 0;
  for (const Boid& other : boids) {
    if (&other == &self || (position(self) - position(other)).length() >= radius) continue;
    sum = sum + position(other);
    ++count;
  }
  return count > 0 ? sum * (1 / static_cast<float>(count)) - position(self) : Vector{};
}

/// Stops boids at the edges of the world.
void keep_inside(float& position, float& velocity, float size) {
  if (position < 0 || position > size) velocity = 0;
  position = std::clamp(position, 0.0f, size);
}

Boid moved(const std::vector<Boid>& boids, Boid const& self, const BoidRules& rules) {
  const Vector acceleration = steer(separation(boids, self, rules.separation), self, rules) * rules.separation_weight +
                              steer(alignment(boids, self, rules.perception), self, rules) * rules.alignment_weight +
                              steer(cohesion(boids, self, rules.perception), self, rules) * rules.cohesion_weight;
  const Vector next_velocity = limited(velocity(self) + acceleration * rules.seconds, rules.max_speed);
  const Vector next = position(self) + next_velocity * rules.seconds;
  Boid result{next.x, next.y, next_velocity.x, next_velocity.y, self.id};
  keep_inside(result.x, result.vx, rules.size);
  keep_inside(result.y, result.vy, rules.size);
  return result;
}

}  // namespace

void NaiveFlock::tick() {
  std::vector<Boid> next;
  next.reserve(boids_.size());
  for (const Boid& boid : boids_) next.push_back(moved(boids_, boid, rules_));
  boids_ = std::move(next);
}

}  // namespace cardume::bench
