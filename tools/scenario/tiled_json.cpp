// The JSON map format of Tiled (T. Lindeijer and others, "JSON Map Format", docs.mapeditor.org, 2024).
#include <fmt/format.h>

#include <cardume/limits.hpp>

#include "tools/scenario/json_reader.hpp"
#include "tools/scenario/tiled_map.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kMaxTile = 0x0FFFFFFF;
constexpr std::int64_t kFarthest = 1 << 30;
constexpr std::uint32_t kMaxNesting = 32;

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_primitive() ? value.dump() : "...";
}

GroundRule parse_properties(JsonReader& reader) {
  GroundRule rule;
  reader.each("properties", [&](JsonReader& r) {
    const nlohmann::json* const value = r.find("value");
    if (!value) return;
    if (Error error = rule.note(r.text("name"), as_text(*value))) r.refuse(error.message);
  });
  return rule;
}

void parse_tiles(JsonReader& reader, Tileset& set) {
  reader.read("tilecount", set.count, 0, kMaxTile);
  if (reader.find("tileproperties"))
    reader.refuse("tileproperties: of an old Tiled; expected a map saved by 1.2 or later");
  reader.each("tiles", [&](JsonReader& tile) {
    std::uint32_t id = 0;
    tile.read("id", id, 0, kMaxTile);
    const std::uint8_t cost = parse_properties(tile).cost();
    if (cost != GroundRule::kSilent) set.costs[id] = cost;
  });
}

void parse_tileset(JsonReader& reader, const std::string& path, std::vector<Tileset>& sets) {
  Tileset set;
  const std::string source(reader.text("source"));
  if (source.empty()) {
    parse_tiles(reader, set);
  } else {
    Result<Tileset> loaded = load_tileset(path, source);
    if (!loaded) return reader.refuse(loaded.error().message, loaded.error().status);
    set = std::move(*loaded);
  }
  reader.read("firstgid", set.first, 1, kMaxTile);
  sets.push_back(std::move(set));
}

/// The layer says how the data of all its chunks is encoded.
void parse_data(JsonReader& reader, const TileData& encoding, TileBlock& block) {
  const nlohmann::json* const data = reader.find("data");
  block.where = reader.where() + ": data";
  block.data = encoding;
  if (!data) return reader.refuse("data: missing; expected an array or a text");
  if (encoding.encoding != TileData::Encoding::kBase64) {
    block.data.encoding = TileData::Encoding::kNumbers;
    return reader.read("data", block.data.numbers, ~0u);
  }
  block.data.text = reader.text("data");
}

void parse_size(JsonReader& reader, std::uint32_t& width, std::uint32_t& height) {
  reader.read("width", width, 1, limits::kMaxMapEdge);
  reader.read("height", height, 1, limits::kMaxMapEdge);
  if (width == 0 || height == 0) reader.refuse("width, height: missing; expected the numbers of cells");
}

void parse_blocks(JsonReader& reader, const TiledDocument& map, const TileData& encoding, TileLayer& layer) {
  if (!map.infinite) {
    TileBlock& block = layer.blocks.emplace_back();
    parse_size(reader, block.width, block.height);
    if (block.width != map.width || block.height != map.height) {
      reader.refuse(fmt::format("{} x {} cells on a map of {} x {}", block.width, block.height, map.width, map.height));
    }
    return parse_data(reader, encoding, block);
  }
  reader.each("chunks", [&](JsonReader& chunk) {
    TileBlock& block = layer.blocks.emplace_back();
    chunk.read("x", block.x, -kFarthest, kFarthest);
    chunk.read("y", block.y, -kFarthest, kFarthest);
    parse_size(chunk, block.width, block.height);
    parse_data(chunk, encoding, block);
  });
}

void parse_layer(JsonReader& reader, TiledDocument& map) {
  TileData encoding;
  if (Error error = read_encoding(reader.text("encoding"), reader.text("compression"), encoding)) {
    return reader.refuse(error.message);
  }
  TileLayer& layer = map.layers.emplace_back();
  layer.cost = default_of_layer(reader.text("name"), parse_properties(reader));
  parse_blocks(reader, map, encoding, layer);
}

void parse_layers(JsonReader& reader, std::uint32_t depth, TiledDocument& map) {
  if (depth > kMaxNesting) return reader.refuse("layers: too many groups in each other", Status::kLimit);
  reader.each("layers", [&](JsonReader& layer) {
    const std::string_view type = layer.text("type");
    if (type == "tilelayer") parse_layer(layer, map);
    if (type == "group") parse_layers(layer, depth + 1, map);
  });
}

void parse_map(JsonReader& reader, const std::string& path, TiledDocument& map) {
  const std::string_view orientation = reader.text("orientation");
  if (orientation != "orthogonal") {
    reader.refuse(fmt::format("orientation \"{}\"; expected \"orthogonal\"", orientation));
  }
  reader.read("infinite", map.infinite);
  if (!map.infinite) parse_size(reader, map.width, map.height);
  reader.each("tilesets", [&](JsonReader& set) { parse_tileset(set, path, map.tilesets); });
  parse_layers(reader, 0, map);
}

}  // namespace

Result<CostGrid> parse_tmj(const nlohmann::json& json, const std::string& path) {
  TiledDocument map;
  Error error;
  JsonReader reader(json, path, error);
  parse_map(reader, path, map);
  if (error) return error;
  return terrain_from_tiled(map, path);
}

Result<Tileset> parse_tsj(std::string_view text, const std::string& path) {
  const Result<nlohmann::json> json = parse_json(text, path);
  if (!json) return json.error();
  Tileset set;
  Error error;
  JsonReader reader(*json, path, error);
  parse_tiles(reader, set);
  if (error) return error;
  return set;
}

}  // namespace cardume
