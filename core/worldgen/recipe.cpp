#include <cardume/recipe.hpp>
#include <utility>

#include "core/door.hpp"
#include "core/worldgen/recipe/reader.hpp"
#include "core/worldgen/shipped.hpp"

namespace cardume {
namespace {

// Made of the files in core/worldgen/recipes.
constexpr ShippedText kShipped[] = {
#include "shipped_recipes.inc"
};

constexpr auto kNames = names_of(kShipped);

}  // namespace

Recipe::Recipe(std::shared_ptr<const recipe::Content> content) : content_(std::move(content)) {}

Result<Recipe> Recipe::parse(std::string_view text, std::string_view name) {
  return guarded([&]() -> Result<Recipe> {
    auto content = recipe::read(text, name);
    if (!content) return content.error();
    return Recipe(std::move(*content));
  });
}

Result<Recipe> Recipe::shipped(std::string_view name) { return parse_shipped<Recipe>("recipe", kShipped, name); }

const std::string& Recipe::name() const { return content_->name; }
bool Recipe::endless() const { return content_->endless; }
std::uint32_t Recipe::width() const { return content_->width; }
std::uint32_t Recipe::height() const { return content_->height; }
float Recipe::cell_size() const { return content_->cell_size; }
std::span<const Biome> Recipe::biomes() const { return content_->biomes; }
std::span<const std::string> Recipe::layers() const { return content_->layer_names; }

std::span<const std::string_view> shipped_recipes() { return kNames; }

}  // namespace cardume
