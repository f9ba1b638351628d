#pragma once
#include <cardume/world.hpp>
#include <span>
#include <vector>

#include "tools/scenario/random.hpp"
#include "tools/scenario/scenario.hpp"

namespace cardume {

/// The ground that agents are put on.
struct Ground {
  Vec3 size;
  std::uint32_t dimensions = 2;
  const CostGrid* terrain = nullptr;  ///< Null on open ground.
  std::vector<Cell> region;           ///< largest_region() of the terrain.

  /// Length of the shortest edge.
  float shortest_edge() const;
  /// A place drawn evenly from the ground.
  Vec3 draw(Draws&) const;
};

/// Who asks for agents: the draws depend on these two numbers and on the agent's position in its group.
struct SpawnSource {
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;  ///< A number of its own for each group.
};

/// The agents that each of the scenario's spawns gets: its count, or its share of what the counts leave of run.agents.
std::vector<std::uint32_t> spawn_counts(const Scenario&);

/// The agents of one group. `goal_at` is where its goal is now, for those who look at it. kGoalBlocked where the area
/// has no free cell near a place that was drawn.
Result<std::vector<AgentDesc>> make_agents(const SpawnPlan&, const SpeciesDesc&, std::uint32_t count, const Ground&,
                                           SpawnSource, std::optional<Vec2> goal_at);

}  // namespace cardume
