#pragma once
#include <array>
#include <cardume/export.hpp>
#include <cardume/status.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cardume {

namespace recipe {
struct Content;
}

/// A kind of ground.
struct Biome {
  std::string name;
  std::uint8_t cost = 1;                 ///< Of a map cell: 1 to 254, or kWall.
  std::array<std::uint8_t, 3> colour{};  ///< For pictures: red, green, blue.
};

/// How to make a world from a seed: a text of layers (noise, Voronoi cells, caves, tiles, sums of others), the kinds of
/// ground that follow from them, trees, places, and how everything is joined. core/worldgen/README.md tells the words;
/// core/worldgen/recipes holds those that come with the library. Copies share their content.
class CARDUME_EXPORT Recipe {
 public:
  /// kParse with `name:line:column: what` for what makes no sense.
  static Result<Recipe> parse(std::string_view text, std::string_view name);
  /// One of shipped_recipes(); kInvalidArgument for any other name.
  static Result<Recipe> shipped(std::string_view name);

  const std::string& name() const;
  bool endless() const;         ///< The world has no edge; then its size is that of the part to begin with.
  std::uint32_t width() const;  ///< Cells.
  std::uint32_t height() const;
  float cell_size() const;  ///< World units.
  std::span<const Biome> biomes() const;
  std::span<const std::string> layers() const;  ///< Names, in order.

  const recipe::Content& content() const { return *content_; }  ///< For the library itself.

 private:
  explicit Recipe(std::shared_ptr<const recipe::Content>);

  std::shared_ptr<const recipe::Content> content_;
};

/// Names of the recipes that come with the library.
CARDUME_EXPORT std::span<const std::string_view> shipped_recipes();

}  // namespace cardume
