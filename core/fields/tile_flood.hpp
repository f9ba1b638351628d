#pragma once
#include <array>
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/bucket_ring.hpp"

namespace cardume {

/// Large maps are cut into square tiles; those on the far edges of a map may stick out of it.
inline constexpr std::uint32_t kTileEdge = 64;

/// Measures ways inside one tile: exact octile distances to what is given, by steps that stay in the tile.
///
/// On level ground the same way can be walked with its steps in many orders. There only those are followed that take
/// each diagonal step as early as walls permit, so most cells are reached from one neighbour instead of eight
/// (N. Sturtevant, S. Rabin, "Canonical orderings on grids", 2016).
class TileFlood {
 public:
  /// A cell by its place in the tile, and how far it is from the goal at most.
  struct Seed {
    std::uint32_t distance = 0;
    std::uint8_t x = 0, y = 0;

    friend auto operator<=>(const Seed&, const Seed&) = default;
  };

  TileFlood();

  /// Takes over a tile of a walk grid by its first cell.
  void load(const CostGrid& walk, Cell low);

  bool free(std::uint32_t x, std::uint32_t y) const { return blank_[index(x, y)] != 0; }
  std::uint8_t cost(std::uint32_t x, std::uint32_t y) const { return cost_[index(x, y)]; }
  /// Of ground in the tile.
  std::uint8_t highest_cost() const { return highest_cost_; }

  /// The seeds must be sorted, and none in a wall.
  void run(std::span<const Seed> seeds);

  /// What run() found; kUnreachable in walls and where no way leads.
  std::uint32_t at(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t distance = distance_[index(x, y)];
    return distance == 0 ? ~0u : distance - (distance != ~0u);
  }

 private:
  static constexpr std::uint32_t kStride = kTileEdge + 2;
  using Distances = std::array<std::uint32_t, std::size_t{kStride} * kStride>;

  static constexpr std::uint32_t index(std::uint32_t x, std::uint32_t y) { return (y + 1) * kStride + x + 1; }
  void flood_level(std::span<const Seed> seeds);
  void expand_level(std::uint32_t cell);
  std::uint32_t turns(std::uint32_t cell, std::uint32_t came) const;
  void reach(std::uint32_t cell, std::uint32_t distance, std::uint32_t way);

  void flood(std::span<const Seed> seeds);
  void expand(std::uint32_t cell);
  void relax(std::uint32_t cell, std::uint32_t from_distance, std::uint32_t step, std::uint32_t diagonal);

  std::uint8_t highest_cost_ = kOpenCost;
  std::array<std::uint8_t, std::size_t{kStride} * kStride> cost_{};
  Distances blank_{};     ///< Of the tile before any run: 0 in walls, all ones elsewhere.
  Distances distance_{};  ///< One more than the real distances, as in IntegrationBuilder.
  /// On level ground: the ways by which the last step of a best way goes, a bit each.
  std::array<std::uint8_t, std::size_t{kStride} * kStride> came_{};
  std::array<std::vector<std::uint16_t>, 4> wave_;  ///< On level ground: cells whose turn it is next, and later.
  BucketRing ring_;                                 ///< On other ground.
};

}  // namespace cardume
