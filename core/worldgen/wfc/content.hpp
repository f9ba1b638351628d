#pragma once
#include <array>
#include <cardume/wfc.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace cardume {

namespace wfc {

inline constexpr std::uint32_t kMostPatterns = 4096;
inline constexpr std::uint32_t kRight = 0, kDown = 1, kLeft = 2, kUp = 3;

inline std::uint32_t opposite(std::uint32_t side) { return (side + 2) % 4; }

/// A set of patterns, a bit each.
using Words = std::vector<std::uint64_t>;

}  // namespace wfc

struct TileSet::Content {
  struct Tile {
    std::string name;
    std::string drawing;
    double weight;
  };

  std::uint32_t edge = 0;
  char outside = 0;  ///< 0 for any.
  bool outside_only = false;
  std::string walk;
  std::vector<Tile> tiles;

  /// Letters along a side, from left to right or from top to bottom.
  std::string side(std::uint32_t tile, std::uint32_t side) const;
};

struct WfcModel::Content {
  std::uint32_t count = 0, words = 0;
  std::vector<double> weight;
  std::array<wfc::Words, 4> fits;  ///< By side: `words` for each pattern.
  /// By side, where one word holds all patterns: what fits beside any of those in a byte of it, by the byte's number
  /// times 256 and what it holds.
  std::array<wfc::Words, 4> together;
  std::vector<std::vector<std::uint8_t>> windows;  ///< Of a sample.
  std::array<wfc::Words, 4> outside;               ///< By side: what may lie at that edge of a map.
  wfc::Words walkable;                             ///< Tiles that can be walked on somewhere.
  std::array<wfc::Words, 4> ways;                  ///< By side: tiles that can be left there on foot.

  const std::uint64_t* fits_of(std::uint32_t side, std::uint32_t pattern) const {
    return &fits[side][std::size_t{pattern} * words];
  }
};

}  // namespace cardume
