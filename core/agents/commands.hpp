#pragma once
#include <cardume/agent.hpp>
#include <cardume/goal.hpp>
#include <cstdint>
#include <vector>

#include "core/formation/formation.hpp"

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
  Vec3 position;
  Cell cell;      ///< The free cell that its field leads to.
  GoalDesc desc;  ///< Empty for a single place that draws agents.
};

struct SetLockedCommand {
  AgentId id;
  bool locked;
};

struct SetHomeCommand {
  AgentId id;
  Vec3 place;
};

struct SetStateCommand {
  AgentId id;
  std::uint8_t state;
};

struct SetHealthCommand {
  AgentId id;
  float health;
};

struct SetFlagsCommand {
  AgentId id;
  std::uint32_t flags;
};

/// The points of interest from the next tick on.
struct SetFocusCommand {
  bool asked = false;
  std::vector<Vec3> points;
};

/// What the game tells minds.
struct MindCommands {
  std::vector<SetStateCommand> states;
  std::vector<SetHealthCommand> healths;
  std::vector<SetFlagsCommand> flags;
};

/// A rectangle of map cells, both corners included, that is put to one cost.
struct SetCostCommand {
  Cell low, high;
  std::uint8_t cost;
};

struct FormUpCommand {
  GoalId goal;
  Formation formation;
};

/// Changes asked for since the last tick, each kind in the order of the calls. They are checked when they are queued,
/// so carrying them out cannot fail; a goal for an agent that is despawned in the same tick is dropped.
struct Commands {
  std::vector<SpawnCommand> spawns;
  std::vector<AgentId> despawns;
  std::vector<SetGoalCommand> set_goals;
  std::vector<MoveGoalCommand> move_goals;
  std::vector<GoalId> remove_goals;
  std::vector<SetLockedCommand> set_locked;
  std::vector<SetCostCommand> set_costs;
  std::vector<FormUpCommand> form_ups;
  std::vector<SetHomeCommand> set_homes;
  MindCommands minds;
  SetFocusCommand focus;
};

}  // namespace cardume
