#include "tools/cardume/field_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/cardume/canvas.hpp"
#include "tools/cardume/terrain_picture.hpp"
#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kTallest = 2400;
constexpr int kGrainSteps = 14;
constexpr float kBands = 28;

/// What every part of the picture looks at; places are in cells.
struct Scene {
  const CostGrid& grid;
  const IntegrationField& field;
  const FlowField& flow;
  float cells;  ///< A pixel's edge.
  float farthest = 1;

  bool reachable(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= std::int64_t{grid.width} || y >= std::int64_t{grid.height}) return false;
    return field.at({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)}) != kUnreachable;
  }
};

/// Something between the four nearest reachable cells; `value` gives it for a cell. Nothing where there are none.
template <class T, class Value>
bool between(const Scene& scene, float x, float y, T& sum, Value&& value) {
  const float left = std::floor(x - 0.5f), top = std::floor(y - 0.5f);
  const float u = x - 0.5f - left, v = y - 0.5f - top;
  float weights = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const auto i = static_cast<std::int64_t>(left) + corner % 2, j = static_cast<std::int64_t>(top) + corner / 2;
    if (!scene.reachable(i, j)) continue;
    const float weight = (corner % 2 ? u : 1 - u) * (corner / 2 ? v : 1 - v);
    value(Cell{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)}, weight, sum);
    weights += weight;
  }
  if (!(weights > 1e-4f)) return false;
  sum = sum * (1 / weights);
  return true;
}

struct Direction {
  float x = 0, y = 0;
  friend Direction operator*(Direction d, float k) { return {d.x * k, d.y * k}; }
};

/// Distance in straight steps; negative where nobody can go.
float distance_at(const Scene& scene, float x, float y) {
  float sum = 0;
  const bool found = between(scene, x, y, sum, [&](Cell cell, float weight, float& out) {
    out += weight * static_cast<float>(scene.field.at(cell)) / kStraightStep;
  });
  return found ? sum : -1;
}

Direction flow_at(const Scene& scene, float x, float y) {
  Direction sum;
  const bool found = between(scene, x, y, sum, [&](Cell cell, float weight, Direction& out) {
    const Vec2 d = direction_at(scene.flow, cell);
    out = {out.x + weight * d.x, out.y + weight * d.y};
  });
  const float length = std::sqrt(sum.x * sum.x + sum.y * sum.y);
  return found && length > 1e-3f ? sum * (1 / length) : Direction{};
}

/// Noise smeared along the directions (B. Cabral, L. Leedom, "Imaging vector fields using line integral convolution",
/// 1993), 0 to 1.
float grain_at(const Scene& scene, const Plane& noise, float x, float y) {
  float sum = 0, weights = 0;
  for (const float way : {1.f, -1.f}) {
    float px = x, py = y;
    for (int i = 0; i < kGrainSteps; ++i) {
      const float weight = 1 - static_cast<float>(i) / kGrainSteps;
      sum += weight * noise.bilinear(px / scene.cells, py / scene.cells);
      weights += weight;
      const Direction d = flow_at(scene, px, py);
      px += way * d.x * scene.cells;
      py += way * d.y * scene.cells;
    }
  }
  return sum / weights;
}

// From the goal outward: pale gold, coral, violet, deep blue.
Rgb ramp(float t) {
  static const std::array<Rgb, 6> kStops{from_srgb(0xFFF3C4), from_srgb(0xFFB45E), from_srgb(0xE8606A),
                                         from_srgb(0x9A3F8C), from_srgb(0x4A3389), from_srgb(0x1B2250)};
  const float place = std::clamp(t, 0.f, 1.f) * (kStops.size() - 1);
  const auto stop = std::min(static_cast<std::size_t>(place), kStops.size() - 2);
  return mix(kStops[stop], kStops[stop + 1], place - static_cast<float>(stop));
}

/// A line where the distance passes a whole number of bands, about a pixel wide however steep the field is.
float contour(const Scene& scene, float distance, float x, float y) {
  const float step = scene.farthest / kBands;
  const float right = distance_at(scene, x + scene.cells, y), below = distance_at(scene, x, y + scene.cells);
  if (right < 0 || below < 0) return 0;
  const float slope = std::hypot(right - distance, below - distance) / step;
  const float phase = distance / step - std::round(distance / step);
  return 1 - smooth_step(0.6f, 1.5f, std::fabs(phase) / std::max(slope, 1e-4f));
}

