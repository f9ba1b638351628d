#pragma once
#include "core/world_state.hpp"

namespace cardume {

/// One tick, stage by stage.
void run_tick(WorldState&);

}  // namespace cardume

// The stages of one tick, in running order (core/README.md has them as a table). A stage reads what it takes by const
// reference, writes what it takes by reference, and sees nothing else.
namespace cardume::tick {

/// Carries out queued spawns, despawns and changes of goal.
void spawn(Commands&, Ids&, AgentTable&, Publication&);
/// Takes due flow fields into use and asks for those of goals that have moved.
void fields(const Setup&, Commands&, Goals&, Publication&);
/// Sorts the agents into grid cells.
void bucket(const Setup&, AgentTable&, Grid&, Ids&, SortBuffers&);
/// What the flocking rules and the soft border want of each agent.
void rules(const Setup&, const AgentTable&, const Grid&, std::uint64_t tick, Kinematics&);
/// Adds what following the flow field wants.
void flow(const Setup&, const AgentTable&, const Goals&, Kinematics&);
/// Moves the agents.
void integrate(const Setup&, AgentTable&, Kinematics&);
/// Stops at walls whoever has moved into one, and lets them slide along.
void walls(const Setup&, AgentTable&, const Kinematics&);
/// Counts, hashes and sorts what there is to tell.
void publish(const Setup&, const AgentTable&, const Ids&, const Goals&, Publication&);

}  // namespace cardume::tick
