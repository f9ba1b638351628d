#pragma once
#include <array>
#include <cardume/cost_grid.hpp>
#include <cardume/passage.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "core/space/distance_transform.hpp"

namespace cardume {

/// Which parts of a walk grid are connected by steps, straight ones: a diagonal step needs both cells beside it. Links
/// join both ends, one-way cells are as good as any. Kept up to date piece by piece: each tile of the map has parts of
/// its own, and those that come to its edge are joined to the other tiles' (R. Tarjan, "Efficiency of a good but not
/// linear set union algorithm", 1975). So an edit costs a tile, and the joining of parts where it changes what comes to
/// the tile's edge, and how.
///
///     tile 0       tile 1          Parts 0 and 1 of the first tile are joined through the only one of the second;
///   +-----------+-----------+      part 2 is an island by itself. A tile with one part takes a bit a cell, one with
///   | 0 0 0 0 0 | 0 0 0 0 0 |      several 16 more.
///   | # # # # # | 0 # # # # |
///   | 1 # 2 # 1 | 0 0 0 0 0 |
///   | 1 # # # 1 | 0 0 0 0 0 |
///   | 1 1 1 1 1 | 0 0 0 0 0 |
///   +-----------+-----------+
class Islands {
 public:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint32_t kEdge = 64;  ///< Cells along a tile: as many as there are bits in a word.

  /// Throws std::bad_alloc, as does edit().
  void build(const CostGrid& walk, const Passages& passages);

  /// After cells of the walk grid in these boxes have changed.
  void edit(const CostGrid& walk, std::span<const CellBox> boxes);

  /// The island of a cell: equal for cells that are connected; kNone where one cannot be, and outside the map. Numbers
  /// hold until the next edit.
  std::uint32_t at(Cell cell) const {
    if (cell.x >= width_ || cell.y >= height_) return kNone;
    const std::uint32_t index = tile_of(cell), x = cell.x % kEdge, y = cell.y % kEdge;
    const Tile& tile = tiles_[index];
    if (!tile.free(x, y)) return kNone;
    const std::uint32_t part = tile.part(x, y);
    return part < tile.outer ? island_[tile.first + part] : kLone + index * kMostParts + part;
  }

  std::uint64_t memory_bytes() const;

 private:
  static constexpr std::uint32_t kMostParts = kEdge * kEdge / 2;  ///< Of a tile.
  static constexpr std::uint32_t kLone = 1u << 31;                ///< From here on: islands that are inner parts.

  using Bits = std::array<std::uint64_t, kEdge>;

  struct Tile {
    Bits rows{};                        ///< One bit a cell, set where it is free; none outside the map.
    std::uint64_t left = 0, right = 0;  ///< The same of the first and the last column.
    std::uint32_t parts = 0;            ///< Connected within the tile.
    std::uint32_t outer = 0;            ///< The first so many come to the tile's edge, or to a link.
    std::uint32_t first = 0;            ///< Number of the first outer part among those of all tiles.
    /// Of each cell its part, and once more of the cells of the first and of the last column, where joining finds them
    /// in one place. Only read where there are several parts.
    std::vector<std::uint16_t> labels;

    bool free(std::uint32_t x, std::uint32_t y) const { return (rows[y] >> x & 1) != 0; }
    std::uint32_t label(std::uint32_t i) const { return parts > 1 ? labels[i] : 0u; }
    std::uint32_t part(std::uint32_t x, std::uint32_t y) const { return label(y * kEdge + x); }
    std::uint32_t left_part(std::uint32_t y) const { return label(kEdge * kEdge + y); }
    std::uint32_t right_part(std::uint32_t y) const { return label(kEdge * (kEdge + 1) + y); }
  };

  /// Where a link begins or ends.
  struct LinkEnd {
    std::uint32_t tile, x, y;  ///< The cell within the tile.

    friend auto operator<=>(const LinkEnd&, const LinkEnd&) = default;
  };

  class Labeller;
  struct Outline;

  std::uint32_t tile_of(Cell cell) const { return cell.y / kEdge * columns_ + cell.x / kEdge; }
  void list_link_ends();
  std::span<const LinkEnd> link_ends(std::uint32_t tile) const;
  Bits measure(const CostGrid& walk, std::uint32_t tile) const;
  void label(std::uint32_t tile);
  bool refresh(const CostGrid& walk, std::uint32_t tile);
  void number_parts();
  void join_all();
  void join_right(const Tile& tile, const Tile& other);
  void join_below(const Tile& tile, const Tile& other);
  void join_links();

  std::uint32_t width_ = 0, height_ = 0;  ///< Of the map, in cells.
  std::uint32_t columns_ = 0;             ///< Tiles in a row.
  std::vector<Tile> tiles_;
  std::vector<std::uint32_t> island_;  ///< Of each outer part: the first one of those it is joined to.
  std::vector<Link> links_;
  std::vector<LinkEnd> link_ends_;  ///< By tiles.
};

}  // namespace cardume
