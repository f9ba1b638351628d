#include "core/space/obstacle_map.hpp"

#include <limits>
#include <utility>

namespace cardume {
namespace {

/// A coordinate is rounded by up to 2^-24 of itself; some more for what is added up on the way.
constexpr double kGapShare = 0x1p-20;

constexpr std::uint32_t kMostCells = 1u << 15;
constexpr std::uint64_t kMostListed = 1u << 18;

/// The images that reach into the world or half a world around it.
void add_images(const Obstacle& obstacle, const WorldDesc& desc, std::vector<Obstacle>& images) {
  const Place size = place_of(desc.size, desc.dimensions);
  const int layers = desc.dimensions == 3 ? 1 : 0;
  for (int z = -layers; z <= layers; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const Place by{x * size[0], y * size[1], z * size[2]};
        const Obstacle image{{obstacle.box.low + by, obstacle.box.high + by}, obstacle.radius};
        const Bounds bounds = bounds_of(image, 0);
        bool near = true;
        for (std::uint32_t d = 0; d < desc.dimensions; ++d)
          near = near && bounds.high[d] > -size[d] / 2 && bounds.low[d] < size[d] * 1.5;
        if (near) images.push_back(image);
      }
}

std::vector<Obstacle> make_solids(const WorldDesc& desc) {
  std::vector<Obstacle> solids;
  for (const ObstacleDesc& one : desc.scenery.obstacles) {
    const Obstacle obstacle = obstacle_of(one.zone, desc.dimensions);
    if (desc.scenery.edge == Edge::kWrap)
      add_images(obstacle, desc, solids);
    else
      solids.push_back(obstacle);
  }
  return solids;
}

/// The cells that a box reaches into, along each axis from the first to the last.
using CellsAlong = std::array<std::pair<std::uint32_t, std::uint32_t>, 3>;

CellsAlong cells_of(const ObstacleRaster& raster, const Bounds& box) {
  CellsAlong range;
  for (std::uint32_t d = 0; d < 3; ++d) {
    const double end = raster.cells[d] - 1;
    range[d] = {
        static_cast<std::uint32_t>(std::clamp((box.low[d] - raster.covered.low[d]) / raster.cell_size, 0.0, end)),
        static_cast<std::uint32_t>(std::clamp((box.high[d] - raster.covered.low[d]) / raster.cell_size, 0.0, end))};
  }
  return range;
}

template <class Function>
void for_each_cell(const ObstacleRaster& raster, const Bounds& box, Function function) {
  const CellsAlong range = cells_of(raster, box);
  for (std::uint32_t z = range[2].first; z <= range[2].second; ++z)
    for (std::uint32_t y = range[1].first; y <= range[1].second; ++y)
      for (std::uint32_t x = range[0].first; x <= range[0].second; ++x)
        function((z * raster.cells[1] + y) * raster.cells[0] + x);
}

/// How many entries the lists have together.
std::uint64_t listed(const ObstacleMap& map) {
  std::uint64_t sum = 0;
  for (const Obstacle& one : map.solids) {
    std::uint64_t cells = 1;
    for (const auto& along : cells_of(map.raster, bounds_of(one, map.gap))) cells *= along.second - along.first + 1;
    sum += cells;
  }
  return sum;
}

std::uint64_t lay_out(ObstacleRaster& raster) {
  std::uint64_t cells = 1;
  for (std::uint32_t d = 0; d < 3; ++d) {
    raster.cells[d] =
        static_cast<std::uint32_t>((raster.covered.high[d] - raster.covered.low[d]) / raster.cell_size) + 1;
    cells *= raster.cells[d];
  }
  return cells;
}

/// Covers all obstacles, and tells the largest extent.
double cover(ObstacleMap& map, std::uint32_t dimensions) {
  ObstacleRaster& raster = map.raster;
  raster.covered.low.fill(std::numeric_limits<double>::infinity());
  raster.covered.high.fill(-std::numeric_limits<double>::infinity());
  double extent = 0, farthest = 0;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    for (const Obstacle& one : map.solids) {
      const Bounds box = bounds_of(one, 0);
      raster.covered.low[d] = std::min(raster.covered.low[d], box.low[d]);
      raster.covered.high[d] = std::max(raster.covered.high[d], box.high[d]);
    }
    farthest = std::max({farthest, -raster.covered.low[d], raster.covered.high[d]});
    extent = std::max(extent, raster.covered.high[d] - raster.covered.low[d]);
  }
  if (dimensions == 2) raster.covered.low[2] = raster.covered.high[2] = 0;
  map.gap = farthest * kGapShare;
  for (std::uint32_t d = 0; d < 3; ++d) {
    raster.covered.low[d] -= map.gap;
    raster.covered.high[d] += map.gap;
  }
  return extent + 2 * map.gap;
}

/// Counts are turned into ends, and filling from the back turns ends into starts.
void fill_lists(ObstacleMap& map) {
  ObstacleRaster& raster = map.raster;
  for (const Obstacle& one : map.solids)
    for_each_cell(raster, bounds_of(one, map.gap), [&](std::uint32_t cell) { ++raster.start[cell]; });
  std::uint32_t end = 0;
  for (std::uint32_t& start : raster.start) start = end += start;
  raster.listed.resize(end);
  for (std::size_t i = map.solids.size(); i-- > 0;)
    for_each_cell(raster, bounds_of(map.solids[i], map.gap),
                  [&](std::uint32_t cell) { raster.listed[--raster.start[cell]] = static_cast<std::uint32_t>(i); });
}

Bounds world_of(const WorldDesc& desc) {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  const bool bounded = desc.scenery.edge == Edge::kStop || desc.scenery.edge == Edge::kReflect;
  if (bounded) return {{}, place_of(desc.size, desc.dimensions)};
  return {{-kEndless, -kEndless, -kEndless}, {kEndless, kEndless, kEndless}};
}

}  // namespace

ObstacleMap make_obstacle_map(const WorldDesc& desc) {
  ObstacleMap map;
  map.obstacles = desc.scenery.obstacles;
  map.solids = make_solids(desc);
  map.period.fill(std::numeric_limits<float>::infinity());
  if (desc.scenery.edge == Edge::kWrap) map.period = {desc.size.x, desc.size.y, desc.size.z};
  map.world = world_of(desc);
  if (map.empty()) return map;
  ObstacleRaster& raster = map.raster;
  raster.cell_size = cover(map, desc.dimensions) / 1024;
  while (lay_out(raster) > kMostCells || listed(map) > kMostListed) raster.cell_size *= 1.25;
  raster.start.resize(lay_out(raster) + 1);
  fill_lists(map);
  return map;
}

std::uint64_t memory_bytes(const ObstacleMap& map) {
  return map.obstacles.capacity() * sizeof(ObstacleDesc) + map.solids.capacity() * sizeof(Obstacle) +
         (map.raster.start.capacity() + map.raster.listed.capacity()) * sizeof(std::uint32_t);
}

}  // namespace cardume
