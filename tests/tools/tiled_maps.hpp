#pragma once
#include <string>
#include <vector>

#include "tests/tools/packed_tiles.hpp"

namespace cardume {

/// A layer of tiles to write as Tiled would.
struct LayerText {
  std::string name;
  std::vector<std::uint32_t> tiles;
  std::string properties;  ///< As the syntax has them.
};

/// The data of a layer or a chunk as JSON.
inline std::string json_data(const std::vector<std::uint32_t>& tiles, TileFormat format) {
  const std::string text = to_text(tiles, format);
  return std::string(format.encoding) == "base64" ? '"' + text + '"' : '[' + text + ']';
}

inline std::string json_layer(const LayerText& layer, std::uint32_t width, std::uint32_t height, TileFormat format) {
  std::string text = R"({"type":"tilelayer","x":0,"y":0,"visible":false,"name":")" + layer.name +
                     "\",\"width\":" + std::to_string(width) + ",\"height\":" + std::to_string(height);
  if (*format.encoding) text += std::string(",\"encoding\":\"") + format.encoding + '"';
  if (*format.compression) text += std::string(",\"compression\":\"") + format.compression + '"';
  if (!layer.properties.empty()) text += ",\"properties\":[" + layer.properties + ']';
  return text + ",\"data\":" + json_data(layer.tiles, format) + '}';
}

inline std::string json_map(const std::string& size, const std::string& tilesets, const std::string& layers) {
  return "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\"," + size + ",\"tilesets\":[" +
         tilesets + "],\n\"layers\":[" + layers + "]}\n";
}

inline std::string json_map(std::uint32_t width, std::uint32_t height, const std::string& tilesets,
                            const std::vector<LayerText>& layers, TileFormat format) {
  std::string text;
  for (const LayerText& layer : layers) text += (text.empty() ? "" : ",\n") + json_layer(layer, width, height, format);
  return json_map("\"width\":" + std::to_string(width) + ",\"height\":" + std::to_string(height), tilesets, text);
}

/// The inside of <data>, or of a chunk.
inline std::string xml_tiles(const std::vector<std::uint32_t>& tiles, TileFormat format) {
  if (*format.encoding) return "\n   " + to_text(tiles, format) + "\n";
  std::string text;
  for (const std::uint32_t tile : tiles) text += tile == 0 ? "<tile/>" : "<tile gid=\"" + std::to_string(tile) + "\"/>";
  return text;
}

inline std::string xml_data(const std::string& inside, TileFormat format) {
  std::string text = "<data";
  if (*format.encoding) text += std::string(" encoding=\"") + format.encoding + '"';
  if (*format.compression) text += std::string(" compression=\"") + format.compression + '"';
  return text + '>' + inside + "</data>";
}

inline std::string xml_layer(const LayerText& layer, std::uint32_t width, std::uint32_t height, TileFormat format) {
  std::string text = "<layer id=\"1\" name=\"" + layer.name + "\" visible=\"0\" width=\"" + std::to_string(width) +
                     "\" height=\"" + std::to_string(height) + "\">";
  if (!layer.properties.empty()) text += "<properties>" + layer.properties + "</properties>";
  return text + xml_data(xml_tiles(layer.tiles, format), format) + "</layer>\n";
}

inline std::string xml_map(const std::string& attributes, const std::string& inside) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" " + attributes +
         ">\n" + inside + "</map>\n";
}

inline std::string xml_map(std::uint32_t width, std::uint32_t height, const std::string& tilesets,
                           const std::vector<LayerText>& layers, TileFormat format) {
  std::string text = tilesets;
  for (const LayerText& layer : layers) text += xml_layer(layer, width, height, format);
  return xml_map("width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(height) + "\" infinite=\"0\"",
                 text);
}

}  // namespace cardume
