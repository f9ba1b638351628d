#pragma once
#include <cardume/landscape.hpp>
#include <cstdint>
#include <span>

#include "tools/cardume/canvas.hpp"

namespace cardume {

/// Which part of a land is drawn, in cells, and how large.
struct WorldView {
  std::int64_t x = 0, y = 0;
  std::uint32_t width = 1, height = 1;
  std::uint32_t pixels = 1;  ///< Along a cell.
};

/// Biomes in the colours of their recipe with rounded borders, shaded by height, trees with their shadows, and places
/// as dots. The land may reach farther than the view, so that pieces fit each other.
Image draw_world(const Recipe&, const Land&, std::span<const NamedPlace>, const WorldView&, Scheduler&);

}  // namespace cardume
