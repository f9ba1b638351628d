#pragma once
#include "core/tick/destination.hpp"
#include "core/world_state.hpp"

// What becomes of one body, by how far it got in a tick.
namespace cardume::tick {

/// What follows from how a profile moves.
struct Gait {
  float inverse_speed = 0;  ///< Of its largest speed; 0 where that is 0.
  float inverse_step = 0;   ///< Of what the largest speed makes in a tick; 0 where that is 0.
  float gained = 0;         ///< Speed toward which it steers in its first tick times the tick: what it steps into ways.
};

using Gaits = std::array<Gait, limits::kMaxProfiles>;

Gaits gaits(const Setup&);

/// What that takes of the world.
struct Witness {
  const Setup& setup;
  const Terrain& terrain;
  const Kinematics& kinematics;
  const Destinations& to;
  Gaits gaits;

  const CostGrid& grid() const { return terrain.grid; }
};

/// Brings pace, waited, duty, post and a resting body's velocity up to date, and returns the state it is in now.
AgentState conduct(const Witness&, std::uint32_t agent, AgentTable&);

/// Whether it is held up near its goal, on the way there.
bool waits(const Witness&, std::uint32_t agent, const AgentTable&);

/// The ground around its goal that a body lays claim to: its own area over ArrivalDesc::fill.
float claim_of(const ArrivalDesc&, float radius);

}  // namespace cardume::tick
