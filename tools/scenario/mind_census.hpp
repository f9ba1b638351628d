#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/scenario/session.hpp"

namespace cardume {

/// Agents of one species by the states of their minds.
struct MindCensus {
  struct State {
    std::string name;  ///< Its number where the scenario gives none.
    std::uint32_t agents = 0;
  };

  std::string species;
  std::vector<State> states;  ///< As in MindDesc::states.
};

/// The species that have a mind, in order, as they are now.
std::vector<MindCensus> count_minds(const Session&);

}  // namespace cardume
