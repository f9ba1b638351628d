#pragma once
#include <cmath>

#include "bench/baselines/scalar_grid.hpp"

// The tick of the scalar grid. Included by one generated file for each way of building it; everything is in an unnamed
// namespace and plain, so that the linker cannot mix the builds.
namespace cardume::bench {
namespace {

/// What the neighbours of one boid add up to.
struct Sums {
  float away_x = 0, away_y = 0;
  float x = 0, y = 0;
  float vx = 0, vy = 0;
  std::uint32_t count = 0;
};

inline std::uint32_t cell_of(const Boid& boid, const ScalarGridArgs& args, float per_cell) {
  const auto column = static_cast<std::uint32_t>(boid.x * per_cell) + 1;
  const auto row = static_cast<std::uint32_t>(boid.y * per_cell) + 1;
  return row * args.columns + column;
}

/// Leaves start[c] at the end of cell c; scatter() walks it back to the beginning.
inline void count_cells(const ScalarGridArgs& args) {
  const std::uint32_t cells = args.columns * args.rows;
  const float per_cell = 1 / args.rules->perception;
  for (std::uint32_t c = 0; c <= cells; ++c) args.start[c] = 0;
  for (std::uint32_t i = 0; i < args.count; ++i) ++args.start[args.cell[i] = cell_of(args.boids[i], args, per_cell)];
  for (std::uint32_t c = 1; c <= cells; ++c) args.start[c] += args.start[c - 1];
}

inline void scatter(const ScalarGridArgs& args) {
  for (std::uint32_t i = args.count; i-- > 0;) args.sorted[--args.start[args.cell[i]]] = args.boids[i];
}

inline void add_neighbours(Sums& sums, const Boid* boids, const Boid* end, const Boid& self, const BoidRules& rules) {
  const float perception2 = rules.perception * rules.perception;
  const float separation2 = rules.separation * rules.separation;
  for (const Boid* other = boids; other != end; ++other) {
    const float dx = self.x - other->x, dy = self.y - other->y;
    const float distance2 = dx * dx + dy * dy;
    if (distance2 >= perception2 || other == &self) continue;
    sums.x += other->x;
    sums.y += other->y;
    sums.vx += other->vx;
    sums.vy += other->vy;
    ++sums.count;
    if (distance2 >= separation2 || distance2 == 0) continue;
    const float inverse = 1 / std::sqrt(distance2);
    sums.away_x += dx * inverse;
    sums.away_y += dy * inverse;
  }
}

inline void add_steering(float& ax, float& ay, float x, float y, float weight, const Boid& self,
                         const BoidRules& rules) {
  const float length2 = x * x + y * y;
  if (length2 == 0) return;
  const float scale = rules.max_speed / std::sqrt(length2);
  const float steer_x = (x * scale - self.vx) * rules.response, steer_y = (y * scale - self.vy) * rules.response;
  const float steer2 = steer_x * steer_x + steer_y * steer_y;
  const bool limit = steer2 > rules.max_acceleration * rules.max_acceleration;
  const float factor = limit ? weight * (rules.max_acceleration / std::sqrt(steer2)) : weight;
  ax += steer_x * factor;
  ay += steer_y * factor;
}

inline void keep_inside(float& position, float& velocity, float size) {
  if (position >= 0 && position <= size) return;
  position = position < 0 ? 0 : size;
  velocity = 0;
}

inline Boid moved(const Boid& self, float ax, float ay, const BoidRules& rules) {
  float vx = self.vx + ax * rules.seconds, vy = self.vy + ay * rules.seconds;
  const float speed2 = vx * vx + vy * vy;
  if (speed2 > rules.max_speed * rules.max_speed) {
    const float scale = rules.max_speed / std::sqrt(speed2);
    vx *= scale;
    vy *= scale;
  }
  Boid result{self.x + vx * rules.seconds, self.y + vy * rules.seconds, vx, vy, self.id};
  keep_inside(result.x, result.vx, rules.size);
  keep_inside(result.y, result.vy, rules.size);
  return result;
}

inline Boid steered(const Boid& self, const Sums& sums, const BoidRules& rules) {
  float ax = 0, ay = 0;
  add_steering(ax, ay, sums.away_x, sums.away_y, rules.separation_weight, self, rules);
  if (sums.count > 0) {
    const float share = 1 / static_cast<float>(sums.count);
    add_steering(ax, ay, sums.vx, sums.vy, rules.alignment_weight, self, rules);
    add_steering(ax, ay, sums.x * share - self.x, sums.y * share - self.y, rules.cohesion_weight, self, rules);
  }
  return moved(self, ax, ay, rules);
}

inline void move_cell(const ScalarGridArgs& args, std::uint32_t cell) {
  const Boid *first[3], *last[3];
  for (std::uint32_t row = 0; row < 3; ++row) {
    const std::uint32_t left = cell + row * args.columns - args.columns - 1;
    first[row] = args.sorted + args.start[left];
    last[row] = args.sorted + args.start[left + 3];
  }
  for (std::uint32_t i = args.start[cell]; i < args.start[cell + 1]; ++i) {
    Sums sums;
    for (int row = 0; row < 3; ++row) add_neighbours(sums, first[row], last[row], args.sorted[i], *args.rules);
    args.boids[i] = steered(args.sorted[i], sums, *args.rules);
  }
}

inline void tick(const ScalarGridArgs& args) {
  count_cells(args);
  scatter(args);
  for (std::uint32_t row = 1; row + 1 < args.rows; ++row) {
    for (std::uint32_t column = 1; column + 1 < args.columns; ++column) move_cell(args, row * args.columns + column);
  }
}

}  // namespace
}  // namespace cardume::bench
