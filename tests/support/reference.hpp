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
  bool wrapped = false;         ///< Opposite edges are one.
  double seconds_per_tick = 1;  ///< Length of a tick.
  std::vector<SpeciesDesc> species;
  std::vector<Agent> agents;
};

/// Somebody whom an agent sees.
struct Neighbour {
  std::size_t index = 0;
  Eigen::Vector3d way = Eigen::Vector3d::Zero();  ///< From the agent.
};

/// Whom agent `self` sees within the farthest radius of its rules: the nearest of them, where it asks for those.
std::vector<Neighbour> neighbours(const World&, std::size_t self);

/// What each rule wants of agent `self`, as the species documents it: separation's sum of pushes, and the sums of
/// velocities and ways whose directions alignment and cohesion take. Zero where there is no neighbour.
Eigen::Vector3d separation(const World&, std::size_t self);
Eigen::Vector3d alignment(const World&, std::size_t self);
Eigen::Vector3d cohesion(const World&, std::size_t self);

/// How many neighbours count for one of these rules: 0 is separation, 1 alignment, 2 cohesion.
std::size_t counted(const World&, std::size_t self, std::size_t rule);

/// The speed that agent `self` shares with its mates, or its own.
double speed(const World&, std::size_t self);

/// The acceleration of agent `self` in this tick, all rules limited, weighted and summed.
Eigen::Vector3d acceleration(const World&, std::size_t self);

/// Moves every agent on by one tick. All agents see the world as it was before.
void tick(World&);

}  // namespace reference
}  // namespace cardume::testing
