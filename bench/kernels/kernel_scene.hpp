#pragma once
#include <array>
#include <vector>

#include "bench/support/flock_scene.hpp"
#include "simd/kernels.hpp"

namespace cardume::bench {

/// The flock scene laid out as kernels want it: columns in the order of the cells, and the cells. Two cells along x,
/// and one along y, are as wide as the rules look.
class KernelScene {
 public:
  /// Lengths are multiplied by `scale`, what agents see is not: below 1 the crowd is denser.
  explicit KernelScene(std::uint32_t count, float scale = 1);

  simd::BucketArgs bucket_args();
  simd::RulesArgs rules_args();
  simd::IntegrateArgs integrate_args();
  /// `fields` is looked up by goal; everybody's goal is 1. The map is stretched over the world.
  simd::FlowArgs flow_args(const simd::FieldView* fields, std::uint32_t map_edge);
  const std::vector<float>& column() const { return position_[0]; }
  std::uint32_t count() const { return count_; }

 private:
  using Axes = std::array<std::vector<float>, 2>;

  void fill_table(const BoidRules&);
  void lay_out(std::vector<Boid> boids);
  simd::Motion motion();
  simd::CellLayout layout() const { return {columns_, rows_, 1, inverse_column_, inverse_row_}; }
  simd::Rows everyone() const { return {0, count_}; }
  std::uint32_t cell_of(const Boid&) const;

  std::uint32_t count_, columns_, rows_;
  float size_, inverse_column_, inverse_row_, seconds_;
  Axes position_, velocity_, acceleration_, previous_;
  std::vector<std::uint8_t> species_, goal_, crowded_;
  std::vector<std::uint32_t> slot_, start_, cell_;
  simd::ProfileTable table_{};
};

}  // namespace cardume::bench
