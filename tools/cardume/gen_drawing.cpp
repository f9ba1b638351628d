#include "tools/cardume/gen_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

/// How far a point is from a mark's edge, in pixels; negative inside.
float outside(const Mark& mark, float x, float y) {
  const float dx = mark.x1 - mark.x0, dy = mark.y1 - mark.y0;
  const float length2 = std::max(dx * dx + dy * dy, 1e-6f);
  const float along = std::clamp(((x - mark.x0) * dx + (y - mark.y0) * dy) / length2, 0.f, 1.f);
  const float distance = std::hypot(x - mark.x0 - along * dx, y - mark.y0 - along * dy);
  const float half =
      mark.leaf ? mark.width * 2 * along * (1 - along) : std::lerp(mark.width, mark.end_width, along) / 2;
  return distance - half;
}

void paint(Canvas& canvas, const Mark& mark) {
  const float reach = std::max(mark.width, mark.end_width) / 2 + 1;
  const auto pixel = [](float at, std::uint32_t most) {
    return static_cast<std::uint32_t>(std::clamp(at, 0.f, static_cast<float>(most)));
  };
  const auto [left, right] = std::minmax(mark.x0, mark.x1);
  const auto [top, bottom] = std::minmax(mark.y0, mark.y1);
  const Rgb light = from_srgb(mark.srgb);
  // Lines thinner than a pixel are faint instead.
  const float most = std::min(1.f, mark.width);
  for (std::uint32_t y = pixel(top - reach, canvas.height); y < pixel(bottom + reach + 1, canvas.height); ++y) {
    for (std::uint32_t x = pixel(left - reach, canvas.width); x < pixel(right + reach + 1, canvas.width); ++x) {
      const float away = outside(mark, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      const float cover = std::clamp(0.5f - away, 0.f, 1.f) * most;
      if (cover > 0) canvas.at(x, y) = mix(canvas.at(x, y), light, cover);
    }
  }
}

/// A leaf bends from end to end on both sides; a line that tapers has straight ones, with round joints.
void add_mark(std::string& svg, const Mark& mark) {
  const float dx = mark.x1 - mark.x0, dy = mark.y1 - mark.y0;
  const float length = std::max(std::hypot(dx, dy), 1e-6f);
  const float side_x = dy / length, side_y = -dx / length;
  auto out = std::back_inserter(svg);
  if (mark.leaf) {
    const float x = (mark.x0 + mark.x1) / 2, y = (mark.y0 + mark.y1) / 2, w = mark.width;
    fmt::format_to(out, "<path d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}\"", mark.x0,
                   mark.y0, x + side_x * w, y + side_y * w, mark.x1, mark.y1, x - side_x * w, y - side_y * w, mark.x0,
                   mark.y0);
    fmt::format_to(out, " fill=\"#{:06x}\" stroke=\"none\"/>\n", mark.srgb);
    return;
  }
  // The stroke rounds the ends, and is as wide as the thin one.
  const float thin = std::min(mark.width, mark.end_width);
  const float a = (mark.width - thin) / 2, b = (mark.end_width - thin) / 2;
  fmt::format_to(out, "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\"", mark.x0 + side_x * a,
                 mark.y0 + side_y * a, mark.x1 + side_x * b, mark.y1 + side_y * b, mark.x1 - side_x * b,
                 mark.y1 - side_y * b, mark.x0 - side_x * a, mark.y0 - side_y * a);
  fmt::format_to(out, " fill=\"#{0:06x}\" stroke=\"#{0:06x}\" stroke-width=\"{1:.2f}\"/>\n", mark.srgb, thin);
}

}  // namespace

Image to_image(const Drawing2D& drawing) {
  Canvas canvas(drawing.width, drawing.height);
  std::ranges::fill(canvas.pixels, from_srgb(drawing.paper));
  for (const Mark& mark : drawing.marks) paint(canvas, mark);
  return developed(canvas, Film::kPlain);
}

std::string to_svg(const Drawing2D& drawing) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#{2:06x}\"/>\n"
      "<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
      drawing.width, drawing.height, drawing.paper);
  for (const Mark& mark : drawing.marks) add_mark(svg, mark);
  return svg + "</g>\n</svg>\n";
}

}  // namespace cardume
