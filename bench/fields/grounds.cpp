#include "bench/fields/grounds.hpp"

#include <algorithm>
#include <cardume/worldgen.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace cardume::bench {
namespace {

constexpr std::uint32_t kCorridor = 3;
constexpr std::uint32_t kPatch = 8;

/// Of the patch of mud at a place: a third of them are open ground.
std::uint8_t mud(std::uint32_t x, std::uint32_t y) {
  const std::uint32_t mixed = (x / kPatch * 2654435761u) ^ (y / kPatch * 2246822519u);
  const std::uint32_t depth = (mixed >> 16) % 12;
  return static_cast<std::uint8_t>(depth < 4 ? kOpenCost : depth - 2);
}

GroundPtr read_ground(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  auto grid = parse_map(text, path.filename().string());
  return grid ? make_ground(path.stem().string(), std::move(*grid)) : nullptr;
}

}  // namespace

GroundPtr make_ground(const std::string& name, CostGrid grid) {
  const Cell middle{grid.width / 2, grid.height / 2};
  const auto goal = nearest_free(grid, middle, std::max(grid.width, grid.height));
  return goal ? std::make_shared<const Ground>(Ground{name, std::move(grid), *goal}) : nullptr;
}

CostGrid open_map(std::uint32_t edge) {
  return {edge, edge, 1, std::vector<std::uint8_t>(std::size_t{edge} * edge, kOpenCost)};
}

CostGrid caves_map(std::uint32_t edge) {
  CavesDesc desc;
  desc.width = desc.height = edge;
  auto grid = generate_caves(desc);
  return grid ? std::move(*grid) : open_map(edge);
}

CostGrid muddy_maze(std::uint32_t edge) {
  CostGrid grid = open_map(edge);
  for (std::uint32_t y = 0; y < edge; ++y) {
    const bool wall = y % (kCorridor + 1) == kCorridor, gap_at_end = y / (kCorridor + 1) % 2 == 0;
    for (std::uint32_t x = 0; x < edge; ++x) {
      const bool gap = gap_at_end ? x + kCorridor >= edge : x < kCorridor;
      grid.cost[grid.index({x, y})] = wall && !gap ? kWall : mud(x, y);
    }
  }
  return grid;
}

std::uint64_t free_cells(const CostGrid& grid) {
  const auto walls = std::count(grid.cost.begin(), grid.cost.end(), kWall);
  return grid.cost.size() - static_cast<std::uint64_t>(walls);
}

void for_each_real_map(const std::function<void(const GroundPtr&)>& visit) {
  const char* folder = std::getenv("CARDUME_MAPS");
  if (folder == nullptr) return;
  std::error_code error;
  std::vector<std::filesystem::path> maps;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".map") maps.push_back(entry.path());
  }
  std::sort(maps.begin(), maps.end());
  for (const auto& map : maps)
    if (const GroundPtr ground = read_ground(map)) visit(ground);
}

}  // namespace cardume::bench
