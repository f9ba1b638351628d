#pragma once
#include "core/world_state.hpp"

// Species and the states of minds as kernels take them: profiles, each a row of parameters.
namespace cardume {

/// Fills in profiles, table and pairs of a setup whose desc, tick length and all are in place.
void settle_profiles(Setup&);

/// How far the flocking rules of a behaviour look, in world units.
float farthest_sight(const BehaviourDesc&);

}  // namespace cardume
