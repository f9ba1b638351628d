#include "tools/cardume/gen_relief.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace cardume {
namespace {

struct Stop {
  float height;
  std::uint32_t srgb;
};

constexpr Stop kSeaStops[] = {{-1, 0x16345F},     {-0.5f, 0x1F5183},  {-0.22f, 0x2F76A6},
                              {-0.08f, 0x4E9DC0}, {-0.02f, 0x7DC0CF}, {0, 0x9AD2D2}};
constexpr Stop kLandStops[] = {{0, 0xE9DCAF},     {0.03f, 0xD5CF93}, {0.1f, 0x9DBB6B},  {0.24f, 0x6FA052},
                               {0.4f, 0x6B8E4B},  {0.52f, 0xA39A63}, {0.66f, 0x9A7F63}, {0.78f, 0x8F8078},
                               {0.86f, 0xC9C6C6}, {0.93f, 0xF7F8FA}};
const Rgb kShore = from_srgb(0x4A5B4E);

Rgb between(std::span<const Stop> stops, float height) {
  if (height <= stops.front().height) return from_srgb(stops.front().srgb);
  for (std::size_t i = 1; i < stops.size(); ++i) {
    const Stop &low = stops[i - 1], &high = stops[i];
    if (height > high.height) continue;
    return mix(from_srgb(low.srgb), from_srgb(high.srgb), (height - low.height) / (high.height - low.height));
  }
  return from_srgb(stops.back().srgb);
}

/// The colours of many heights, since each takes long to find.
class ColourTable {
 public:
  ColourTable() {
    for (int i = 0; i < kSteps; ++i) {
      sea_[i] = between(kSeaStops, -static_cast<float>(i) / kSteps);
      land_[i] = between(kLandStops, static_cast<float>(i) / kSteps);
    }
  }

  Rgb at(float height) const {
    const int step = std::min(static_cast<int>(std::min(std::abs(height), 1.f) * kSteps), kSteps - 1);
    return height < 0 ? sea_[step] : land_[step];
  }

 private:
  static constexpr int kSteps = 1024;
  Rgb sea_[kSteps], land_[kSteps];
};

/// Height and rise at a point of the plane.
struct Slope {
  float height, x, y;
};

Slope slope_at(const Plane& plane, float x, float y, bool smooth) {
  const auto at = [&](float dx, float dy) {
    return smooth ? plane.smooth(x + dx, y + dy) : plane.bilinear(x + dx, y + dy);
  };
  return {at(0, 0), (at(1, 0) - at(-1, 0)) / 2, (at(0, 1) - at(0, -1)) / 2};
}

Rgb land_light(const Slope& slope, const ReliefView& view) {
  // Hills of a period's size are about as high as this share of it.
  const float steepness = 0.4f * view.period;
  const float fade = slope.height < 0 ? 0.18f : 1;
  const Rgb lit = hypsometric(slope.height) * sunlight(slope.x * steepness * fade, slope.y * steepness * fade);
  const float rise = std::max(std::hypot(slope.x, slope.y), 1e-6f) / static_cast<float>(view.pixels);
  const float from_shore = std::abs(slope.height) / rise;
  return mix(lit, kShore, 0.75f * smooth_step(1.2f, 0.3f, from_shore));
}

}  // namespace

Rgb hypsometric(float height) {
  static const ColourTable kTable;
  return kTable.at(height);
}

float sunlight(float rise_x, float rise_y) {
  // The sun stands in the direction of (-1, -1, 1.4), so what rises to the right and downward faces it.
  const float length = std::sqrt(rise_x * rise_x + rise_y * rise_y + 1);
  const float cosine = (rise_x + rise_y + 1.4f) / (length * std::sqrt(1 + 1 + 1.4f * 1.4f));
  const float flat = 1.4f / std::sqrt(2 + 1.4f * 1.4f);
  return 0.28f + 0.72f * std::max(cosine, 0.f) / flat;
}

Image draw_relief(const Plane& height, const ReliefView& view, Scheduler& scheduler) {
  Canvas canvas((height.width - 2 * view.rim) * view.pixels, (height.height - 2 * view.rim) * view.pixels);
  const float step = 1 / static_cast<float>(view.pixels);
  const auto place = [&](std::uint32_t pixel) {
    return static_cast<float>(view.rim) + (static_cast<float>(pixel) + 0.5f) * step;
  };
  for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
    for (std::uint32_t x = 0; x < canvas.width; ++x)
      canvas.at(x, y) = land_light(slope_at(height, place(x), place(y), view.pixels > 1), view);
  });
  return developed(canvas, Film::kPlain);
}

}  // namespace cardume
