#pragma once
#include <cardume/landscape.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/worldgen/recipe/content.hpp"

namespace cardume::recipe {

/// The letters of a layer of tiles.
class TileMap {
 public:
  TileMap();
  /// kInvalidArgument for an unknown set, and where no map of its tiles was found.
  static Result<TileMap> create(const TilesLayer&, const LandscapeDesc&, bool endless, std::uint64_t seed);
  TileMap(TileMap&&) noexcept;
  TileMap& operator=(TileMap&&) noexcept;
  ~TileMap();

  /// Letters as numbers, row by row; 0 outside the map.
  Error fill(const SampleBox&, std::span<float> out) const;

 private:
  struct State;

  Error fill_endless(const SampleBox&, std::span<float> out) const;

  std::unique_ptr<State> state_;
};

}  // namespace cardume::recipe
