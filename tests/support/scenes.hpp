#pragma once
#include <cardume/world.hpp>
#include <cstdint>
#include <functional>
#include <vector>

namespace cardume::testing {

/// A rectangle of cells that is put to one cost before a tick.
struct SceneEdit {
  std::uint32_t tick = 0;
  Cell corner, opposite;
  std::uint8_t cost = kWall;
};

/// Small worlds in which every stage has work to do.
struct Scene {
  const char* name;
  WorldDesc desc;
  std::vector<AgentDesc> agents;
  std::vector<Vec2> goals;  ///< Added before the agents; agents may name them as goals 1, 2...
  /// Each goal moves by goal_steps[its number] every tick, if there are any. Exact in binary: tests change the
  /// rounding.
  std::vector<Vec2> goal_steps;
  std::vector<SceneEdit> edits{};
  std::vector<GoalDesc> wide_goals{};  ///< Added after `goals`.
  std::uint32_t formation = 0;         ///< So many bodies form up at goal 1 on the way.
  std::uint32_t lock_period = 0;       ///< Ticks from one agent's being locked or freed to the next one's; 0 for none.
};

Scene flock_scene(std::uint32_t dimensions);  ///< Open ground, one species.
Scene mixed_scene();                          ///< Caves, two species of unlike sight, a resting and a moving goal.
Scene crowd_scene();                          ///< Far more agents a cell than the crowd limit.
Scene bodies_scene();                         ///< Caves with doors: two species of unlike bodies, and points.
Scene balls_scene();                          ///< Bodies in three dimensions that flock.
/// Obstacles, prey that flocks and looks ahead, sharks with bodies that pursue it, and pilots that follow the sharks.
Scene hunt_scene(std::uint32_t dimensions);

/// Caves with swamps and doors, links and a one-way cell: three sizes of bodies, two ways of moving, goals that move,
/// of several places, to flee from, and in between.
Scene ways_scene(Metric);
/// Large bodies and points in caves whose fields are made of tiles.
Scene tiles_scene();

/// Creates the scene's world; fails the test if it cannot.
World build(const Scene&, Scheduler&);

/// Runs so many ticks, spawning and despawning a few agents on the way, and returns the state hash of each. Shows the
/// world to `look` after every tick.
std::vector<std::uint64_t> run(const Scene&, Scheduler&, std::uint32_t ticks,
                               const std::function<void(const World&)>& look = {});

}  // namespace cardume::testing
