#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/export.hpp>
#include <cardume/field.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cardume {

/// A run of cells along the common edge of two tiles, free on both sides, as long as can be.
struct Portal {
  Cell first, last;         ///< On the side of the tile with the smaller coordinates.
  bool along_y = false;     ///< The run goes along y, and leads across x.
  std::uint32_t nodes = 0;  ///< Places at which long ways are planned across it.
};

/// What a TiledField is made with.
struct TilesDesc {
  Scheduler* scheduler = nullptr;  ///< Measures all tiles at once; without one each is measured when first needed.
};

/// Ways over large maps by tiles of 64 x 64 cells: what worlds use where a whole field would take too long, on its own
/// for tools and benchmarks. Steps are counted as for Metric::kOctile. Ways are at most 4 % longer than the shortest
/// ones on the real maps of the tests, 0.2 % in the mean, and found wherever there are any.
class CARDUME_EXPORT TiledField {
 public:
  /// Errors as of validate().
  static Result<TiledField> create(CostGrid, const TilesDesc& = {});
  TiledField(TiledField&&) noexcept;
  TiledField& operator=(TiledField&&) noexcept;
  ~TiledField();

  /// kInvalidArgument outside the map; kGoalBlocked in a wall.
  Error set_goal(Cell);

  /// Puts one cell to another cost; the goal must be set anew. kInvalidArgument outside the map and for a cost of 0.
  Error set_cost(Cell, std::uint8_t cost);

  /// The cells from `from` (first) to the goal (last). kInvalidArgument outside the map, without a goal and where no
  /// way leads.
  Result<std::vector<Cell>> path(Cell from);

  /// Directions of the tile that a cell lies in and of one cell more on each side, row-major, packed as in FlowField;
  /// 66 in a row. They hold until the next call; empty outside the map, without a goal and for want of memory.
  std::span<const std::uint32_t> directions(Cell);

  /// All portals, for pictures. kOutOfMemory.
  Result<std::vector<Portal>> portals() const;

  std::uint32_t tile_count() const;
  std::uint32_t node_count() const;  ///< Of the graph on which long ways are planned.
  std::uint64_t memory_bytes() const;

 private:
  struct State;
  explicit TiledField(std::unique_ptr<State>);

  std::unique_ptr<State> state_;
};

}  // namespace cardume
