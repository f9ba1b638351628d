#include "bench/peers/crowd_scene.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "bench/support/flock_scene.hpp"
#include "tools/scenario/random.hpp"

namespace cardume::bench {
namespace {

constexpr std::uint64_t kSeed = 42;

}  // namespace

CrowdScene make_crowd_scene(std::uint32_t count) {
  CrowdScene scene{static_cast<float>(std::sqrt(count * std::numbers::pi)), {}};
  scene.places.reserve(count);
  for (std::uint32_t id = 0; id < count; ++id) {
    Draws draws(kSeed, 0, id);
    const float x = draws.unit(), y = draws.unit();
    scene.places.push_back({x * scene.edge, y * scene.edge});
  }
  return scene;
}

SpeciesDesc walkers(float radius) {
  SpeciesDesc species;
  species.separation.radius = 0;
  species.alignment.radius = 0;
  species.cohesion.radius = 0;
  species.motion.max_speed = kTopSpeed;
  species.steering.seek.weight = 1;
  species.body.radius = radius;
  species.arrival.fill = 0;
  species.arrival.patience = 0;
  return species;
}

WorldDesc ground_of(const CrowdScene& scene, const SpeciesDesc& species, const DuelSetup& setup) {
  WorldDesc desc;
  desc.size = {scene.edge, scene.edge, 1};
  desc.tick_rate = kTickRate;
  desc.capacity = static_cast<std::uint32_t>(scene.places.size());
  desc.budget.crowd_limit = 0;
  desc.species = {species};
  desc.instruction_set = setup.instruction_set;
  return desc;
}

std::vector<AgentDesc> agents_of(const CrowdScene& scene) {
  std::vector<AgentDesc> agents;
  agents.reserve(scene.places.size());
  for (Vec2 place : scene.places) agents.push_back({.position = place});
  return agents;
}

Error EngineContender::fill(const WorldDesc& desc, std::vector<AgentDesc> agents, std::optional<Vec2> goal) {
  auto made = World::create(desc, *scheduler_);
  if (!made) return made.error();
  world_.emplace(std::move(*made));
  if (goal) {
    const auto id = world_->add_goal(*goal);
    if (!id) return id.error();
    for (AgentDesc& agent : agents) agent.goal = *id;
  }
  return world_->spawn_all(agents);
}

double EngineContender::neighbours() const {
  const auto x = world_->positions(0), y = world_->positions(1);
  std::vector<Vec2> places;
  for (std::size_t i = 0; i < x.size(); ++i) places.push_back({x[i], y[i]});
  return mean_neighbours(places, kSight);
}

Result<std::unique_ptr<Contender>> make_engine_crowd(const CrowdScene& scene, const WorldDesc& desc) {
  auto made = std::make_unique<EngineContender>();
  if (Error error = made->fill(desc, agents_of(scene), scene.middle())) return error;
  return std::unique_ptr<Contender>(std::move(made));
}

}  // namespace cardume::bench
