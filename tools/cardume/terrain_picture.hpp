#pragma once
#include <cardume/cost_grid.hpp>

#include "tools/cardume/canvas.hpp"

namespace cardume {

/// What walls are painted with.
struct WallPaint {
  Rgb top, deep, rim;
};

/// Terrain seen from above, lit from the upper left: the ground dark, the walls raised. Their outlines are rounded, or
/// sharp where they have to meet what is drawn to scale.
class TerrainPicture {
 public:
  TerrainPicture(const CostGrid&, float pixels_per_cell, bool sharp = false);

  /// How much of the point is wall, 0 to 1, soft over a pixel; in cells.
  float wall(float x, float y) const;
  /// Light of the point were it wall, and were it ground of that colour.
  Rgb wall_light(float x, float y) const;
  Rgb wall_light(float x, float y, const WallPaint&) const;
  Rgb ground_light(float x, float y, Rgb ground) const;
  /// The point as it is, on dark ground.
  Rgb light(float x, float y) const;

 private:
  float pixel_;  ///< Edge of a pixel, in cells.
  bool sharp_;   ///< Only where a cell is larger than a pixel.
  float soft_;   ///< Half the width of a rounded edge, as a difference of `mask_`.
  Plane mask_, relief_, shade_, cost_;
};

}  // namespace cardume
