#pragma once
#include <cstdint>

#include "tools/cardume/canvas.hpp"

namespace cardume {

// Land seen from above in the light of a low sun in the north-west, as on maps. Heights count from the sea, 1 being the
// highest peaks and -1 the deepest sea.

/// Colours of land by height, and of water by depth.
Rgb hypsometric(float height);

/// Light on a slope that rises so much, per its own length, to the right and downward; 1 on flat ground.
float sunlight(float rise_x, float rise_y);

struct ReliefView {
  std::uint32_t rim = 0;     ///< Samples on each side that are not drawn.
  std::uint32_t pixels = 1;  ///< Along a sample.
  float period = 64;         ///< Samples along a large hill.
};

/// Land with its sea, shaded, with a line along the shore.
Image draw_relief(const Plane& height, const ReliefView&, Scheduler&);

}  // namespace cardume
