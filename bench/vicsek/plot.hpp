#pragma once
#include <cstdint>
#include <vector>

#include "tools/scenario/image.hpp"

namespace cardume::bench {

struct PlotPoint {
  double x = 0, y = 0;
};

struct Curve {
  std::uint32_t colour = 0;  ///< 0xRRGGBB.
  std::vector<PlotPoint> points;
};

/// The curves over a grid with a line at each whole x and each fifth of y, x from 0 to `width` and y from 0 to 1.
Image plot(const std::vector<Curve>&, double width);

}  // namespace cardume::bench
