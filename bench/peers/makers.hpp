#pragma once
#include "bench/peers/peer.hpp"

// Who there is to be measured against; peers.cpp lists them.
namespace cardume::bench {

// Debian's packages, each defined in the file of its name.

/// Bodies that walk and avoid each other, by the quality that DetourCrowd's demo begins with, and by the lowest. kLimit
/// for crowds that it cannot hold.
Result<Duel> make_detour_crowd(const DuelSetup&);
Result<Duel> make_detour_crowd_low(const DuelSetup&);
/// Discs that push each other.
Result<Duel> make_box2d(const DuelSetup&);
/// Everyone who is near, for everyone.
Result<Duel> make_nanoflann(const DuelSetup&);
/// Noise on a plane, whose edge is the size.
Result<Duel> make_libnoise_perlin(const DuelSetup&);
Result<Duel> make_libnoise_cells(const DuelSetup&);

// The flock scene by the baselines of this project.

Result<Duel> make_naive(const DuelSetup&);           ///< O(n^2), as tutorials have it.
Result<Duel> make_scalar_grid(const DuelSetup&);     ///< As any compiler builds it by default.
Result<Duel> make_scalar_grid_v3(const DuelSetup&);  ///< As it builds it for x86-64-v3.

}  // namespace cardume::bench
