#pragma once
#include "core/world_state.hpp"

namespace cardume {

/// One tick, stage by stage.
void run_tick(WorldState&);

}  // namespace cardume

// The stages of one tick, in running order (core/README.md has them as a table). A stage reads what it takes by const
// reference, writes what it takes by reference, and sees nothing else.
namespace cardume::tick {

/// Carries out queued spawns, despawns, changes of goal and of locks.
void spawn(Commands&, Ids&, AgentTable&, Publication&);
/// Changes the map, and moves out whoever stands in what has become a wall.
void terrain(const Ids&, Commands&, AgentTable&, Terrain&, Publication&);
/// Takes due flow fields into use and asks for those of goals that have moved and of maps that have changed.
void fields(const Setup&, const Terrain&, const AgentTable&, Commands&, Goals&, FieldBuffers&, Publication&);
/// Sorts the agents into grid cells.
void bucket(const Setup&, AgentTable&, Grid&, Ids&, SortBuffers&);
/// What the flocking rules and the soft border want of each agent.
void rules(const Setup&, const AgentTable&, const Grid&, std::uint64_t tick, Kinematics&);
/// Moves formations on, and gives their members their places.
void march(const Setup&, const Terrain&, const Ids&, Commands&, AgentTable&, Goals&);
/// Tells bodies how fast to follow their fields, and steers home those who keep a place.
void arrive(const Setup&, const Terrain&, const AgentTable&, const Goals&, Kinematics&);
/// Adds what following the flow field wants.
void flow(const Setup&, const Terrain&, const AgentTable&, const Goals&, Kinematics&);
/// Adds what stepping aside from collisions to come wants.
void avoid(const Setup&, const AgentTable&, const Grid&, std::uint64_t tick, Kinematics&);
/// Moves the agents.
void integrate(const Setup&, AgentTable&, Kinematics&);
/// Pushes bodies apart.
void contacts(const Setup&, const Grid&, std::uint64_t tick, const Kinematics&, AgentTable&, ContactBuffers&);
/// Stops at walls whoever has moved into one, and lets them slide along.
void walls(const Setup&, const Terrain&, AgentTable&, const Kinematics&);
/// Tells from how bodies have moved who has arrived, is held up or cannot go on.
void settle(const Setup&, const Terrain&, const Ids&, AgentTable&, Goals&, Kinematics&, SettleBuffers&, Publication&);
/// Counts, hashes and sorts what there is to tell.
void publish(const Setup&, const Terrain&, const AgentTable&, const Ids&, const Goals&, Publication&);

}  // namespace cardume::tick