Rgb ground_at(const Scene& scene, const Plane& noise, float x, float y) {
  const float distance = distance_at(scene, x, y);
  if (distance < 0) return from_srgb(0x0A0B10);
  const float band = std::floor(distance / scene.farthest * kBands) / kBands;
  const Rgb smooth = ramp(distance / scene.farthest), flat = ramp(band);
  const float grain = 0.55f + 0.85f * smooth_step(0.35f, 0.65f, grain_at(scene, noise, x, y));
  const Rgb colour = mix(smooth, flat, 0.5f) * (0.8f * grain);
  return mix(colour, colour * 0.2f, 0.85f * contour(scene, distance, x, y));
}

void draw_ground(Canvas& canvas, const Scene& scene, Scheduler& scheduler) {
  Plane noise(canvas.width, canvas.height);
  for (std::size_t i = 0; i < noise.values.size(); ++i) noise.values[i] = Draws(7, 0, i).unit();
  const TerrainPicture terrain(scene.grid, 1 / scene.cells);
  for_each_row(scheduler, canvas.height, [&](std::uint32_t row) {
    for (std::uint32_t column = 0; column < canvas.width; ++column) {
      const float x = (static_cast<float>(column) + 0.5f) * scene.cells,
                  y = (static_cast<float>(row) + 0.5f) * scene.cells;
      const float wall = terrain.wall(x, y);
      Rgb light = wall > 0 ? terrain.wall_light(x, y) : Rgb{};
      if (wall < 1) light = mix(terrain.ground_light(x, y, ground_at(scene, noise, x, y)), light, wall);
      canvas.at(column, row) = light;
    }
  });
}

void draw_stroke(Canvas& canvas, float x, float y, float to_x, float to_y, Rgb light) {
  const int dots = static_cast<int>(2 * std::hypot(to_x - x, to_y - y)) + 1;
  for (int i = 0; i <= dots; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(dots);
    canvas.splat(x + (to_x - x) * t, y + (to_y - y) * t, 0.75f, light);
  }
}

void draw_arrows(Canvas& canvas, const Scene& scene) {
  constexpr float kSpacing = 44, kHalf = 10, kHead = 6;
  const Rgb light = from_srgb(0xFFFFFF) * 0.16f;
  for (float y = kSpacing / 2; y < static_cast<float>(canvas.height); y += kSpacing)
    for (float x = kSpacing / 2; x < static_cast<float>(canvas.width); x += kSpacing) {
      const float cell_x = x * scene.cells, cell_y = y * scene.cells;
      if (!scene.reachable(static_cast<std::int64_t>(cell_x), static_cast<std::int64_t>(cell_y))) continue;
      const Direction d = flow_at(scene, cell_x, cell_y);
      if (d.x == 0 && d.y == 0) continue;
      const float tip_x = x + d.x * kHalf, tip_y = y + d.y * kHalf;
      draw_stroke(canvas, x - d.x * kHalf, y - d.y * kHalf, tip_x, tip_y, light);
      for (const float side : {1.f, -1.f})
        draw_stroke(canvas, tip_x - kHead * (d.x - side * 0.6f * d.y), tip_y - kHead * (d.y + side * 0.6f * d.x), tip_x,
                    tip_y, light);
    }
}

float farthest_of(const IntegrationField& field) {
  std::uint32_t most = 0;
  for (const std::uint32_t d : field.distance)
    if (d != kUnreachable) most = std::max(most, d);
  return std::max(1.f, static_cast<float>(most) / kStraightStep);
}

}  // namespace

Image draw_field(const CostGrid& grid, const IntegrationField& field, const FlowField& flow,
                 std::span<const Cell> goals, Scheduler& scheduler, std::uint32_t width) {
  const float scale = std::min(static_cast<float>(width) / static_cast<float>(grid.width),
                               static_cast<float>(kTallest) / static_cast<float>(grid.height));
  const auto pixels = [&](std::uint32_t cells) {
    return std::max(1u, static_cast<std::uint32_t>(static_cast<float>(cells) * scale + 0.5f));
  };
  Canvas canvas(pixels(grid.width), pixels(grid.height));
  const Scene scene{grid, field, flow, 1 / scale, farthest_of(field)};
  draw_ground(canvas, scene, scheduler);
  draw_arrows(canvas, scene);
  for (const Cell goal : goals) {
    const float x = (static_cast<float>(goal.x) + 0.5f) * scale, y = (static_cast<float>(goal.y) + 0.5f) * scale;
    canvas.splat(x, y, 3, from_srgb(0xFFFFFF) * 4);
    canvas.ring(x, y, 13, 1.2f, from_srgb(0xFFFFFF) * 2);
  }
  return developed(canvas);
}

}  // namespace cardume
