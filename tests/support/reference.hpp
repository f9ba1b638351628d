#pragma once
#include <Eigen/Core>
#include <cardume/species.hpp>
#include <cstdint>
#include <vector>

namespace cardume::testing {

/// The tick of <cardume/species.hpp> written to be read: double precision, every agent looks at every other, no grid,
/// no lanes, no order of storage. The oracle that the engine's rules are held against. Flow fields are not part of it.
namespace reference {

struct Agent {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  std::uint8_t species = 0;
};

struct World {
  int dimensions = 2;           ///< In worlds of 2 dimensions z is 0 and stays 0.
  Eigen::Vector3d size;         ///< Agents live in [0, size].
  double seconds_per_tick = 1;  ///< Length of a tick.
  std::vector<SpeciesDesc> species;
  std::vector<Agent> agents;
};

/// What each rule wants of agent `self`, as the species documents it: separation's sum of unit vectors, alignment's
/// mean velocity, cohesion's way to the centre. Zero where there is no neighbour.
Eigen::Vector3d separation(const World&, std::size_t self);
Eigen::Vector3d alignment(const World&, std::size_t self);
Eigen::Vector3d cohesion(const World&, std::size_t self);

/// The acceleration of agent `self` in this tick, all rules limited, weighted and summed.
Eigen::Vector3d acceleration(const World&, std::size_t self);

/// Moves every agent on by one tick. All agents see the world as it was before.
void tick(World&);

}  // namespace reference
}  // namespace cardume::testing
