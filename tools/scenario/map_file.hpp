#pragma once
#include <cardume/cost_grid.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace cardume {

/// A map from the bytes of a file: Moving AI, PNG, Tiled as JSON or XML, or JSON of our own, told apart by how they
/// begin. Cells are of 1 world unit where the format has no size. `path` serves error messages, and to find tilesets.
Result<CostGrid> parse_map_file(std::string_view bytes, const std::string& path);

/// The same, read from the file. A cell size overrules the file's.
Result<CostGrid> load_map(const std::string& path, std::optional<float> cell_size = {});

/// Whether save_map() knows the ending of a file's name.
Error check_map_name(const std::string& path);
/// Writes a map as its file's ending says: .png, .map or .json.
Error save_map(const std::string& path, const CostGrid&);

}  // namespace cardume
