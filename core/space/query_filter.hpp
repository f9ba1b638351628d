#pragma once
#include <cardume/query.hpp>

#include "core/world_state.hpp"

namespace cardume {

/// Tells who counts, by rows.
class Filter {
 public:
  Filter(const WorldState& state, const AgentFilter& filter)
      : agents_(state.agents), ids_(state.ids), filter_(filter) {}

  bool admits(std::uint32_t row) const {
    if ((filter_.species >> agents_.species[row] & 1) == 0) return false;
    const AgentId id = ids_.at(agents_.slot[row]);
    return id != filter_.except && ids_.alive(id);
  }

 private:
  const AgentTable& agents_;
  const Ids& ids_;
  const AgentFilter& filter_;
};

}  // namespace cardume
