#pragma once
#include <cardume/world.hpp>
#include <span>
#include <vector>

#include "tools/scenario/placement.hpp"
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

/// Where a group is put.
struct SpawnSite {
  const Ground& ground;
  Crowding* bodies = nullptr;   ///< Those that are there; the group's are added. Null in worlds of points.
  std::optional<Vec3> goal_at;  ///< Where the group's goal is now.
};

/// A place drawn from an area, in terrain outside walls wherever that takes few draws; of places that are listed, the
/// one of that index. kGoalBlocked where the area has no free cell near.
Result<Vec3> draw_position(const AreaPlan&, std::uint32_t index, const Ground&, Draws&);

/// Who asks for agents: the draws depend on these two numbers and on the agent's position in its group.
struct SpawnSource {
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;  ///< A number of its own for each group.
};

/// The agents that each of the scenario's spawns gets: its count, or its share of what the counts leave of run.agents.
std::vector<std::uint32_t> spawn_counts(const Scenario&);

/// The agents of one group. Bodies are put clear of walls and, where a few dozen draws find room, clear of each other;
/// where they find none, in the widest gap they met. Places that a text lists are taken as they are. kGoalBlocked where
/// the area has no free cell near a place that was drawn.
Result<std::vector<AgentDesc>> make_agents(const SpawnPlan&, const SpeciesDesc&, std::uint32_t count, const SpawnSite&,
                                           SpawnSource);

}  // namespace cardume
