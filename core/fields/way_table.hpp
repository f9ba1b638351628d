#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/tile_flood.hpp"

namespace cardume {

/// Measures the ways between some cells of a tile, all from all, several times as fast as a flood from each: 16 goals
/// at once, in the lanes of vectors, by passes over the rows, down and up, until nothing comes nearer (A. Rosenfeld, J.
/// Pfaltz, "Sequential operations in digital picture processing", 1966). Rows that nothing has changed for are passed
/// over.
class WayTable {
 public:
  /// A cell by its place in the tile.
  struct Place {
    std::uint8_t x = 0, y = 0;
  };

  /// Appends a row for each place: the ways to it from each of them, as TileFlood::at() has them. None may be in a
  /// wall.
  void measure(const CostGrid& walk, Cell low, std::span<const Place> places, std::vector<std::uint32_t>& ways);

 private:
  static constexpr std::size_t kLanes = 16;
  /// Distances less 32768; anything from a limit on, which depends on the ground, stands for unknown.
  using Lanes = std::array<std::int16_t, kLanes>;

  /// Free ground: where its neighbours are in the list of cells, 0 for those that it has no step to.
  struct Ground {
    std::array<std::uint16_t, 4> before{}, after{};  ///< A straight step along x and y, and the diagonal ones.
    std::int16_t straight = 0, diagonal = 0;         ///< Lengths of steps.
    std::uint16_t part = 0;                          ///< Of the tile: from one part to another no way leads in it.
  };

  void list_ground(const TileFlood& tile);
  void find_parts();
  void run(std::span<const Place> goals);
  template <bool kDown>
  bool pass(std::int32_t number);
  template <bool kDown>
  bool pass_row(std::uint32_t row);

  TileFlood flood_;
  std::int16_t unknown_ = 0;
  std::array<std::uint16_t, std::size_t{kTileEdge} * kTileEdge> number_{};  ///< Cells in the list.
  std::array<std::uint16_t, kTileEdge + 1> row_{};                          ///< The first one of each row.
  std::array<std::int32_t, kTileEdge> changed_{};                           ///< The last pass that changed a row.
  std::vector<Ground> ground_;                                              ///< Entry 0 is nowhere.
  std::vector<Lanes> distance_;
  std::vector<std::uint16_t> open_;  ///< Cells of a part whose neighbours are to be seen yet.
};

}  // namespace cardume
