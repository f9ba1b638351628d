#include "tools/scenario/tiled_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/limits.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "tools/scenario/file_io.hpp"

namespace cardume {
namespace {

/// The upper bits of a tile's number say how it is turned.
constexpr std::uint32_t kTileMask = 0x0FFFFFFF;

struct Bounds {
  std::int64_t left = 0, top = 0, right = 0, bottom = 0;

  std::int64_t width() const { return right - left; }
  std::int64_t height() const { return bottom - top; }
};

Bounds bounds_of(const TiledDocument& map) {
  if (!map.infinite) return {0, 0, map.width, map.height};
  Bounds bounds;
  bool first = true;
  for (const TileLayer& layer : map.layers)
    for (const TileBlock& block : layer.blocks) {
      const Bounds own{block.x, block.y, block.x + block.width, block.y + block.height};
      bounds = first ? own
                     : Bounds{std::min(bounds.left, own.left), std::min(bounds.top, own.top),
                              std::max(bounds.right, own.right), std::max(bounds.bottom, own.bottom)};
      first = false;
    }
  return bounds;
}

/// What the tiles of a map are, by their numbers.
class Tiles {
 public:
  explicit Tiles(std::vector<Tileset> sets) : sets_(std::move(sets)) {
    std::ranges::stable_sort(sets_, {}, &Tileset::first);
  }

  /// Whether a tileset has it; any number is good where there are none.
  bool knows(std::uint32_t tile) const {
    const Tileset* const set = set_of(tile);
    return sets_.empty() || (set && (set->count == 0 || tile - set->first < set->count));
  }

  std::uint8_t cost(std::uint32_t tile) const {
    const Tileset* const set = set_of(tile);
    if (!set) return GroundRule::kSilent;
    const auto found = set->costs.find(tile - set->first);
    return found == set->costs.end() ? GroundRule::kSilent : found->second;
  }

 private:
  const Tileset* set_of(std::uint32_t tile) const {
    const auto after = std::ranges::upper_bound(sets_, tile, {}, &Tileset::first);
    return after == sets_.begin() ? nullptr : &*(after - 1);
  }

  std::vector<Tileset> sets_;
};

Error paint(const TileBlock& block, std::uint8_t default_cost, const Tiles& tiles, Bounds bounds, CostGrid& grid) {
  const Result<std::vector<std::uint32_t>> numbers = decode_tiles(block.data, std::size_t{block.width} * block.height);
  if (!numbers) return {numbers.error().status, fmt::format("{}: {}", block.where, numbers.error().message)};
  std::uint32_t last = 0;
  std::uint8_t cost = GroundRule::kSilent;
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    const std::uint32_t tile = (*numbers)[i] & kTileMask;
    if (tile == 0) continue;
    if (tile != last) {
      if (!tiles.knows(tile)) return {Status::kParse, fmt::format("{}: no tileset has tile {}", block.where, tile)};
      last = tile;
      cost = tiles.cost(tile) == GroundRule::kSilent ? default_cost : tiles.cost(tile);
    }
    const auto x = static_cast<std::uint32_t>(block.x - bounds.left + static_cast<std::int64_t>(i % block.width));
    const auto y = static_cast<std::uint32_t>(block.y - bounds.top + static_cast<std::int64_t>(i / block.width));
    if (cost != GroundRule::kSilent) grid.cost[grid.index({x, y})] = cost;
  }
  return {};
}

bool equal_letters(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char one, char other) {
    return (one >= 'A' && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one) == other;
  });
}

}  // namespace

Error GroundRule::note(std::string_view name, std::string_view value) {
  if (name == "wall" || name == "collides") {
    if (value != "true" && value != "false") {
      return {Status::kInvalidArgument, fmt::format("{} = {}; expected true or false", name, value)};
    }
    wall_ = wall_ || value == "true";
  }
  if (name != "cost") return {};
  double cost = 0;
  const auto [stop, problem] = std::from_chars(value.data(), value.data() + value.size(), cost);
  if (problem != std::errc{} || stop != value.data() + value.size() || !(cost >= 1 && cost <= kWall) ||
      cost != std::floor(cost)) {
    return {Status::kInvalidArgument, fmt::format("cost = {}; expected a whole number from 1 to {}", value, kWall)};
  }
  cost_ = static_cast<std::uint8_t>(cost);
  return {};
}

std::uint8_t default_of_layer(std::string_view name, const GroundRule& rule) {
  if (rule.cost() != GroundRule::kSilent) return rule.cost();
  return equal_letters(name, "walls") || equal_letters(name, "collision") ? kWall : GroundRule::kSilent;
}

Result<CostGrid> terrain_from_tiled(const TiledDocument& map, std::string_view name) {
  const Bounds bounds = bounds_of(map);
  const std::int64_t most = limits::kMaxMapEdge;
  if (bounds.width() < 1 || bounds.height() < 1) {
    return Error{Status::kParse, fmt::format("{}: the map has no tiles", name)};
  }
  if (bounds.width() > most || bounds.height() > most) {
    return Error{Status::kLimit, fmt::format("{}: {} x {} cells; expected at most {} along each edge", name,
                                             bounds.width(), bounds.height(), most)};
  }
  CostGrid grid{static_cast<std::uint32_t>(bounds.width()), static_cast<std::uint32_t>(bounds.height()), 1, {}};
  grid.cost.assign(std::size_t{grid.width} * grid.height, kOpenCost);
  const Tiles tiles(map.tilesets);
  for (const TileLayer& layer : map.layers)
    for (const TileBlock& block : layer.blocks)
      if (Error error = paint(block, layer.cost, tiles, bounds, grid)) return error;
  return grid;
}

Result<Tileset> load_tileset(const std::string& map_path, const std::string& source) {
  const std::string path = (std::filesystem::path(map_path).parent_path() / source).string();
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  const std::size_t first = text->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != text->npos && (*text)[first] == '{' ? parse_tsj(*text, path) : parse_tsx(*text, path);
}

}  // namespace cardume
