#pragma once
#include <cardume/landscape.hpp>
#include <span>
#include <vector>

#include "core/worldgen/recipe/content.hpp"
#include "core/worldgen/recipe/tiles.hpp"

namespace cardume::recipe {

/// Values of a rectangle of cells.
struct Field {
  SampleBox box;
  std::vector<float> value;

  float at(std::int64_t x, std::int64_t y) const {
    return value[static_cast<std::size_t>((y - box.y) * box.width + (x - box.x))];
  }
};

/// The layers of one landscape. A value depends on recipe, seed, size of the landscape and place alone.
class Layers {
 public:
  /// Errors name the layer.
  static Result<Layers> create(const Content&, const LandscapeDesc&);

  /// The wanted layers, by index of layers; other fields, those they are made from among them, are of any content.
  Result<std::vector<Field>> fill(const SampleBox&, const std::vector<bool>& wanted) const;

 private:
  explicit Layers(const Content& content) : content_(&content) {}

  Error fill(std::uint32_t layer, Field& out, const std::vector<Field>& earlier) const;

  const Content* content_;
  LandscapeDesc desc_;
  std::vector<std::uint64_t> seeds_;  ///< By layer.
  std::vector<TileMap> tiles_;        ///< By layer; empty for those of other kinds.
};

}  // namespace cardume::recipe
