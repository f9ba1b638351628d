#pragma once
#include <cstdint>

namespace cardume::bench {

/// One run of the model of T. Vicsek et al., "Novel type of phase transition in a system of self-driven particles",
/// 1995, as in figure 2a: density 4, radius 1, 0.03 world units a tick, on a torus.
struct VicsekRun {
  std::uint32_t agents = 100;
  float noise = 0;  ///< Width of the random angle, in radians.
  std::uint64_t seed = 1;
  std::uint32_t transient = 2000;  ///< Ticks before the mean begins.
  std::uint32_t ticks = 8000;      ///< Over which it goes.
};

/// The mean over time of the order parameter: the length of the mean heading, 1 where all go the same way.
double order_of(const VicsekRun&);

}  // namespace cardume::bench
