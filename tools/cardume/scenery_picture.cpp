#include "tools/cardume/scenery_picture.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

const Rgb kSolid = from_srgb(0x252C3D);
const Rgb kRim = from_srgb(0x5A6A8C);
const Rgb kRegion = from_srgb(0x4A6A5C);
constexpr float kTurn = 6.2831853f;

void draw_line(Canvas& canvas, const View& view, Vec3 from, Vec3 to, Rgb light) {
  const Projected first = view(from), last = view(to);
  const int dots = 1 + static_cast<int>(std::min(4000.f, std::hypot(last.x - first.x, last.y - first.y)));
  for (int i = 0; i <= dots; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(dots);
    const Projected at =
        view({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, from.z + (to.z - from.z) * t});
    canvas.splat(at.x, at.y, 0.8f, light * (0.15f + 0.85f * at.near));
  }
}

/// A circle across two axes of space, which are unit vectors.
void draw_circle(Canvas& canvas, const View& view, const Zone& zone, Vec3 across, Vec3 along, Rgb light) {
  constexpr int kSides = 96;
  const auto place = [&](int i) {
    const float angle = kTurn * static_cast<float>(i) / kSides, r = zone.radius;
    const float c = std::cos(angle) * r, s = std::sin(angle) * r;
    return Vec3{zone.centre.x + across.x * c + along.x * s, zone.centre.y + across.y * c + along.y * s,
                zone.centre.z + across.z * c + along.z * s};
  };
  for (int i = 0; i < kSides; ++i) draw_line(canvas, view, place(i), place(i + 1), light);
}

void draw_frame(Canvas& canvas, const View& view, const Zone& zone, Rgb light) {
  const Vec3 c = zone.centre, h = zone.half;
  if (zone.shape == Zone::Shape::kBox) {
    const float deep = view.flat() ? 0 : h.z, z = view.flat() ? 0 : c.z;
    return draw_box(canvas, view, {c.x - h.x, c.y - h.y, z - deep}, {c.x + h.x, c.y + h.y, z + deep}, light);
  }
  draw_circle(canvas, view, zone, {1, 0, 0}, {0, 1, 0}, light);
  if (view.flat()) return;
  draw_circle(canvas, view, zone, {1, 0, 0}, {0, 0, 1}, light);
  draw_circle(canvas, view, zone, {0, 1, 0}, {0, 0, 1}, light);
}

/// How far a place is outside the zone; negative inside.
float distance_to(const Zone& zone, Vec2 at) {
  const float dx = at.x - zone.centre.x, dy = at.y - zone.centre.y;
  if (zone.shape == Zone::Shape::kBall) return std::sqrt(dx * dx + dy * dy) - zone.radius;
  return std::max(std::abs(dx) - zone.half.x, std::abs(dy) - zone.half.y);
}

/// As solid as a wall, with a rim that catches the light.
void draw_solid(Canvas& canvas, const View& view, const Zone& zone) {
  const Vec2 reach = zone.shape == Zone::Shape::kBall ? Vec2{zone.radius, zone.radius} : Vec2{zone.half.x, zone.half.y};
  const Projected low = view({zone.centre.x - reach.x, zone.centre.y - reach.y, 0});
  const Projected high = view({zone.centre.x + reach.x, zone.centre.y + reach.y, 0});
  const auto pixel = [](float v) { return static_cast<std::uint32_t>(std::clamp(v, 0.f, 1e9f)); };
  for (std::uint32_t y = pixel(low.y - 1); y < std::min(canvas.height, pixel(high.y + 2)); ++y)
    for (std::uint32_t x = pixel(low.x - 1); x < std::min(canvas.width, pixel(high.x + 2)); ++x) {
      const Vec2 at = view.place(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      const float inside = -distance_to(zone, at) * view.scale();
      const Rgb light = mix(kRim, kSolid, smooth_step(0.5f, 3, inside));
      canvas.at(x, y) = mix(canvas.at(x, y), light, std::clamp(inside + 0.5f, 0.f, 1.f));
    }
}

}  // namespace

void draw_box(Canvas& canvas, const View& view, Vec3 low, Vec3 high, Rgb light) {
  const float xs[] = {low.x, high.x}, ys[] = {low.y, high.y}, zs[] = {low.z, high.z};
  for (const int a : {0, 1})
    for (const int b : {0, 1}) {
      draw_line(canvas, view, {low.x, ys[a], zs[b]}, {high.x, ys[a], zs[b]}, light);
      draw_line(canvas, view, {xs[a], low.y, zs[b]}, {xs[a], high.y, zs[b]}, light);
      draw_line(canvas, view, {xs[a], ys[b], low.z}, {xs[a], ys[b], high.z}, light);
    }
}

void draw_scenery(Canvas& canvas, const SceneryDesc& scenery, const View& view) {
  for (const RegionDesc& region : scenery.regions) draw_frame(canvas, view, region.zone, kRegion * 0.4f);
  for (const ObstacleDesc& obstacle : scenery.obstacles) {
    if (view.flat()) {
      draw_solid(canvas, view, obstacle.zone);
    } else {
      draw_frame(canvas, view, obstacle.zone, kRim * 0.6f);
    }
  }
}

}  // namespace cardume
