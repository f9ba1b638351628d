#include "core/exact_float.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void scout(const Setup& setup, const AgentTable& agents, ScoutBuffers& scouts) {
  setup.scheduler->parallel_for(static_cast<std::uint32_t>(scouts.quarries.size()), 1, [&](Chunk chunk) {
    const ExactFloat exact;
    for (std::uint32_t i = chunk.first; i < chunk.last; ++i) fill(scouts.quarries[i], agents);
  });
}

}  // namespace cardume::tick
