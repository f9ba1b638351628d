#pragma once
#include <vector>

#include "bench/baselines/boid.hpp"

namespace cardume::bench {

/// What one tick of the scalar grid works on. Cell (0, 0) is at the origin; cells are as wide as the perception radius,
/// and a frame of empty cells spares the rules all tests for the edge.
struct ScalarGridArgs {
  Boid* boids;           ///< Read, and written in the order of cells.
  Boid* sorted;          ///< Scratch, as long as `boids`.
  std::uint32_t* cell;   ///< Scratch, as long as `boids`: the cell of each.
  std::uint32_t* start;  ///< Scratch, columns * rows + 1: where each cell's boids begin in `sorted`.
  std::uint32_t count;
  std::uint32_t columns, rows;  ///< With the frame.
  const BoidRules* rules;
};

using ScalarGridTick = void (*)(const ScalarGridArgs&);

/// The same code as every compiler's default builds it, and as it builds it for processors of the last decade
/// (x86-64-v3); null where that is not to be had.
ScalarGridTick scalar_grid_tick();
ScalarGridTick scalar_grid_tick_v3();

/// The grid that a good programmer writes by hand: an array of structures in the plain order of the cells, sorted anew
/// each tick by counting, so that the 3x3 block around a cell is three runs of neighbours in memory.
class ScalarGridFlock {
 public:
  ScalarGridFlock(std::vector<Boid> boids, const BoidRules& rules, ScalarGridTick build);

  void tick();
  const std::vector<Boid>& boids() const { return boids_; }

 private:
  std::vector<Boid> boids_, sorted_;
  std::vector<std::uint32_t> cell_, start_;
  BoidRules rules_;
  std::uint32_t edge_;
  ScalarGridTick tick_;
};

}  // namespace cardume::bench
