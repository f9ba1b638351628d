#include "tools/scenario/map_file.hpp"

#include <fmt/format.h>

#include "tools/scenario/file_io.hpp"
#include "tools/scenario/json_reader.hpp"
#include "tools/scenario/map_json.hpp"
#include "tools/scenario/map_png.hpp"
#include "tools/scenario/tiled_map.hpp"

namespace cardume {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The first letter of a text.
char first_of(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == text.npos ? '\0' : text[first];
}

}  // namespace

Result<CostGrid> parse_map_file(std::string_view bytes, const std::string& path) {
  if (looks_like_png(bytes)) return parse_map_png(bytes, path);
  if (first_of(bytes) == '<') return parse_tmx(bytes, path);
  if (first_of(bytes) != '{') return parse_map(bytes, path);
  const Result<nlohmann::json> json = parse_json(bytes, path);
  if (!json) return json.error();
  return json->contains("layers") ? parse_tmj(*json, path) : parse_map_json(*json, path);
}

Result<CostGrid> load_map(const std::string& path, std::optional<float> cell_size) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  Result<CostGrid> grid = parse_map_file(*bytes, path);
  if (grid && cell_size) grid->cell_size = *cell_size;
  return grid;
}

Error check_map_name(const std::string& path) {
  for (const std::string_view ending : {".png", ".map", ".json"})
    if (path.ends_with(ending)) return {};
  return {Status::kInvalidArgument, fmt::format("{}: no ending of a map; expected .png, .map or .json", path)};
}

Error save_map(const std::string& path, const CostGrid& grid) {
  if (Error error = check_map_name(path)) return error;
  if (path.ends_with(".map")) return write_file(path, format_map(grid));
  if (path.ends_with(".json")) return write_file(path, to_map_json(grid));
  const Result<std::string> png = encode_png(terrain_to_grey(grid));
  return png ? write_file(path, *png) : png.error();
}

}  // namespace cardume
