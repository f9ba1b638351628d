#include "tools/cardume/field_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/cardume/canvas.hpp"
#include "tools/cardume/field_lines.hpp"
#include "tools/cardume/terrain_picture.hpp"
#include "tools/scenario/random.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kTallest = 2400;
constexpr int kGrainSteps = 14;
constexpr float kBands = 28;
constexpr int kBoldEvery = 5;

/// What every part of the picture looks at; places are in cells.
struct Scene {
  const FieldModel& model;
  const FieldSampler& sampler;
  Drawing drawing;
  float scale;  ///< Pixels a cell.

  float cells() const { return 1 / scale; }
};

/// Noise smeared along the directions (B. Cabral, L. Leedom, "Imaging vector fields using line integral convolution",
/// 1993), 0 to 1.
float grain_at(const Scene& scene, const Plane& noise, Vec2 place) {
  float sum = 0, weights = 0;
  for (const float way : {scene.cells(), -scene.cells()}) {
    Vec2 at = place;
    for (int i = 0; i < kGrainSteps; ++i) {
      const float weight = 1 - static_cast<float>(i) / kGrainSteps;
      sum += weight * noise.bilinear(at.x * scene.scale, at.y * scene.scale);
      weights += weight;
      const Vec2 d = scene.sampler.direction(at);
      at = {at.x + way * d.x, at.y + way * d.y};
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

/// A line wherever the distance passes a whole number of steps, about `pixels` wide however steep the field is.
float contour(const Scene& scene, Vec2 place, float distance, float step, float pixels) {
  const float right = scene.sampler.distance({place.x + scene.cells(), place.y});
  const float below = scene.sampler.distance({place.x, place.y + scene.cells()});
  if (right < 0 || below < 0) return 0;
  const float slope = std::hypot(right - distance, below - distance) / step;
  const float phase = distance / step - std::round(distance / step);
  return 1 - smooth_step(0.4f * pixels, pixels, std::fabs(phase) / std::max(slope, 1e-4f));
}

Rgb with_contours(const Scene& scene, Vec2 place, float distance) {
  const float step = contour_step(scene.sampler);
  const Rgb smooth = ramp(distance / scene.sampler.farthest());
  const Rgb flat = ramp(std::floor(distance / step) * step / scene.sampler.farthest());
  const Rgb colour = mix(smooth, flat, 0.6f) * 0.85f;
  const float line = std::max(0.6f * contour(scene, place, distance, step, 1.2f),
                              0.9f * contour(scene, place, distance, step * kBoldEvery, 2));
  return mix(colour, colour * 0.15f, line);
}

Rgb ground_at(const Scene& scene, const Plane& noise, Vec2 place) {
  const float distance = scene.sampler.distance(place);
  if (distance < 0) return from_srgb(0x14151B);
  if (scene.drawing == Drawing::kContours) return with_contours(scene, place, distance);
  const Rgb colour = ramp(distance / scene.sampler.farthest());
  if (scene.drawing == Drawing::kStreamlines) return colour * 0.42f;
  return colour * (0.4f + 0.6f * smooth_step(0.35f, 0.65f, grain_at(scene, noise, place)));
}

void draw_ground(Canvas& canvas, const Scene& scene, Scheduler& scheduler) {
  Plane noise(canvas.width, canvas.height);
  for (std::size_t i = 0; i < noise.values.size(); ++i) noise.values[i] = Draws(7, 0, i).unit();
  const TerrainPicture terrain(scene.model.terrain, scene.scale);
  for_each_row(scheduler, canvas.height, [&](std::uint32_t row) {
    for (std::uint32_t column = 0; column < canvas.width; ++column) {
      const float x = (static_cast<float>(column) + 0.5f) * scene.cells(),
                  y = (static_cast<float>(row) + 0.5f) * scene.cells();
      const float wall = terrain.wall(x, y);
      Rgb light = wall > 0 ? terrain.wall_light(x, y) : Rgb{};
      if (wall < 1) light = mix(terrain.ground_light(x, y, ground_at(scene, noise, {x, y})), light, wall);
      canvas.at(column, row) = light;
    }
  });
}

void draw_aims(Canvas& canvas, const Scene& scene, std::span<const Cell> cells, Rgb light) {
  for (const Cell cell : cells) {
    const Vec2 place = scene.sampler.place_of(cell);
    canvas.splat(place.x * scene.scale, place.y * scene.scale, 3, light * 4);
    canvas.ring(place.x * scene.scale, place.y * scene.scale, 13, 1.2f, light * 2);
  }
}

void draw_marks(Canvas& canvas, const Scene& scene, const FieldMarks& marks) {
  for (const FieldGate& gate : marks.gates)
    draw_stroke(canvas, {gate.from.x * scene.scale, gate.from.y * scene.scale},
                {gate.to.x * scene.scale, gate.to.y * scene.scale}, from_srgb(0x6BE3FF) * 0.5f);
  for (const FieldTrace& trace : marks.detours) draw_trace(canvas, trace, scene.scale, from_srgb(0xFF9A3C));
  for (const FieldTrace& trace : marks.traces) draw_trace(canvas, trace, scene.scale, from_srgb(0x7CFFE4));
  draw_aims(canvas, scene, scene.model.goals, from_srgb(0xFFFFFF));
  draw_aims(canvas, scene, scene.model.threats, from_srgb(0xFF4030));
}

}  // namespace

float contour_step(const FieldSampler& sampler) {
  const float wanted = sampler.farthest() / kBands;
  float step = std::pow(10.f, std::floor(std::log10(wanted)));
  for (const float factor : {2.5f, 2.f, 2.f})
    if (step * factor <= wanted * 1.2f) step *= factor;
  return step;
}

Image draw_field(const FieldModel& model, const FieldSampler& sampler, const FieldMarks& marks,
                 const FieldPicture& picture, Scheduler& scheduler) {
  const CostGrid& grid = model.terrain;
  const float scale = std::min(static_cast<float>(picture.width) / static_cast<float>(grid.width),
                               static_cast<float>(kTallest) / static_cast<float>(grid.height));
  const auto pixels = [&](std::uint32_t cells) {
    return std::max(1u, static_cast<std::uint32_t>(static_cast<float>(cells) * scale + 0.5f));
  };
  Canvas canvas(pixels(grid.width), pixels(grid.height));
  const Scene scene{model, sampler, picture.drawing, scale};
  draw_ground(canvas, scene, scheduler);
  if (picture.drawing == Drawing::kArrows) draw_arrows(canvas, sampler, scale);
  if (picture.drawing == Drawing::kStreamlines) draw_streamlines(canvas, sampler, scale);
  draw_marks(canvas, scene, marks);
  return developed(canvas);
}

}  // namespace cardume
