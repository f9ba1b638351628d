#include "tools/cardume/field_lines.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

constexpr float kSpacing = 20;  ///< Pixels between the starts of streamlines.
constexpr float kJoin = 1.5f;   ///< Pixels: what comes as near to another line runs into it.

Vec2 pixel_of(Vec2 place, float scale) { return {place.x * scale, place.y * scale}; }

/// Which parts of the picture have a line, in squares.
class Taken {
 public:
  Taken(const Canvas& canvas, float edge)
      : edge_(edge),
        width_(static_cast<std::uint32_t>(static_cast<float>(canvas.width) / edge) + 1),
        taken_(std::size_t{width_} * (static_cast<std::uint32_t>(static_cast<float>(canvas.height) / edge) + 1)) {}

  std::size_t square(Vec2 pixel) const {
    const auto at = [&](float along) { return static_cast<std::size_t>(std::max(0.f, along) / edge_); };
    return std::min(at(pixel.y) * width_ + std::min<std::size_t>(at(pixel.x), width_ - 1), taken_.size() - 1);
  }
  bool at(std::size_t square) const { return taken_[square]; }
  void take(Vec2 pixel) { taken_[square(pixel)] = true; }

 private:
  float edge_;
  std::uint32_t width_;
  std::vector<bool> taken_;
};

/// Where lines may start, the farthest from the goal first.
std::vector<Vec2> starts_of(const Canvas& canvas, const FieldSampler& sampler, float scale) {
  std::vector<Vec2> starts;
  for (float y = kSpacing / 2; y < static_cast<float>(canvas.height); y += kSpacing)
    for (float x = kSpacing / 2; x < static_cast<float>(canvas.width); x += kSpacing)
      if (sampler.reachable(Vec2{x / scale, y / scale})) starts.push_back({x / scale, y / scale});
  std::ranges::stable_sort(starts, std::greater{}, [&](Vec2 place) { return sampler.distance(place); });
  return starts;
}

/// The course from a place up to the first other line, with the point on that line.
std::vector<Vec2> streamline(const FieldSampler& sampler, Vec2 start, const Taken& taken, float scale) {
  std::vector<Vec2> line{start};
  FieldWalker walker(sampler, start);
  while (walker.step()) {
    line.push_back(walker.place());
    if (taken.at(taken.square(pixel_of(walker.place(), scale)))) return line;
    if (!walker.arrived()) continue;
    line.push_back(sampler.place_of(walker.cell()));
    return line;
  }
  return line;
}

void draw_line(Canvas& canvas, const std::vector<Vec2>& line, float scale, Rgb light) {
  for (std::size_t i = 1; i < line.size(); ++i)
    draw_stroke(canvas, pixel_of(line[i - 1], scale), pixel_of(line[i], scale), light);
}

void draw_arrow(Canvas& canvas, Vec2 at, Vec2 d, Rgb light) {
  constexpr float kHalf = 10, kHead = 6;
  const Vec2 tip{at.x + d.x * kHalf, at.y + d.y * kHalf};
  draw_stroke(canvas, {at.x - d.x * kHalf, at.y - d.y * kHalf}, tip, light);
  for (const float side : {1.f, -1.f})
    draw_stroke(canvas, {tip.x - kHead * (d.x - side * 0.6f * d.y), tip.y - kHead * (d.y + side * 0.6f * d.x)}, tip,
                light);
}

}  // namespace

void draw_stroke(Canvas& canvas, Vec2 from, Vec2 to, Rgb light) {
  constexpr float kBetween = 0.5f;
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const int dots = static_cast<int>(length / kBetween) + 1;
  // Light by length, so that many short strokes are as bright as a long one.
  const Rgb dot = light * (length / kBetween / static_cast<float>(dots));
  for (int i = 0; i < dots; ++i) {
    const float t = (static_cast<float>(i) + 0.5f) / static_cast<float>(dots);
    canvas.splat(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, 0.75f, dot);
  }
}

void draw_arrows(Canvas& canvas, const FieldSampler& sampler, float scale) {
  constexpr float kEvery = 36;
  const Rgb light = from_srgb(0xFFFFFF) * 0.3f;
  for (float y = kEvery / 2; y < static_cast<float>(canvas.height); y += kEvery)
    for (float x = kEvery / 2; x < static_cast<float>(canvas.width); x += kEvery) {
      const Vec2 place{x / scale, y / scale};
      const Vec2 d = sampler.reachable(place) ? sampler.direction(place) : Vec2{};
      if (d != Vec2{}) draw_arrow(canvas, {x, y}, d, light);
    }
}

void draw_streamlines(Canvas& canvas, const FieldSampler& sampler, float scale) {
  Taken lines(canvas, kJoin), squares(canvas, kSpacing);
  const Rgb light = from_srgb(0xFFFFFF) * 0.22f;
  for (const Vec2 start : starts_of(canvas, sampler, scale)) {
    if (squares.at(squares.square(pixel_of(start, scale)))) continue;
    const std::vector<Vec2> line = streamline(sampler, start, lines, scale);
    draw_line(canvas, line, scale, light);
    for (const Vec2 place : line) {
      lines.take(pixel_of(place, scale));
      squares.take(pixel_of(place, scale));
    }
  }
}

void draw_trace(Canvas& canvas, const FieldTrace& trace, float scale, Rgb light) {
  if (trace.places.empty()) return;
  draw_line(canvas, trace.places, scale, light * 1.6f);
  const Vec2 start = pixel_of(trace.places.front(), scale);
  canvas.splat(start.x, start.y, 3, light * 2.5f);
  canvas.ring(start.x, start.y, 9, 1.1f, light * 1.2f);
}

}  // namespace cardume
