#pragma once
#include <cardume/world.hpp>
#include <memory>
#include <vector>

#include "core/world_state.hpp"
#include "simd/kernels.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/reference.hpp"

namespace cardume::testing {

/// A state up to the rules stage, so that what the rules want shows by itself.
class Wishes {
 public:
  explicit Wishes(const reference::World&);
  Wishes(const reference::World&, const simd::KernelTable&);

  /// Works out the rules anew, with these kernels.
  void look(const simd::KernelTable&);

  // By the order of the agents in the reference.
  Eigen::Vector3d acceleration(std::size_t agent) const;
  double speed(std::size_t agent) const;

  WorldState& state() { return state_; }

 private:
  std::uint32_t row(std::size_t agent) const;

  std::unique_ptr<Scheduler> scheduler_;
  WorldState state_;
};

/// An empty world with those edges.
reference::World empty_society(int dimensions, double edge, std::vector<SpeciesDesc> species);

/// What a drawn world is like.
struct SocietyDesc {
  int dimensions = 2;
  std::uint32_t most_agents = 60;
  bool wrapped = false;
  bool nearest = true;  ///< Some see their nearest neighbours only.
  bool view = true;     ///< Some do not see all around, and some keep or share their speed.
};

/// A world of random species with random relations. Everybody stands on a lattice so fine and a world so small that
/// distances are exact, whole groups on one spot, and many are equally far.
reference::World draw_society(Dice&, const SocietyDesc&);

}  // namespace cardume::testing
