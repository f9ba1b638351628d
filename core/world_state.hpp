#pragma once
#include <array>
#include <cardume/limits.hpp>
#include <cardume/world.hpp>
#include <vector>

#include "core/agents/agent_table.hpp"
#include "core/agents/commands.hpp"
#include "core/agents/ids.hpp"
#include "core/fields/goals.hpp"
#include "core/space/grid.hpp"
#include "simd/kernels.hpp"

namespace cardume {

/// What is settled when the world is created.
struct Setup {
  WorldDesc desc;
  Scheduler* scheduler = nullptr;
  const simd::KernelTable* kernels = nullptr;
  simd::SpeciesTable species{};
  float dt = 0;  ///< Seconds a tick.
};

/// What agents carry from one stage to the next within a tick.
struct Kinematics {
  AxisColumns acceleration;
  AxisColumns previous;  ///< Positions before the move; empty without terrain, since only walls ask for them.
};

/// Chunks of agents that are sorted at once; each needs a count for every grid row.
inline constexpr std::uint32_t kMostSortChunks = 64;

/// What sorting needs besides the agents.
struct SortBuffers {
  AgentTable sorted;                      ///< Becomes the agents; the agents become it.
  std::vector<std::uint32_t> cell;        ///< The cell of each agent, before sorting.
  std::vector<std::uint32_t> chunk_rows;  ///< Agents by chunk and grid row, then where the next of them goes.
  std::vector<std::uint32_t> row_start;   ///< First agent of each grid row, and the end of the last.
  std::vector<std::uint32_t> by_row;      ///< The agents, sorted by grid row.
  std::vector<std::uint32_t> order;       ///< The agent that moves to each place.
};

/// What the last tick made known.
struct Publication {
  TickReport report;
  std::vector<Event> events;
  std::vector<std::uint64_t> chunk_hashes;
};

/// Everything a world remembers. Data only: what happens to it is in core/tick.
struct WorldState {
  Setup setup;
  Commands commands;
  Ids ids;
  AgentTable agents;
  Grid grid;
  Goals goals;
  Kinematics kinematics;
  SortBuffers sort;
  Publication published;
  bool ticking = false;
};

}  // namespace cardume
