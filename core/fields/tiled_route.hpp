#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <vector>

#include "core/fields/bucket_ring.hpp"
#include "core/fields/integration_field.hpp"
#include "core/fields/tile_graph.hpp"

namespace cardume {

/// Cells around a goal in which all ways are exact, along both axes and in both directions.
inline constexpr std::uint32_t kGoalWindow = 96;

/// Cells along the edge of a block of directions: a tile and one more cell on each side. Entry
/// (y + 1) * kBlockEdge + x + 1 is the direction of cell (x, y) of the tile, packed as in FlowField.
inline constexpr std::uint32_t kBlockEdge = kTileEdge + 2;

/// What planning and drawing need for a moment; one for each thread is enough.
class TileWork {
 public:
  /// Cells along the edge of what is looked at for one tile, and how many more they are than the tile's on each side.
  static constexpr std::uint32_t kMargin = 2, kEdge = kTileEdge + 2 * kMargin;

  /// Distances around the tile last built, and its ground, both kEdge cells wide and high: cell (x, y) of the tile is
  /// at (x + kMargin, y + kMargin).
  const IntegrationField& distances() const { return field_; }
  const CostGrid& ground() const { return ground_; }

 private:
  friend class TiledRoute;

  TileFlood flood_;
  WayTable table_;
  IntegrationBuilder builder_;
  CostGrid ground_;
  IntegrationField field_;
  FlowField flow_;
  std::vector<TileFlood::Seed> seeds_;
};

/// The ways to one goal all over a large map: how far it is from every node of the tile graph, and from there, only
/// where somebody asks, from every cell of a tile.
///
/// A tile takes for what lies beyond its edge the lengths of ways that its neighbours can do at least as well. So who
/// walks from tile to tile by their distances comes nearer to the goal with every step, and never walks farther than
/// the first tile has promised.
class TiledRoute {
 public:
  /// The goal must be free ground. Throws std::bad_alloc.
  void plan(TileGraph&, Cell goal, TileWork&);

  // The same in pieces. The graph must stay as it is in between.

  void begin(const TileGraph&, Cell goal, TileWork&);
  /// Goes on from nearer nodes to farther ones until it has done about so many, and tells how many.
  std::uint32_t go_on(TileGraph&, std::uint32_t most, TileWork&);
  /// Whether all is known that the distances of a tile depend on.
  bool knows(const TileGraph&, std::uint32_t tile) const;

  /// Whether any way leads to the goal. Takes as long as a tile's distances do.
  bool reaches(const TileGraph&, Cell, TileWork&) const;

  /// Leaves the distances of a tile in `work`. The graph must be as it was when this was planned.
  void build_distances(const TileGraph&, std::uint32_t tile, TileWork&) const;

  /// Writes the directions of a tile and of the cells around it, kBlockEdge * kBlockEdge of them; FlowField's
  /// kNoDirection outside the map. No direction points into what is not free.
  void build_tile(const TileGraph&, std::uint32_t tile, TileWork&, std::uint32_t* block) const;

  Cell goal() const { return goal_; }
  std::uint64_t memory_bytes() const;

 private:
  void measure_window(const TileGraph&, TileWork&);
  void start(const TileGraph&);
  void spread(TileGraph&, std::uint32_t node, TileWork&);
  void spread_in_tile(const TileGraph&, std::uint32_t node);
  void improve(std::uint32_t node, std::uint32_t distance, bool arrives);
  std::uint32_t in_window(Cell) const;

  static void copy_ground(const TileGraph&, std::uint32_t tile, TileWork&);
  void fill_border(const TileGraph&, std::uint32_t tile, Step side, TileWork&) const;
  void lower_to_window(Cell low, TileWork&) const;
  static void smooth_border(std::size_t start, std::size_t stride, TileWork&);
  void find_seeds(const TileGraph&, std::uint32_t tile, TileWork&) const;
  static void add_seed(Cell at, TileWork&);
  static void fill_margin(TileWork&);

  Cell goal_;
  Cell window_low_;
  IntegrationField window_;              ///< Exact distances in the goal's window.
  std::vector<std::uint32_t> distance_;  ///< By node.
  std::vector<std::uint8_t> arrived_;    ///< Nodes to which the way found last goes on in another tile.
  MovableRing ring_;
  std::uint32_t bucket_ = 0;  ///< Distances in those before it are final,
  bool finished_ = false;     ///< or all are.
};

}  // namespace cardume
