// The XML map format of Tiled (T. Lindeijer and others, "TMX Map Format", docs.mapeditor.org, 2024).
#include <fmt/format.h>

#include <cardume/limits.hpp>
#include <charconv>
#include <pugixml.hpp>

#include "tools/scenario/text_place.hpp"
#include "tools/scenario/tiled_map.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kMaxTile = 0x0FFFFFFF;
constexpr std::int64_t kFarthest = 1 << 30;
constexpr std::uint32_t kMaxNesting = 32;

/// Reads attributes. The first thing that is wrong is kept as an error.
class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Result<pugi::xml_node> open(const char* root) {
    const pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      return Error{
          Status::kParse,
          fmt::format("{}: {}",
                      text_place(path_, text_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))),
                      parsed.description())};
    }
    const pugi::xml_node node = document_.child(root);
    if (!node) return Error{Status::kParse, fmt::format("{}: no <{}>", path_, root)};
    return node;
  }

  const std::string& path() const { return path_; }
  const Error& error() const { return error_; }
  bool failed() const { return static_cast<bool>(error_); }

  std::string place(pugi::xml_node node) const {
    return text_place(path_, text_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)));
  }

  void refuse(pugi::xml_node node, std::string_view what, Status status = Status::kParse) {
    if (!failed()) error_ = {status, fmt::format("{}: {}", place(node), what)};
  }

  /// Keeps the number where there is none.
  template <class Number>
  void read(pugi::xml_node node, const char* key, Number& number, Number least, Number most) {
    const pugi::xml_attribute attribute = node.attribute(key);
    if (!attribute) return;
    const std::string_view value = attribute.value();
    Number found = 0;
    const auto [stop, problem] = std::from_chars(value.data(), value.data() + value.size(), found);
    if (problem != std::errc{} || stop != value.data() + value.size() || found < least || found > most) {
      return refuse(node, fmt::format("{} = \"{}\"; expected a whole number from {} to {}", key, value, least, most));
    }
    number = found;
  }

  void read_size(pugi::xml_node node, std::uint32_t& width, std::uint32_t& height) {
    read(node, "width", width, 1u, limits::kMaxMapEdge);
    read(node, "height", height, 1u, limits::kMaxMapEdge);
    if (width == 0 || height == 0) refuse(node, "width or height is missing");
  }

 private:
  std::string_view text_;
  std::string path_;
  pugi::xml_document document_;
  Error error_;
};

GroundRule parse_properties(Reader& reader, pugi::xml_node node) {
  GroundRule rule;
  for (const pugi::xml_node property : node.child("properties").children("property")) {
    if (Error error = rule.note(property.attribute("name").value(), property.attribute("value").value())) {
      reader.refuse(property, error.message);
    }
  }
  return rule;
}

void parse_tiles(Reader& reader, pugi::xml_node node, Tileset& set) {
  reader.read(node, "tilecount", set.count, 0u, kMaxTile);
  for (const pugi::xml_node tile : node.children("tile")) {
    std::uint32_t id = 0;
    reader.read(tile, "id", id, 0u, kMaxTile);
    const std::uint8_t cost = parse_properties(reader, tile).cost();
    if (cost != GroundRule::kSilent) set.costs[id] = cost;
  }
}

void parse_tileset(Reader& reader, pugi::xml_node node, std::vector<Tileset>& sets) {
  Tileset set;
  const std::string source = node.attribute("source").value();
  if (source.empty()) {
    parse_tiles(reader, node, set);
  } else {
    Result<Tileset> loaded = load_tileset(reader.path(), source);
    if (!loaded) return reader.refuse(node, loaded.error().message, loaded.error().status);
    set = std::move(*loaded);
  }
  reader.read(node, "firstgid", set.first, 1u, kMaxTile);
  sets.push_back(std::move(set));
}

/// Of a layer's data, or of a chunk of it. Without an encoding each tile is an element.
void parse_data(Reader& reader, pugi::xml_node node, const TileData& encoding, TileBlock& block) {
  block.where = reader.place(node);
  block.data = encoding;
  block.data.text = node.child_value();
  if (encoding.encoding != TileData::Encoding::kNumbers) return;
  for (const pugi::xml_node tile : node.children("tile")) {
    std::uint32_t number = 0;
    reader.read(tile, "gid", number, 0u, ~0u);
    block.data.numbers.push_back(number);
  }
}

void parse_chunks(Reader& reader, pugi::xml_node data, const TileData& encoding, TileLayer& layer) {
  for (const pugi::xml_node chunk : data.children("chunk")) {
    TileBlock& block = layer.blocks.emplace_back();
    reader.read(chunk, "x", block.x, -kFarthest, kFarthest);
    reader.read(chunk, "y", block.y, -kFarthest, kFarthest);
    reader.read_size(chunk, block.width, block.height);
    parse_data(reader, chunk, encoding, block);
  }
}

void parse_layer(Reader& reader, pugi::xml_node node, TiledDocument& map) {
  TileLayer& layer = map.layers.emplace_back();
  layer.cost = default_of_layer(node.attribute("name").value(), parse_properties(reader, node));
  const pugi::xml_node data = node.child("data");
  if (!data) return reader.refuse(node, "no <data> in the layer");
  TileData encoding;
  if (Error error =
          read_encoding(data.attribute("encoding").value(), data.attribute("compression").value(), encoding)) {
    return reader.refuse(data, error.message);
  }
  if (map.infinite) return parse_chunks(reader, data, encoding, layer);
  TileBlock& block = layer.blocks.emplace_back();
  reader.read_size(node, block.width, block.height);
  if (block.width != map.width || block.height != map.height) {
    reader.refuse(node,
                  fmt::format("{} x {} cells on a map of {} x {}", block.width, block.height, map.width, map.height));
  }
  parse_data(reader, data, encoding, block);
}

void parse_layers(Reader& reader, pugi::xml_node node, std::uint32_t depth, TiledDocument& map) {
  if (depth > kMaxNesting) return reader.refuse(node, "too many groups in each other", Status::kLimit);
  for (const pugi::xml_node child : node.children()) {
    if (reader.failed()) return;
    const std::string_view name = child.name();
    if (name == "layer") parse_layer(reader, child, map);
    if (name == "group") parse_layers(reader, child, depth + 1, map);
  }
}

void parse_map(Reader& reader, pugi::xml_node node, TiledDocument& map) {
  const std::string_view orientation = node.attribute("orientation").value();
  if (orientation != "orthogonal") {
    reader.refuse(node, fmt::format("orientation \"{}\"; expected \"orthogonal\"", orientation));
  }
  map.infinite = node.attribute("infinite").as_bool();
  if (!map.infinite) reader.read_size(node, map.width, map.height);
  for (const pugi::xml_node set : node.children("tileset")) parse_tileset(reader, set, map.tilesets);
  parse_layers(reader, node, 0, map);
}

}  // namespace

Result<CostGrid> parse_tmx(std::string_view text, const std::string& path) {
  Reader reader(text, path);
  const Result<pugi::xml_node> root = reader.open("map");
  if (!root) return root.error();
  TiledDocument map;
  parse_map(reader, *root, map);
  if (reader.failed()) return reader.error();
  return terrain_from_tiled(map, path);
}

Result<Tileset> parse_tsx(std::string_view text, const std::string& path) {
  Reader reader(text, path);
  const Result<pugi::xml_node> root = reader.open("tileset");
  if (!root) return root.error();
  Tileset set;
  parse_tiles(reader, *root, set);
  if (reader.failed()) return reader.error();
  return set;
}

}  // namespace cardume
