#include <algorithm>
#include <array>
#include <cardume/recipe.hpp>
#include <iterator>
#include <utility>

#include "core/door.hpp"
#include "core/worldgen/recipe/reader.hpp"

namespace cardume {
namespace {

struct Shipped {
  std::string_view name, text;
};

// Made of the files in core/worldgen/recipes.
constexpr Shipped kShipped[] = {
#include "shipped_recipes.inc"
};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kShipped)> names;
  std::transform(std::begin(kShipped), std::end(kShipped), names.begin(), [](const Shipped& one) { return one.name; });
  return names;
}();

}  // namespace

Recipe::Recipe(std::shared_ptr<const recipe::Content> content) : content_(std::move(content)) {}

Result<Recipe> Recipe::parse(std::string_view text, std::string_view name) {
  return guarded([&]() -> Result<Recipe> {
    auto content = recipe::read(text, name);
    if (!content) return content.error();
    return Recipe(std::move(*content));
  });
}

Result<Recipe> Recipe::shipped(std::string_view name) {
  for (const Shipped& one : kShipped)
    if (one.name == name) return parse(one.text, name);
  return guarded([&]() -> Result<Recipe> {
    std::string message = "there is no recipe " + std::string(name) + "; there are";
    for (const std::string_view one : kNames) message += " " + std::string(one);
    return Error{Status::kInvalidArgument, message};
  });
}

const std::string& Recipe::name() const { return content_->name; }
bool Recipe::endless() const { return content_->endless; }
std::uint32_t Recipe::width() const { return content_->width; }
std::uint32_t Recipe::height() const { return content_->height; }
float Recipe::cell_size() const { return content_->cell_size; }
std::span<const Biome> Recipe::biomes() const { return content_->biomes; }
std::span<const std::string> Recipe::layers() const { return content_->layer_names; }

std::span<const std::string_view> shipped_recipes() { return kNames; }

}  // namespace cardume
