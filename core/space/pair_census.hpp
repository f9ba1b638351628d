#pragma once
#include <cardume/report.hpp>

#include "core/world_state.hpp"

namespace cardume {

/// Agents that lie in cells, for counting whom they look at.
struct CensusArgs {
  simd::GridView grid;
  const float* position[3];     ///< Null beyond the dimensions.
  std::uint32_t count = 0;      ///< Agents, in the order of the grid's cells.
  std::uint32_t lanes = 1;      ///< Agents that look around together.
  const float* sight2;          ///< By profile: the square of how far an agent sees.
  const std::uint8_t* profile;  ///< Of each agent.
};

/// Whom the rules kernel looks at, counted without it.
PairCensus count_pairs(const CensusArgs&);

/// Of the last tick; see World::pairs().
PairCensus count_pairs(const WorldState&);

}  // namespace cardume
