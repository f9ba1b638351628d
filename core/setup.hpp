#pragma once
#include "core/world_state.hpp"

namespace cardume {

/// How far the rules, avoidance and contacts look, in world units; 0 where there is none.
float farthest_sight(const Profiles&);
float farthest_avoidance(const Setup&);
float contact_reach(const Setup&);

/// Nearer than so many sums of radii, two bodies may come to touch in one of the iterations of a tick.
float contact_reach_factor(const WorldDesc&);

/// 0 in a world of points.
float largest_radius(const std::vector<SpeciesDesc>&);

/// The kind of walker that an agent is: the narrowest one of its species' movement that it fits, by number.
std::uint8_t walker_of(const Setup&, std::uint8_t species, float radius);

/// Everything that is settled at creation; the desc has been checked.
Setup make_setup(const WorldDesc&, Scheduler&, const simd::KernelTable&);

/// Takes all memory that ticks need, by the state's setup, whose terrain becomes the state's.
void reserve(WorldState&);

}  // namespace cardume
