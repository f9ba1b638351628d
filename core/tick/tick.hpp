#pragma once
#include "core/world_state.hpp"

namespace cardume {

/// One tick, stage by stage.
void run_tick(WorldState&);

}  // namespace cardume

// The stages of one tick, in running order (core/README.md has them as a table). A stage reads what it takes by const
// reference, writes what it takes by reference, and sees nothing else.
namespace cardume::tick {

/// Carries out queued spawns, despawns and changes to agents.
void spawn(const Setup&, Commands&, Ids&, AgentTable&, Surroundings&, Publication&);
/// Changes the map, and moves out whoever stands in what has become a wall.
void terrain(const Setup&, const Ids&, Commands&, AgentTable&, Terrain&, WalkMaps&, Publication&);
/// Takes due flow fields into use and asks for those of goals that have moved and of maps that have changed.
void fields(const Setup&, const Terrain&, const AgentTable&, Commands&, Atlas&, Goals&, Buffers&, Publication&);
/// Sorts the agents into grid cells.
void bucket(const Setup&, AgentTable&, Grid&, Ids&, SortBuffers&);
/// Notes where those are that others look for.
void scout(const Setup&, const AgentTable&, ScoutBuffers&);
/// Has minds decide, by turns.
void mind(const Setup&, const Terrain&, const Goals&, const ScoutBuffers&, const Ids&, Commands&, AgentTable&,
          MindBuffers&, Publication&);
/// What the flocking rules and the soft border want of each agent.
void rules(const Setup&, const Grid&, const Surroundings&, std::uint64_t tick, const AgentTable&, Kinematics&);
/// Adds what each agent wants by itself: to its goal or away from it, to wander, to its place, into its zone.
void steer(const Setup&, const Goals&, const AgentTable&, std::uint64_t tick, Kinematics&);
/// Adds what steering around walls and obstacles ahead wants.
void look_ahead(const Setup&, const Terrain&, const Surroundings&, const AgentTable&, Kinematics&);
/// Adds what pursuing, evading and following others wants.
void hunt(const Setup&, const ScoutBuffers&, const AgentTable&, Kinematics&);
/// Moves formations on, and gives their members their places.
void march(const Setup&, const Terrain&, const Ids&, Commands&, AgentTable&, const Destinations&, Goals&);
/// Tells bodies how fast to follow their fields, and steers home those who keep a place.
void arrive(const Setup&, const Terrain&, const AgentTable&, const Destinations&, Kinematics&);
/// Adds what following the flow field wants.
void flow(const Setup&, const Terrain&, const AgentTable&, const Atlas&, const Goals&, FieldBuffers&, Kinematics&);
/// Adds what stepping aside from collisions to come wants.
void avoid(const Setup&, const AgentTable&, const Grid&, std::uint64_t tick, Kinematics&);
/// Moves the agents.
void integrate(const Setup&, std::uint64_t tick, AgentTable&, Kinematics&);
/// Pushes bodies apart.
void contacts(const Setup&, const Grid&, std::uint64_t tick, const Kinematics&, AgentTable&, ContactBuffers&);
/// Stops at obstacles and walls whoever has moved into one, and lets them slide along.
void walls(const Setup&, const Terrain&, const Surroundings&, AgentTable&, const Kinematics&);
/// Puts those who have come to a link on their way to where it leads.
void link(const Setup&, const Terrain&, const Ids&, const Atlas&, const Goals&, AgentTable&, Publication&);
/// Tells from how bodies have moved who has arrived, is held up or cannot go on.
void settle(const Setup&, const Terrain&, const Ids&, const Destinations&, AgentTable&, Goals&, Kinematics&,
            SettleBuffers&, Publication&);
/// Tells who has come into regions, left them, or begun to touch whom.
void watch(const Setup&, const Grid&, const Ids&, AgentTable&, WatchBuffers&, Publication&);
/// Counts, hashes and sorts what there is to tell.
void publish(const Setup&, const Terrain&, const AgentTable&, const Ids&, const Atlas&, const Goals&, Publication&);

}  // namespace cardume::tick
