#include "tools/cardume/gen_world_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tools/cardume/gen_relief.hpp"

namespace cardume {
namespace {

/// How high ground is that differs by 1 in height, in cells.
constexpr float kRelief = 42;

class WorldPainter {
 public:
  WorldPainter(const Recipe& recipe, const Land& land, const WorldView& view)
      : land_(land),
        view_(view),
        height_(land.terrain.width, land.terrain.height),
        walls_(land.terrain.width, land.terrain.height) {
    for (const Biome& biome : recipe.biomes()) {
      const auto& [red, green, blue] = biome.colour;
      colours_.push_back(from_srgb(static_cast<std::uint32_t>(red << 16 | green << 8 | blue)));
    }
    if (!land.height.empty()) height_.values = land.height;
    for (std::size_t i = 0; i < walls_.values.size(); ++i) walls_.values[i] = land.terrain.cost[i] == kWall ? 1.f : 0.f;
  }

  Rgb ground(std::uint32_t column, std::uint32_t row) const {
    const float x = cell_x(column), y = cell_y(row);
    const Vote vote = vote_at(x, y);
    const Rgb colour = colours_[vote.biome];
    const float border = smooth_step(0.3f, 0, vote.lead) * 0.3f;
    return colour * (1 - border) * light(x, y);
  }

  void trees(Canvas& canvas) const {
    for (const TreeSpot& tree : land_.trees) disc(canvas, tree, 0.35f, {}, 0.45f);
    for (const TreeSpot& tree : land_.trees) crown(canvas, tree);
  }

  void place(Canvas& canvas, const NamedPlace& place) const {
    const double x = pixel_x(static_cast<double>(place.x - land_.x) + 0.5);
    const double y = pixel_y(static_cast<double>(place.y - land_.y) + 0.5);
    const float radius = std::max(3.5f, 1.5f * scale());
    for_disc(canvas, x, y, radius + 1.6f,
             [&](Rgb& pixel, float, float, float cover) { pixel = mix(pixel, from_srgb(0x26221F), cover); });
    for_disc(canvas, x, y, radius,
             [&](Rgb& pixel, float, float, float cover) { pixel = mix(pixel, from_srgb(0xF2C14E), cover); });
  }

 private:
  struct Vote {
    std::uint8_t biome;
    float lead;  ///< Over the next one; small near borders.
  };

  float scale() const { return static_cast<float>(view_.pixels); }
  float cell_x(std::uint32_t column) const {
    return static_cast<float>(view_.x - land_.x) + (static_cast<float>(column) + 0.5f) / scale();
  }
  float cell_y(std::uint32_t row) const {
    return static_cast<float>(view_.y - land_.y) + (static_cast<float>(row) + 0.5f) / scale();
  }
  // Exact, so that trees look the same in every piece.
  double pixel_x(double x) const { return (x - static_cast<double>(view_.x - land_.x)) * view_.pixels; }
  double pixel_y(double y) const { return (y - static_cast<double>(view_.y - land_.y)) * view_.pixels; }

  std::uint8_t biome(std::int64_t x, std::int64_t y) const {
    const std::int64_t column = std::clamp<std::int64_t>(x, 0, std::int64_t{land_.terrain.width} - 1);
    const std::int64_t row = std::clamp<std::int64_t>(y, 0, std::int64_t{land_.terrain.height} - 1);
    return land_.biome[static_cast<std::size_t>(row * land_.terrain.width + column)];
  }

  /// Which biome weighs most among the nine cells around, as in Plane::smooth(): borders come out round.
  Vote vote_at(float x, float y) const {
    const float column = std::floor(x), row = std::floor(y);
    const float u = x - column - 0.5f, v = y - row - 0.5f;
    const std::array<float, 3> across{0.5f * (0.5f - u) * (0.5f - u), 0.75f - u * u, 0.5f * (0.5f + u) * (0.5f + u)};
    const std::array<float, 3> down{0.5f * (0.5f - v) * (0.5f - v), 0.75f - v * v, 0.5f * (0.5f + v) * (0.5f + v)};
    const auto left = static_cast<std::int64_t>(column) - 1, top = static_cast<std::int64_t>(row) - 1;
    std::array<std::uint8_t, 9> found{};
    std::array<float, 9> sums{};
    for (std::size_t i = 0; i < 9; ++i) {
      found[i] = biome(left + static_cast<std::int64_t>(i % 3), top + static_cast<std::int64_t>(i / 3));
      sums[static_cast<std::size_t>(std::find(found.begin(), found.begin() + i, found[i]) - found.begin())] +=
          across[i % 3] * down[i / 3];
    }
    const auto best = static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
    const float most = sums[best];
    sums[best] = 0;
    return {found[best], most - *std::ranges::max_element(sums)};
  }

