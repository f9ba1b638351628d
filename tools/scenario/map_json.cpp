#include "tools/scenario/map_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/limits.hpp>

#include "tools/scenario/json_reader.hpp"

namespace cardume {
namespace {

constexpr std::string_view kSchema = "cardume.map/1";

void parse_cost(JsonReader& reader, CostGrid& grid) {
  std::vector<std::uint32_t> cost;
  reader.read("cost", cost, kWall);
  if (reader.failed()) return;
  if (cost.size() != std::size_t{grid.width} * grid.height) {
    reader.refuse(fmt::format("cost: holds {} cells; expected {} x {}", cost.size(), grid.width, grid.height));
  }
  const auto zero = std::ranges::find(cost, 0u);
  if (zero != cost.end()) {
    reader.refuse(fmt::format("cost[{}]: expected a whole number from 1 to {}", zero - cost.begin(), kWall));
  }
  for (const std::uint32_t c : cost) grid.cost.push_back(static_cast<std::uint8_t>(c));
}

}  // namespace

Result<CostGrid> parse_map_json(const nlohmann::json& json, const std::string& name) {
  Error error;
  JsonReader reader(json, name, error);
  if (reader.text("schema") != kSchema)
    reader.refuse(fmt::format("schema: expected \"{}\", or a map of Tiled", kSchema));
  CostGrid grid;
  reader.read("width", grid.width, 1, limits::kMaxMapEdge);
  reader.read("height", grid.height, 1, limits::kMaxMapEdge);
  reader.read("cell_size", grid.cell_size, limits::kMinCellSize, limits::kMaxCoordinate);
  if (grid.width == 0 || grid.height == 0) reader.refuse("width, height: missing; expected the numbers of cells");
  parse_cost(reader, grid);
  if (error) return error;
  if (Error wrong = validate(grid)) return Error{wrong.status, fmt::format("{}: {}", name, wrong.message)};
  return grid;
}

std::string to_map_json(const CostGrid& grid) {
  std::string text =
      fmt::format("{{\n  \"schema\": \"{}\",\n  \"width\": {},\n  \"height\": {},\n  \"cell_size\": {},\n", kSchema,
                  grid.width, grid.height, grid.cell_size);
  text += "  \"cost\": [";
  for (std::size_t i = 0; i < grid.cost.size(); ++i) {
    if (i > 0) text += ',';
    if (i % grid.width == 0) text += "\n    ";
    text += std::to_string(grid.cost[i]);
  }
  return text + "\n  ]\n}\n";
}

}  // namespace cardume
