#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/movement.hpp>
#include <cstdint>
#include <vector>

#include "core/space/distance_transform.hpp"

namespace cardume {

/// Those for whom the same ground can be entered, at the same cost.
struct Walker {
  std::uint8_t movement = 0;  ///< Index into FieldsDesc::movements.
  std::uint8_t size = 1;      ///< Map cells across, rounded up: of the square that must be free around it.

  friend bool operator==(Walker, Walker) = default;
};

/// The size of a disc: gaps of so many cells let it pass, narrower ones do not. 1 for points, at most limits::kMaxSize.
/// Discs up to a thousandth of a cell too wide for a gap count as fitting, so that 1.5 cells are 3 across in any units.
std::uint8_t size_of(float radius, float cell_size);

/// Where the middles of walkers of a size are, in cells from the corner of their cell: 0.5 or, for even ones, 1.
constexpr float origin_of(std::uint8_t size) { return size % 2 == 0 ? 1.f : 0.5f; }

/// In walk grids: ground without walls that is not for these walkers.
inline constexpr std::uint8_t kUnfit = 0;

/// Whether a cost of a walk grid lets walkers pass.
constexpr bool passable(std::uint8_t cost) { return cost != kUnfit && cost != kWall; }

/// One cell of a walk grid, and what it is put to.
struct CellEdit {
  std::uint32_t cell;  ///< Row-major index.
  std::uint8_t cost;

  friend bool operator==(CellEdit, CellEdit) = default;
};

/// The map as walkers of one kind see it. A cell stands for the place of the walker's middle: of odd sizes the middle
/// of the cell, of even ones its far corner, (x + 1, y + 1). Its square is the block of `size` by `size` cells around
/// that.
///
///   size 3: +---+---+---+    size 2: +---+---+      Squares are exact for walls along the axes: a disc of radius 1
///           |   |   |   |            |   |   |      passes gaps of 2 cells and none of 1. Past the corner of a wall
///           +---+---+---+            +---o---+      they ask for a little more room than a disc needs.
///           |   | o |   |            |   |   |
///           +---+---+---+            +---+---+
///           |   |   |   |
///           +---+---+---+
///
/// The cell is
///   kWall   where one of the cells that touch the place (its own, or four) is a wall of the map or outside it,
///   kUnfit  where none is, but the square reaches into walls, out of the map or into ground that the way of moving
///           does not enter,
///   a cost  otherwise: the highest one of the cells that touch the place, and what the margin adds, at most 254.
///
/// The margin adds margin_cost where the square touches, if only by a corner, what it must not reach into; with
/// `rings` cells all around between the two margin_cost * (margin - rings) / margin, rounded, down to nothing.
CostGrid make_walk_grid(const CostGrid& terrain, const MovementDesc&, std::uint8_t size);

/// Brings a walk grid up to date after the map has changed in a box, and appends the cells that are others now, each
/// once. Takes time by the size of the box (and of the walkers), not of the map, and no memory but for `changes`.
/// Throws std::bad_alloc.
void update_walk_grid(const CostGrid& terrain, const MovementDesc&, std::uint8_t size, CellBox edited, CostGrid& walk,
                      std::vector<CellEdit>& changes);

}  // namespace cardume
