#pragma once
#include <cardume/cost_grid.hpp>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/scenario/tile_data.hpp"

namespace cardume {

// Maps of the Tiled editor: orthogonal tile layers, from JSON (.tmj, .json) or XML (.tmx) to costs.

/// What the properties of a tile or a layer say of the ground: "cost", 1 to 255, and "wall" or "collides".
class GroundRule {
 public:
  static constexpr std::uint8_t kSilent = 0;

  /// Takes note of a property; any other name than those three says nothing. kInvalidArgument for a value out of range.
  Error note(std::string_view name, std::string_view value);
  /// A cost, or kSilent. Walls go before costs.
  std::uint8_t cost() const { return wall_ ? kWall : cost_; }

 private:
  std::uint8_t cost_ = kSilent;
  bool wall_ = false;
};

struct Tileset {
  std::uint32_t first = 1;                      ///< Number of its first tile in the map.
  std::uint32_t count = 0;                      ///< 0 where it does not say.
  std::map<std::uint32_t, std::uint8_t> costs;  ///< Of the tiles that say something, numbered from 0.
};

/// A rectangle of tiles in cells of the map.
struct TileBlock {
  std::int64_t x = 0, y = 0;
  std::uint32_t width = 0, height = 0;
  TileData data;
  std::string where;  ///< For messages.
};

struct TileLayer {
  std::uint8_t cost = GroundRule::kSilent;  ///< Of its tiles that say nothing themselves.
  std::vector<TileBlock> blocks;
};

/// What the two syntaxes have in common.
struct TiledDocument {
  std::uint32_t width = 0, height = 0;
  bool infinite = false;  ///< As large as its blocks are, together.
  std::vector<Tileset> tilesets;
  std::vector<TileLayer> layers;  ///< The lowest first.
};

/// What a layer's tiles are that say nothing: walls in one called "walls" or "collision", or as its properties say.
std::uint8_t default_of_layer(std::string_view name, const GroundRule& rule);

/// In each cell the highest layer counts whose tile there says something; cells of which none does are open.
Result<CostGrid> terrain_from_tiled(const TiledDocument&, std::string_view name);

/// `path` serves error messages, and to find tilesets in files of their own.
Result<CostGrid> parse_tmj(const nlohmann::json&, const std::string& path);
Result<CostGrid> parse_tmx(std::string_view text, const std::string& path);

/// A tileset from its own file, .tsx or .tsj, beside the map that names it.
Result<Tileset> load_tileset(const std::string& map_path, const std::string& source);
Result<Tileset> parse_tsj(std::string_view text, const std::string& path);
Result<Tileset> parse_tsx(std::string_view text, const std::string& path);

}  // namespace cardume
