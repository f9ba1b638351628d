#pragma once
#include <array>
#include <cardume/field.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/bucket_ring.hpp"
#include "core/fields/pending.hpp"
#include "core/fields/sight_discs.hpp"
#include "core/fields/walk_grid.hpp"

namespace cardume {

/// Builds integration fields with memory that it keeps: once it has seen a map's size it allocates no more.
///
/// Works on a copy of the map in a frame of walls, so that the inner loop has no bounds to check. In the copy a
/// distance is one more than the real one and 0 means wall: a wall is then never improved upon and needs no test of its
/// own.
///
/// A step to a cell costs the same from each side, straight or diagonal. So a cell is queued at most twice, once for
/// the first diagonal step to it and once for the first straight one: 2 * cell and 2 * cell + 1 are its nodes in the
/// ring. Where that does not hold, between one-way cells and for eikonal fields, nodes are moved instead.
///
/// Whatever the metric, a distance is a function of those of the cells around it that never falls when one of them
/// rises and is larger than those it depends on. So there is one solution, and repair() finds it from anywhere.
class IntegrationBuilder {
 public:
  /// The grid must be valid, or a walk grid (core/fields/walk_grid.hpp). Errors as in build_integration_field; throws
  /// std::bad_alloc.
  Error build(const CostGrid& grid, const IntegrationDesc&, IntegrationField& out);
  Error build(const CostGrid& grid, std::span<const Cell> goals, Metric metric, IntegrationField& out);

  /// Brings `out`, and what the builder remembers of the map, to what build() would make of the edited map, bit for
  /// bit. `out` must be what its last build or repair made. Appends the cells whose distance is another now to
  /// `changed`. Work by what changes; all is built anew where the builder holds that for less work, and for fields of
  /// threats. Sources in what becomes a wall rest until it is free again. Throws std::bad_alloc.
  void repair(std::span<const CellEdit> edits, IntegrationField& out, std::vector<std::uint32_t>& changed);

  /// As if every free cell were open ground, up to a distance at most; kUnreachable, or too much, beyond it. The grid
  /// and the goal must be good.
  void build_level(const CostGrid& grid, Cell goal, Metric metric, std::uint32_t most, IntegrationField& out);

  /// Whether all free ground of the last grid was open, and nothing but steps led through it.
  bool level() const { return highest_cost_ == kOpenCost && map_.passages.empty(); }

  std::uint64_t memory_bytes() const;

 private:
  enum class Ground { kOpen, kTerrain, kPassages };

  /// What it asks of a field; the sources are in the frame and by cell.
  struct Asked {
    Metric metric = Metric::kOctile;
    bool flee = false, nearest_instead = false;
    Cell first;  ///< Source.
    std::vector<FramedSource> sources;
    SightDiscs discs;  ///< Of Metric::kEikonal.
  };
  /// Ground from which no way leads to a source.
  struct Stranded {
    std::vector<std::uint32_t> cells;
    std::vector<FramedSource> sources;  ///< Those that it leads to instead, by cell.
  };
  struct Queues {
    BucketRing ring;
    MovableRing movable;
    Pending pending;
  };

  void load(const CostGrid& grid, const Passages& passages, Metric metric);
  void reserve();
  void clear_distances();
  void solve(IntegrationField& out);
  void solve();
  void solve_from_sources();
  void start_at(std::uint32_t cell);
  void store(IntegrationField& out) const;

  void flood();
  template <Ground kGround>
  void flood_steps(std::uint32_t most);
  template <Ground kGround>
  void expand(std::uint32_t cell, std::uint32_t diagonal);
  template <Ground kGround>
  void relax(std::uint32_t cell, std::uint32_t from_distance, std::uint32_t step, std::uint32_t diagonal);
  void expand_passages(std::uint32_t cell);
  void follow_links(std::uint32_t cell);
  bool walkable(std::uint32_t from, std::uint32_t to, Step step) const;

  template <bool kPassages>
  void flood_wave();
  template <bool kPassages>
  void expand_wave(std::uint32_t cell);
  template <bool kPassages>
  std::uint64_t wave_over(std::uint32_t cell, std::uint32_t straight, Step step) const;
  template <bool kPassages>
  bool leads_on(std::uint32_t cell, std::uint32_t straight, std::uint32_t diagonal, Step side) const;
  template <bool kPassages>
  bool even(std::uint32_t cell, std::array<std::uint32_t, 3> others) const;
  template <bool kPassages>
  bool needs_diagonal(std::uint32_t from, std::uint32_t to, Step step) const;
  void lower(std::uint32_t cell, std::uint64_t distance);

  void escape();
  void strand();
  void flood_stranded();
  void forget_stranded();

  std::uint32_t seed(std::uint32_t cell) const;
  std::uint32_t evaluate(std::uint32_t cell) const;
  std::uint64_t by_steps(std::uint32_t cell) const;
  std::uint64_t by_wave(std::uint32_t cell) const;
  std::uint64_t by_neighbours(std::uint32_t cell) const;

  bool edit(std::span<const CellEdit> edits);
  bool repair_all(bool walls);
  void check(std::uint32_t cell);
  void check_around(std::uint32_t cell);
  void check_dependents(std::uint32_t cell, std::uint32_t distance);
  bool settle(std::size_t most);
  std::uint32_t shortest_way_out(std::uint32_t cell) const;
  void patch(IntegrationField& out, std::vector<std::uint32_t>& changed) const;
  void store(IntegrationField& out, std::vector<std::uint32_t>& changed) const;

  bool open(std::uint32_t cell) const { return distance_[cell] != 0; }
  std::uint32_t offset(Step step) const {
    return static_cast<std::uint32_t>(step.dy) * map_.stride + static_cast<std::uint32_t>(step.dx);
  }
  std::uint32_t framed(Cell cell) const { return (cell.y + 1) * map_.stride + cell.x + 1; }
  Cell unframed(std::uint32_t cell) const { return {cell % map_.stride - 1, cell / map_.stride - 1}; }

  FramedMap map_;
  std::uint8_t highest_cost_ = kOpenCost;
  Asked asked_;
  std::vector<std::uint32_t> distance_;
  Queues queues_;
  Stranded stranded_;
  std::vector<std::uint32_t> touched_, reseeded_;  ///< Cells, by the repair at hand.
  bool solved_ = false;                            ///< What was asked, on the map as it is.
};

}  // namespace cardume
