#pragma once
#include <cardume/caves.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// Walls as bits, 64 cells a word; whatever lies outside is wall, the unused bits of a row's last word included.
class WallBits {
 public:
  WallBits(std::uint32_t width, std::uint32_t height);

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  bool get(std::uint32_t x, std::uint32_t y) const { return row(y)[x / 64] >> (x % 64) & 1; }
  void set(std::uint32_t x, std::uint32_t y, bool wall);

  std::uint32_t words() const { return words_; }  ///< In a row.
  const std::uint64_t* row(std::uint32_t y) const { return bits_.data() + std::size_t{y} * words_; }
  std::uint64_t* row(std::uint32_t y) { return bits_.data() + std::size_t{y} * words_; }
  std::uint64_t outside(std::uint32_t word) const;  ///< The bits of a row's word that lie outside the map.

 private:
  std::uint32_t width_, height_, words_;
  std::vector<std::uint64_t> bits_;
};

/// The walls before the first step.
WallBits fill_caves(const CavesDesc& desc);

/// One step of the automaton; see CavesDesc.
void step_caves(const WallBits& from, WallBits& to);

/// Joins all floor into one by the shortest tunnels, two cells wide where the map has room, and walls up the edge.
void connect_caves(CostGrid& grid);

}  // namespace cardume
