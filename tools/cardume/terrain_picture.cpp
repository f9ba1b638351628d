#include "tools/cardume/terrain_picture.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

const Rgb kGround = from_srgb(0x0B0E17);
const Rgb kSlowGround = from_srgb(0x2A2A1C);
const WallPaint kDarkWalls{from_srgb(0x252C3D), from_srgb(0x171C29), from_srgb(0x5A6A8C)};

Plane wall_mask(const CostGrid& grid) {
  Plane mask(grid.width, grid.height);
  for (std::size_t i = 0; i < grid.cost.size(); ++i) mask.values[i] = grid.cost[i] == kWall ? 1.f : 0.f;
  return mask;
}

Plane slowness(const CostGrid& grid) {
  Plane plane(grid.width, grid.height);
  for (std::size_t i = 0; i < grid.cost.size(); ++i) {
    const auto cost = static_cast<float>(grid.cost[i]);
    plane.values[i] = grid.cost[i] == kWall ? 0 : 1 - 1 / std::sqrt(std::max(cost, 1.f));
  }
  return plane;
}

/// How far a pixel reaches past the start of the cell that its far end lies in, as a share of the pixel.
float share_beyond(float middle, float pixel) {
  const float end = middle + pixel / 2;
  return std::min(1.f, (end - std::floor(end)) / pixel);
}

/// The mean over a square that is smaller than a cell.
float covered(const Plane& mask, float x, float y, float pixel) {
  const auto i = static_cast<std::int64_t>(std::floor(x + pixel / 2));
  const auto j = static_cast<std::int64_t>(std::floor(y + pixel / 2));
  const float u = share_beyond(x, pixel), v = share_beyond(y, pixel);
  const float far = mask.clamped(i - 1, j) * (1 - u) + mask.clamped(i, j) * u;
  const float near = mask.clamped(i - 1, j - 1) * (1 - u) + mask.clamped(i, j - 1) * u;
  return near * (1 - v) + far * v;
}

}  // namespace

TerrainPicture::TerrainPicture(const CostGrid& grid, float pixels_per_cell, bool sharp)
    : pixel_(1 / pixels_per_cell),
      sharp_(sharp && pixel_ < 1),
      soft_(std::clamp(0.6f / pixels_per_cell, 0.02f, 0.5f)),
      mask_(wall_mask(grid)),
      relief_(blurred(mask_, 1)),
      shade_(blurred(mask_, 3)),
      cost_(slowness(grid)) {}

float TerrainPicture::wall(float x, float y) const {
  if (sharp_) return covered(mask_, x, y, pixel_);
  return smooth_step(0.5f - soft_, 0.5f + soft_, mask_.smooth(x, y));
}

Rgb TerrainPicture::wall_light(float x, float y) const { return wall_light(x, y, kDarkWalls); }

Rgb TerrainPicture::wall_light(float x, float y, const WallPaint& paint) const {
  const float step = 0.7f;
  const float slope = relief_.smooth(x + step, y + step) - relief_.smooth(x - step, y - step);
  const float depth = shade_.bilinear(x, y);
  const Rgb top = mix(paint.top, paint.deep, smooth_step(0.55f, 1, depth));
  const float edge = smooth_step(0.95f, 0.5f, mask_.smooth(x, y));
  const float lit = 1 + 1.1f * std::clamp(slope, -0.7f, 0.9f);
  return mix(top, paint.rim, 0.55f * edge) * lit;
}

Rgb TerrainPicture::ground_light(float x, float y, Rgb ground) const {
  // The shadow that walls throw to the lower right, and the gloom in narrow places.
  const float shadow = relief_.bilinear(x - 0.9f, y - 0.9f);
  const float gloom = shade_.bilinear(x, y);
  return ground * (1 - 0.55f * shadow) * (1 - 0.35f * gloom);
}

Rgb TerrainPicture::light(float x, float y) const {
  const Rgb ground = mix(kGround, kSlowGround, cost_.bilinear(x, y));
  return mix(ground_light(x, y, ground), wall_light(x, y), wall(x, y));
}

}  // namespace cardume
