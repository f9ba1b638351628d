#include "core/space/quarry.hpp"

namespace cardume {

Quarry make_quarry(std::uint8_t species, const WorldDesc&) { return {species}; }

void fill(Quarry&, const AgentTable&) {}

std::optional<QuarryHit> nearest_of(const Quarry&, const AgentTable&, Vec3, float, std::uint32_t) { return {}; }

std::uint64_t memory_bytes(const Quarry&) { return 0; }

}  // namespace cardume
