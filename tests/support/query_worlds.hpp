#pragma once
#include <cardume/world.hpp>
#include <vector>

#include "tests/support/dice.hpp"

namespace cardume::testing {

/// A small random world to ask about: two or three dimensions, points or bodies of several sizes, three species, none
/// to 200 agents that are spread out, in clumps or on a lattice with many in one place, at rest or so fast that they
/// cross many cells in a tick; every kind of edge, maps with walls some of which come up after the agents, obstacles.
WorldDesc random_world_desc(Dice&);
/// Fills it and runs some ticks; then some agents are despawned that are still in the columns.
World run_random_world(const WorldDesc&, Scheduler&, Dice&);

/// A place in the world or somewhat beyond, often one of the lattice or an agent's.
Vec3 random_place(const World&, Dice&);
AgentFilter random_filter(const World&, Dice&);
AreaQuery random_area(const World&, Dice&);
RayQuery random_ray(const World&, Dice&);

/// By row, in double precision; z is 0 in the plane.
struct Spot {
  double x = 0, y = 0, z = 0;
};
Spot spot_of(const World&, Vec3);
Spot spot_at(const World&, std::uint32_t row);
double distance2(Spot, Spot);

/// Whether the agent in that row counts.
bool admitted(const World&, const AgentFilter&, std::uint32_t row);

}  // namespace cardume::testing
