#include "tests/support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cardume/worldgen.hpp>

#include "tests/support/dice.hpp"

namespace cardume::testing {
namespace {

AgentDesc draw_agent(Dice& dice, const WorldDesc& desc) {
  AgentDesc agent;
  agent.position = {dice.below(desc.size.x), dice.below(desc.size.y), dice.below(desc.size.z)};
  agent.velocity = {dice.below(4) - 2, dice.below(4) - 2, dice.below(4) - 2};
  return agent;
}

void fill(Scene& scene, std::uint32_t count, std::uint32_t seed) {
  Dice dice(seed);
  for (std::uint32_t i = 0; i < count; ++i) scene.agents.push_back(draw_agent(dice, scene.desc));
  scene.desc.capacity = count + 64;
}

/// Turns spawns inside walls away to the nearest free cell's centre.
void leave_walls(Scene& scene) {
  const CostGrid& map = scene.desc.terrain;
  for (AgentDesc& agent : scene.agents) {
    const Cell cell{static_cast<std::uint32_t>(agent.position.x / map.cell_size),
                    static_cast<std::uint32_t>(agent.position.y / map.cell_size)};
    const auto free = nearest_free(map, {std::min(cell.x, map.width - 1), std::min(cell.y, map.height - 1)}, 64);
    agent.position.x = (static_cast<float>(free->x) + 0.5f) * map.cell_size;
    agent.position.y = (static_cast<float>(free->y) + 0.5f) * map.cell_size;
  }
}

void move_goals(const Scene& scene, World& world, std::vector<Vec2>& goals) {
  for (std::size_t i = 0; i < scene.goal_steps.size(); ++i) {
    goals[i].x += scene.goal_steps[i].x;
    goals[i].y += scene.goal_steps[i].y;
    EXPECT_FALSE(world.move_goal(GoalId{static_cast<std::uint32_t>(i + 1)}, goals[i]));
  }
}

/// Each tick one agent goes and, a tick later, another comes.
void replace_one(const Scene& scene, World& world, std::uint32_t tick) {
  if (tick % 3 == 1) {
    EXPECT_FALSE(world.despawn(world.id_at(tick * 37 % world.count())));
  } else if (tick % 3 == 2) {
    EXPECT_TRUE(world.spawn(scene.agents[tick % scene.agents.size()]));
  }
}

}  // namespace

Scene flock_scene(std::uint32_t dimensions) {
  Scene scene{dimensions == 2 ? "flock" : "school", {}, {}, {}, {}};
  scene.desc.dimensions = dimensions;
  scene.desc.size = dimensions == 2 ? Vec3{80, 70, 1} : Vec3{24, 20, 22};
  scene.desc.species[0].border = {3, 2};
  fill(scene, 3000, 7);
  return scene;
}

Scene mixed_scene() {
  Scene scene{"mixed", {}, {}, {}, {}};
  scene.desc.terrain = *generate_caves({.width = 96, .height = 80, .cell_size = 1, .seed = 5});
  scene.desc.size = {96, 80, 1};
  SpeciesDesc far_sighted;
  far_sighted.cohesion.radius = 3;
  far_sighted.motion.min_speed = 0.5f;
  far_sighted.motion.limit = SteeringLimit::kEachRule;
  scene.desc.species.push_back(far_sighted);
  fill(scene, 3000, 11);
  leave_walls(scene);
  scene.goals = {{48, 40}, {20, 20}};
  scene.goal_steps = {{0, 0}, {0.25f, 0.125f}};
  for (std::size_t i = 0; i < scene.agents.size(); ++i) {
    scene.agents[i].species = static_cast<std::uint8_t>(i % 2);
    scene.agents[i].goal = GoalId{static_cast<std::uint32_t>(i % 3)};
  }
  return scene;
}

Scene crowd_scene() {
  Scene scene{"crowd", {}, {}, {}, {}};
  scene.desc.size = {12, 12, 1};
  scene.desc.crowd_limit = 8;
  fill(scene, 2000, 13);
  return scene;
}

World build(const Scene& scene, Scheduler& scheduler) {
  auto world = World::create(scene.desc, scheduler);
  EXPECT_TRUE(world) << world.error().message;
  for (Vec2 goal : scene.goals) EXPECT_TRUE(world->add_goal(goal));
  const Error error = world->spawn_all(scene.agents);
  EXPECT_FALSE(error) << error.message;
  return std::move(*world);
}

std::vector<std::uint64_t> run(const Scene& scene, Scheduler& scheduler, std::uint32_t ticks) {
  World world = build(scene, scheduler);
  std::vector<Vec2> goals = scene.goals;
  std::vector<std::uint64_t> hashes;
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    move_goals(scene, world, goals);
    if (tick > 0) replace_one(scene, world, tick);
    hashes.push_back(world.tick().state_hash);
  }
  return hashes;
}

}  // namespace cardume::testing
