#pragma once
#include <cardume/world.hpp>
#include <cstdint>
#include <vector>

namespace cardume::testing {

/// Small worlds in which every stage has work to do.
struct Scene {
  const char* name;
  WorldDesc desc;
  std::vector<AgentDesc> agents;
  std::vector<Vec2> goals;       ///< Added before the agents; agents may name them as goals 1, 2...
  std::vector<Vec2> goal_steps;  ///< Each goal moves by goal_steps[its number] every tick, if there are any.
};

Scene flock_scene(std::uint32_t dimensions);  ///< Open ground, one species.
Scene mixed_scene();                          ///< Caves, two species of unlike sight, a resting and a moving goal.
Scene crowd_scene();                          ///< Far more agents a cell than the crowd limit.

/// Creates the scene's world; fails the test if it cannot.
World build(const Scene&, Scheduler&);

/// Runs so many ticks, spawning and despawning a few agents on the way, and returns the state hash of each.
std::vector<std::uint64_t> run(const Scene&, Scheduler&, std::uint32_t ticks);

}  // namespace cardume::testing
