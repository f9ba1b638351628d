#pragma once
#include <cardume/world.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/agents/agent_table.hpp"

namespace cardume {

/// Where the agents of one species are, for those who look for the nearest of them.
struct Quarry {
  std::uint8_t species = 0;
};

struct QuarryHit {
  std::uint32_t row = 0;
  float distance2 = 0;
};

/// Takes all memory it will ever need.
Quarry make_quarry(std::uint8_t species, const WorldDesc&);

/// Finds all agents of the quarry's species anew.
void fill(Quarry&, const AgentTable&);

/// The nearest of them within a radius of a place, but for the agent in row `self`; ties by AgentId::slot().
std::optional<QuarryHit> nearest_of(const Quarry&, const AgentTable&, Vec3 place, float radius, std::uint32_t self);

std::uint64_t memory_bytes(const Quarry&);

}  // namespace cardume
