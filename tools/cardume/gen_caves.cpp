#include <fmt/format.h>

#include <algorithm>
#include <cardume/caves.hpp>

#include "tools/cardume/gen_product.hpp"
#include "tools/cardume/terrain_picture.hpp"
#include "tools/scenario/map_json.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kPixels = 4;

const Rgb kFloor = from_srgb(0xC9B691);
const Rgb kRock = from_srgb(0x4A4A57);
const Rgb kDeepRock = from_srgb(0x2A2B35);
const Rgb kRim = from_srgb(0x90897F);

class CavesProduct final : public Product {
 public:
  explicit CavesProduct(CostGrid map) : map_(std::move(map)) {}

  std::uint64_t hash() const override {
    GenHash hash;
    hash.add(map_.cost);
    return hash.value();
  }

  std::string summary() const override {
    const auto open = map_.cost.size() - static_cast<std::size_t>(std::ranges::count(map_.cost, kWall));
    return fmt::format("{} x {} cells of caves, {:.1f} % open", map_.width, map_.height,
                       100.0 * static_cast<double>(open) / static_cast<double>(map_.cost.size()));
  }

  Result<CostGrid> map() const override { return map_; }

  Result<std::string> text() const override {
    std::string text;
    for (std::size_t i = 0; i < map_.cost.size(); ++i) {
      text += map_.cost[i] == kWall ? '#' : '.';
      if ((i + 1) % map_.width == 0) text += '\n';
    }
    return text;
  }

  Result<std::string> json() const override { return to_map_json(map_); }

  Result<Image> picture(std::uint32_t scale, Scheduler& scheduler) const override {
    const std::uint32_t pixels = scale == 0 ? kPixels : scale;
    if (Error error = check_picture(map_.width, map_.height, pixels)) return error;
    Canvas canvas(map_.width * pixels, map_.height * pixels);
    const TerrainPicture terrain(map_, static_cast<float>(pixels));
    const float step = 1 / static_cast<float>(pixels);
    for_each_row(scheduler, canvas.height, [&](std::uint32_t y) {
      for (std::uint32_t x = 0; x < canvas.width; ++x)
        canvas.at(x, y) = light(terrain, (static_cast<float>(x) + 0.5f) * step, (static_cast<float>(y) + 0.5f) * step);
    });
    return developed(canvas, Film::kPlain);
  }

 private:
  static Rgb light(const TerrainPicture& terrain, float x, float y) {
    const Rgb wall = terrain.wall_light(x, y, {kRock, kDeepRock, kRim});
    return mix(terrain.ground_light(x, y, kFloor), wall, terrain.wall(x, y));
  }

  CostGrid map_;
};

}  // namespace

ProductResult make_caves(const GenOptions& options, Scheduler&) {
  CavesDesc desc = options.caves;
  GenOptions sized = options;
  sized.region.size = options.region.size.value_or(GenSize{256, 256});
  const SampleBox box = box_of(sized);
  desc.width = box.width;
  desc.height = box.height;
  desc.endless = options.region.chunk.has_value();
  desc.x = box.x;
  desc.y = box.y;
  desc.connect = options.shared.connect.value_or(true);
  desc.seed = options.seed;
  Result<CostGrid> map = generate_caves(desc);
  if (!map) return map.error();
  return ProductResult(std::make_shared<CavesProduct>(std::move(*map)));
}

}  // namespace cardume
