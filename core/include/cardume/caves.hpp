#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/export.hpp>
#include <cstdint>

namespace cardume {

/// Caves by cellular automaton (J. Johnson, G. Yannakakis, J. Togelius, "Cellular automata for real-time generation of
/// infinite cave levels", 2010): cells start as walls at random; in each step a cell with more than 4 walls among its 8
/// neighbours becomes a wall, with fewer than 4 floor, with 4 it stays. Outside a map that is not endless counts as
/// wall.
struct CavesDesc {
  std::uint32_t width = 256;   ///< Cells; 1 to limits::kMaxMapEdge.
  std::uint32_t height = 256;  ///< Cells; 1 to limits::kMaxMapEdge.
  float cell_size = 1;         ///< World units; 1e-6 to 1e6.
  float wall_share = 0.45f;    ///< Walls before the first step; 0 to 1.
  std::uint32_t steps = 5;     ///< 0 to 64.
  bool connect = true;         ///< Tunnels join all caves into one, and the map's edge is walled up.
  std::uint64_t seed = 1;      ///< Any value.
  /// The map is a part of caves without end, the one that begins at cell (x, y): any part agrees with any other, but
  /// for what connecting changes in it. Otherwise rock surrounds the map.
  bool endless = false;
  std::int64_t x = 0, y = 0;  ///< Of endless caves, each within 2^62 of 0; else 0.
};

/// The same desc gives the same caves on every machine. With `connect` at least one cell is floor and every floor cell
/// reaches every other by 4-neighbour steps. kInvalidArgument and kLimit name the field.
CARDUME_EXPORT Result<CostGrid> generate_caves(const CavesDesc&);

}  // namespace cardume
