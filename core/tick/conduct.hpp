#pragma once
#include "core/tick/destination.hpp"
#include "core/world_state.hpp"

// What becomes of one body, by how far it got in a tick.
namespace cardume::tick {

/// What that takes of the world.
struct Witness {
  const Setup& setup;
  const CostGrid& grid;
  const Kinematics& kinematics;
  Destinations to;
};

/// Brings pace, waited, duty, post and a resting body's velocity up to date, and returns the state it is in now.
AgentState conduct(const Witness&, std::uint32_t agent, AgentTable&);

/// Whether it is held up near its goal, on the way there.
bool waits(const Witness&, std::uint32_t agent, const AgentTable&);

/// The ground around its goal that a body lays claim to: its own area over ArrivalDesc::fill.
float claim_of(const SpeciesDesc&, float radius);

}  // namespace cardume::tick
