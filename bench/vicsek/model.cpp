#include "bench/vicsek/model.hpp"

#include <cardume/limits.hpp>
#include <cardume/world.hpp>
#include <cmath>
#include <numbers>
#include <random>

namespace cardume::bench {
namespace {

constexpr float kStep = 0.03f;

/// One tick a second: velocities are world units a tick, and what is wanted is taken up at once.
WorldDesc world_of(const VicsekRun& run) {
  WorldDesc desc;
  const float edge = std::sqrt(static_cast<float>(run.agents) / 4);
  desc.size = {edge, edge, 0};
  desc.tick_rate = 1;
  desc.seed = run.seed;
  desc.capacity = run.agents;
  desc.budget.crowd_limit = 0;
  desc.scenery.edge = Edge::kWrap;
  SpeciesDesc& species = desc.species[0];
  species.separation.radius = species.cohesion.radius = 0;
  species.alignment = {.radius = 1, .weight = 1, .inertia = 1};
  species.motion = {.max_speed = kStep, .max_acceleration = limits::kMaxCoordinate, .response = 1};
  species.motion.speed = SpeedModel::kOwn;
  species.motion.noise = run.noise;
  return desc;
}

void spawn_at_random(const VicsekRun& run, World& world) {
  std::mt19937 dice(static_cast<std::uint32_t>(run.seed));
  const auto below = [&](float most) { return static_cast<float>(dice() >> 8) * 0x1p-24f * most; };
  for (std::uint32_t i = 0; i < run.agents; ++i) {
    const float x = below(world.desc().size.x), y = below(world.desc().size.y);
    const float heading = below(2 * std::numbers::pi_v<float>);
    (void)world.spawn({.position = {x, y, 0}, .velocity = {kStep * std::cos(heading), kStep * std::sin(heading), 0}});
  }
}

double order_now(const World& world) {
  double x = 0, y = 0;
  for (float along : world.velocities(0)) x += static_cast<double>(along);
  for (float along : world.velocities(1)) y += static_cast<double>(along);
  return std::hypot(x, y) / (static_cast<double>(kStep) * world.count());
}

}  // namespace

double order_of(const VicsekRun& run) {
  const auto scheduler = make_serial_scheduler();
  Result<World> world = World::create(world_of(run), *scheduler);
  if (!world) return std::nan("");
  spawn_at_random(run, *world);
  for (std::uint32_t tick = 0; tick < run.transient; ++tick) world->tick();
  double sum = 0;
  for (std::uint32_t tick = 0; tick < run.ticks; ++tick) {
    world->tick();
    sum += order_now(*world);
  }
  return sum / run.ticks;
}

}  // namespace cardume::bench
