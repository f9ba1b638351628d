#pragma once
#include <cardume/agent.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

struct SpawnCommand {
  AgentId id;
  AgentDesc desc;
};

struct SetGoalCommand {
  AgentId id;
  GoalId goal;
};

struct MoveGoalCommand {
  GoalId goal;
  Vec2 position;
  Cell cell;  ///< The free cell that its field leads to.
};

/// Changes asked for since the last tick, each kind in the order of the calls. They are checked when they are queued,
/// so carrying them out cannot fail; a goal for an agent that is despawned in the same tick is dropped.
struct Commands {
  std::vector<SpawnCommand> spawns;
  std::vector<AgentId> despawns;
  std::vector<SetGoalCommand> set_goals;
  std::vector<MoveGoalCommand> move_goals;
};

}  // namespace cardume
