#include <fmt/format.h>

#include <algorithm>
#include <cardume/landscape.hpp>

#include "tools/cardume/gen_product.hpp"
#include "tools/cardume/gen_world_picture.hpp"
#include "tools/scenario/map_json.hpp"
#include "tools/scenario/recipe_file.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kPixels = 2;

// Before the name of a recipe that is called like a kind.
constexpr std::string_view kPrefix = "recipe:";

std::string recipe_of(const GenOptions& options) {
  if (options.kind == "world") return "continent";
  return options.kind.starts_with(kPrefix) ? options.kind.substr(kPrefix.size()) : options.kind;
}

class WorldProduct final : public Product {
 public:
  /// Keeps some ground around the piece as well, for slopes and the crowns of trees.
  WorldProduct(const Recipe& recipe, Land land, Land around)
      : recipe_(recipe), land_(std::move(land)), around_(std::move(around)) {}

  std::uint64_t hash() const override { return land_.hash; }

  std::string summary() const override {
    std::string text = fmt::format("{} x {} cells of {}, {} trees\n", land_.terrain.width, land_.terrain.height,
                                   recipe_.name(), land_.trees.size());
    for (std::size_t i = 0; i < recipe_.biomes().size(); ++i) {
      const auto cells = std::ranges::count(land_.biome, static_cast<std::uint8_t>(i));
      if (cells == 0) continue;
      text += fmt::format("  {:<12} {:5.1f} %\n", recipe_.biomes()[i].name,
                          100.0 * static_cast<double>(cells) / static_cast<double>(land_.biome.size()));
    }
    for (const NamedPlace& place : land_.places) text += fmt::format("  {} at {},{}\n", place.name, place.x, place.y);
    text.pop_back();
    return text;
  }

  Result<CostGrid> map() const override { return land_.terrain; }
  Result<std::string> json() const override { return to_map_json(land_.terrain); }

  /// A letter a cell: the first biome is a, and so on.
  Result<std::string> text() const override {
    std::string text;
    for (std::size_t i = 0; i < land_.biome.size(); ++i) {
      const int biome = land_.biome[i];
      text += static_cast<char>(biome < 26 ? 'a' + biome : 'A' + biome - 26);
      if ((i + 1) % land_.terrain.width == 0) text += '\n';
    }
    return text;
  }

  Result<Image> picture(std::uint32_t scale, Scheduler& scheduler) const override {
    const std::uint32_t pixels = scale == 0 ? kPixels : scale;
    const CostGrid& terrain = land_.terrain;
    if (Error error = check_picture(terrain.width, terrain.height, pixels)) return error;
    const WorldView view{land_.x, land_.y, terrain.width, terrain.height, pixels};
    return draw_world(recipe_, around_, land_.places, view, scheduler);
  }

 private:
  Recipe recipe_;
  Land land_, around_;
};

/// The piece, and as much more of it on every side as there is.
SampleBox with_rim(const Landscape& landscape, SampleBox box) {
  constexpr std::int64_t kRim = 8;
  std::int64_t left = box.x - kRim, top = box.y - kRim;
  std::int64_t right = box.x + box.width + kRim, bottom = box.y + box.height + kRim;
  if (!landscape.recipe().endless()) {
    left = std::max<std::int64_t>(left, 0);
    top = std::max<std::int64_t>(top, 0);
    right = std::min<std::int64_t>(right, landscape.width());
    bottom = std::min<std::int64_t>(bottom, landscape.height());
  }
  return {left, top, 0, static_cast<std::uint32_t>(right - left), static_cast<std::uint32_t>(bottom - top), 1};
}

}  // namespace

ProductResult make_world(const GenOptions& options, Scheduler& scheduler) {
  const Result<Recipe> recipe = load_recipe(recipe_of(options));
  if (!recipe) return recipe.error();
  LandscapeDesc desc;
  desc.seed = options.seed;
  desc.options = sample_options(options, scheduler);
  // Of a piece, --size is that of the piece alone.
  if (options.region.size && !options.region.chunk) {
    desc.width = options.region.size->width;
    desc.height = options.region.size->height;
  }
  Result<Landscape> landscape = Landscape::create(*recipe, desc);
  if (!landscape) return landscape.error();
  GenOptions piece = options;
  if (!piece.region.size) piece.region.size = GenSize{landscape->width(), landscape->height()};
  const SampleBox box = box_of(piece);
  Result<Land> land = landscape->part(box.x, box.y, box.width, box.height);
  if (!land) return land.error();
  const SampleBox wide = with_rim(*landscape, box);
  Result<Land> around = landscape->part(wide.x, wide.y, wide.width, wide.height);
  if (!around) return around.error();
  return ProductResult(std::make_shared<WorldProduct>(*recipe, std::move(*land), std::move(*around)));
}

}  // namespace cardume
