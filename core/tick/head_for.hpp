#pragma once
#include "core/agents/agent_table.hpp"

namespace cardume::tick {

/// Another goal makes a body set out afresh; what state that is, settle tells.
inline void head_for(AgentTable& agents, std::uint32_t row, std::uint8_t goal) {
  if (agents.goal[row] == goal) return;
  agents.goal[row] = goal;
  if (!agents.has_bodies()) return;
  agents.body.duty[row] = Duty::kFollow;
  agents.body.pace[row] = 1;
  agents.body.waited[row] = 0;
}

}  // namespace cardume::tick