  float light(float x, float y) const {
    if (land_.height.empty()) return walled_light(x, y);
    const auto rise = [&](float dx, float dy) {
      return (height_.smooth(x + dx, y + dy) - height_.smooth(x - dx, y - dy)) / 2 * kRelief;
    };
    return sunlight(rise(1, 0), rise(0, 1));
  }

  /// Where there is no height, what is a wall stands out of the ground.
  float walled_light(float x, float y) const {
    const float here = walls_.smooth(x, y);
    const float edge = walls_.smooth(x + 0.4f, y + 0.4f) - walls_.smooth(x - 0.4f, y - 0.4f);
    const float shadow = (1 - here) * walls_.smooth(x - 0.8f, y - 0.8f);
    return 1 + 0.5f * edge * here - 0.45f * shadow;
  }

  template <class Paint>
  static void for_disc(Canvas& canvas, double x, double y, float radius, Paint&& paint) {
    const auto pixel = [](double at, std::uint32_t most) {
      return static_cast<std::uint32_t>(std::clamp(at, 0.0, static_cast<double>(most)));
    };
    for (std::uint32_t j = pixel(y - radius - 1, canvas.height); j < pixel(y + radius + 2, canvas.height); ++j) {
      for (std::uint32_t i = pixel(x - radius - 1, canvas.width); i < pixel(x + radius + 2, canvas.width); ++i) {
        const auto dx = static_cast<float>(i + 0.5 - x), dy = static_cast<float>(j + 0.5 - y);
        const float cover = std::clamp(radius + 0.5f - std::hypot(dx, dy), 0.f, 1.f);
        if (cover > 0) paint(canvas.at(i, j), dx / radius, dy / radius, cover);
      }
    }
  }

  struct Spot {
    double x, y;
    float radius;
  };

  Spot spot(const TreeSpot& tree) const {
    const float cell = land_.terrain.cell_size;
    return {pixel_x(static_cast<double>(tree.x - land_.x) + static_cast<double>(tree.offset.x / cell)),
            pixel_y(static_cast<double>(tree.y - land_.y) + static_cast<double>(tree.offset.y / cell)),
            std::max(tree.canopy_radius / cell * scale(), 0.9f)};
  }

  void disc(Canvas& canvas, const TreeSpot& tree, float offset, Rgb colour, float most) const {
    const Spot at = spot(tree);
    for_disc(canvas, at.x + static_cast<double>(offset * at.radius), at.y + static_cast<double>(offset * at.radius),
             at.radius, [&](Rgb& pixel, float, float, float cover) { pixel = mix(pixel, colour, cover * most); });
  }

  /// Lit from the upper left.
  void crown(Canvas& canvas, const TreeSpot& tree) const {
    const std::uint32_t mixed = static_cast<std::uint32_t>(tree.x * 73 + tree.y * 151) & 15;
    const float other = static_cast<float>(mixed) / 15;
    const Rgb leaf = from_oklch(0.46f + 0.09f * other, 0.1f, tree.kind % 2 == 0 ? 0.37f - 0.02f * other : 0.42f);
    const Spot at = spot(tree);
    for_disc(canvas, at.x, at.y, at.radius, [&](Rgb& pixel, float dx, float dy, float cover) {
      pixel = mix(pixel, leaf * (1 - 0.38f * (dx + dy)), cover);
    });
  }

  const Land& land_;
  WorldView view_;
  std::vector<Rgb> colours_;
  Plane height_, walls_;
};

}  // namespace

Image draw_world(const Recipe& recipe, const Land& land, std::span<const NamedPlace> places, const WorldView& view,
                 Scheduler& scheduler) {
  const WorldPainter painter(recipe, land, view);
  Canvas canvas(view.width * view.pixels, view.height * view.pixels);
  for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
    for (std::uint32_t x = 0; x < canvas.width; ++x) canvas.at(x, y) = painter.ground(x, y);
  });
  painter.trees(canvas);
  for (const NamedPlace& place : places) painter.place(canvas, place);
  return developed(canvas, Film::kPlain);
}

}  // namespace cardume
