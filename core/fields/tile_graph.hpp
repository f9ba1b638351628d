#pragma once
#include <array>
#include <cardume/cost_grid.hpp>
#include <cardume/scheduler.hpp>
#include <cardume/tiles.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/neighbourhood.hpp"
#include "core/fields/walk_grid.hpp"
#include "core/fields/way_table.hpp"

namespace cardume {

/// The farthest that two neighbouring nodes of one portal lie apart, in cells.
inline constexpr std::uint32_t kNodeSpacing = 8;

/// The whole map as a sparse graph, to plan long ways on. Tiles meet in portals: runs of cells along their common edge
/// that are free on both sides. Each portal has nodes on both sides, at its ends and every few cells between them, and
/// tiles that touch at a corner have one there. Within a tile every node knows the exact way to every other one
/// (A. Botea, M. Mueller, J. Schaeffer, "Near optimal hierarchical path-finding", 2004, with more nodes).
///
///     tile 0 . . o|o . .  tile 1         o  nodes: a pair across the edge, one step apart
///            . . .|. . .
///            . . o|o . .                 #  splits the edge in two portals
///            . . #|. . .
///            . . o|o . .
///
/// Ways in a tile are measured when they are first asked for; those of a tile without walls follow from where its nodes
/// are. Knows no passages.
class TileGraph {
 public:
  /// A step across the edge of a tile, told by where it comes from.
  struct Crossing {
    std::uint16_t back = 0;  ///< The length of the step from the other node to this one.
    std::uint8_t to = 0;     ///< Number of the other node in its tile.
    std::uint8_t side = 0;   ///< Index into kSteps: where that tile is.

    friend bool operator==(const Crossing&, const Crossing&) = default;
  };

  struct Node {
    std::uint8_t x = 0, y = 0;  ///< Its cell's place in the tile.
    std::uint8_t crossings = 0;
    std::array<Crossing, 3> crossing{};  ///< 3 in corners.

    friend bool operator==(const Node&, const Node&) = default;
  };

  struct Tile {
    std::vector<Node> nodes;
    /// Row i holds the lengths of the ways to node i from each node. Empty while nobody has asked, and in open tiles.
    std::vector<std::uint32_t> ways;
    bool open = false;
    bool measured = false;

    friend bool operator==(const Tile&, const Tile&) = default;
  };

  /// A scheduler measures all ways at once. Throws std::bad_alloc.
  void build(CostGrid walk, Scheduler* for_load = nullptr);

  /// Brings the graph to what build() would make of the edited grid; ways of tiles that an edit touches wait until they
  /// are asked for. Routes must be planned anew. Throws std::bad_alloc; then it must be built anew.
  void edit(std::span<const CellEdit> edits);

  const CostGrid& walk() const { return walk_; }
  std::uint8_t highest_cost() const { return highest_cost_; }

  std::uint32_t tiles_across() const { return across_; }
  std::uint32_t tiles_down() const { return down_; }
  std::uint32_t tile_count() const { return across_ * down_; }
  std::uint32_t tile_at(Cell cell) const { return cell.y / kTileEdge * across_ + cell.x / kTileEdge; }
  Cell low_of(std::uint32_t tile) const { return {tile % across_ * kTileEdge, tile / across_ * kTileEdge}; }
  /// The tile a step away, or tile_count() beyond the map.
  std::uint32_t neighbour(std::uint32_t tile, Step step) const;

  const Tile& tile(std::uint32_t tile) const { return tiles_[tile]; }
  /// Nodes are numbered through all tiles; this is the first one of a tile.
  std::uint32_t first_node(std::uint32_t tile) const { return first_node_[tile]; }
  std::uint32_t node_count() const { return first_node_.back(); }
  std::uint32_t tile_of(std::uint32_t node) const { return tile_of_[node]; }

  /// Whether the ways of a tile are known or need no measuring.
  bool measured(std::uint32_t tile) const { return tiles_[tile].measured || tiles_[tile].open; }
  void measure(std::uint32_t number, WayTable& table);

  /// What two graphs have in common that were built from equal grids. Measures all ways.
  bool equals(TileGraph& other);

  std::vector<Portal> portals() const;

  std::uint64_t memory_bytes() const;

 private:
  void find_nodes(std::uint32_t number);
  void link(std::uint32_t number);
  void number_nodes();
  void measure_all(Scheduler&);
  bool free_at(Cell cell) const { return walk_.contains(cell) && passable(walk_.cost[walk_.index(cell)]); }

  CostGrid walk_;
  std::uint8_t highest_cost_ = kOpenCost;
  std::uint32_t across_ = 0, down_ = 0;
  std::vector<Tile> tiles_;
  std::vector<std::uint32_t> first_node_;  ///< One more than there are tiles.
  std::vector<std::uint16_t> tile_of_;     ///< By node.
};

/// The length of a way over open ground of cost 1.
constexpr std::uint32_t octile(std::uint32_t dx, std::uint32_t dy) {
  const std::uint32_t far = dx > dy ? dx : dy, aside = dx > dy ? dy : dx;
  return far * kStraightStep + aside * (kDiagonalStep - kStraightStep);
}

}  // namespace cardume
