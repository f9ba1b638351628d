#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/bucket_ring.hpp"

namespace cardume {

/// Builds integration fields with memory that it keeps: once it has seen a map's size it allocates no more.
///
/// Works on a copy of the map in a frame of walls, so that the inner loop has no bounds to check. In the copy a
/// distance is one more than the real one and 0 means wall: a wall is then never improved upon and needs no test of its
/// own.
///
/// A step to a cell costs the same from each side, straight or diagonal. So a cell is queued at most twice, once for
/// the first diagonal step to it and once for the first straight one: 2 * cell and 2 * cell + 1 are its nodes in the
/// ring.
class IntegrationBuilder {
 public:
  /// The grid must be valid. Errors as in build_integration_field; throws std::bad_alloc.
  Error build(const CostGrid& grid, std::span<const Cell> goals, Metric metric, IntegrationField& out);

  /// As if every free cell were open ground, up to a distance at most; kUnreachable, or too much, beyond it. The grid
  /// and the goal must be good.
  void build_level(const CostGrid& grid, Cell goal, Metric metric, std::uint32_t most, IntegrationField& out);

  /// Whether all free ground of the last grid was open.
  bool level() const { return highest_cost_ == kOpenCost; }

  std::uint64_t memory_bytes() const {
    return cost_.capacity() + distance_.capacity() * sizeof(std::uint32_t) + ring_.memory_bytes();
  }

 private:
  void load(const CostGrid& grid, IntegrationField& out, Metric metric);
  void seed(std::span<const Cell> goals);
  template <bool kOpenGround>
  void flood(Metric metric, std::uint32_t most);
  template <bool kOpenGround>
  void expand(std::uint32_t cell, Metric metric);
  template <bool kOpenGround>
  void relax(std::uint32_t cell, std::uint32_t from_distance, std::uint32_t step, std::uint32_t diagonal);
  void store(IntegrationField& out) const;

  bool open(std::uint32_t cell) const { return distance_[cell] != 0; }

  std::uint32_t stride_ = 0;  ///< Cells in a row of the framed copy.
  std::uint8_t highest_cost_ = kOpenCost;
  std::vector<std::uint8_t> cost_;
  std::vector<std::uint32_t> distance_;
  BucketRing ring_;
};

}  // namespace cardume
