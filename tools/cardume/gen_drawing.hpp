#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/cardume/canvas.hpp"

namespace cardume {

/// A line that tapers, or a leaf: pointed at both ends.
struct Mark {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< In pixels, downward.
  float width = 1;                       ///< Pixels, where it begins; of a leaf in its middle.
  float end_width = 1;                   ///< Pixels; not of a leaf.
  std::uint32_t srgb = 0;                ///< Such as 0xFFCC00.
  bool leaf = false;
};

/// Marks on paper, each over those before it.
struct Drawing2D {
  std::uint32_t width = 512, height = 512;
  std::uint32_t paper = 0xF3EDDD;  ///< As Mark::srgb.
  std::vector<Mark> marks;
};

Image to_image(const Drawing2D&);
std::string to_svg(const Drawing2D&);

}  // namespace cardume
