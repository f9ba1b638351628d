#include "core/fields/goals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardume {
namespace {

float in_cells(float length, const CostGrid& grid) { return length / grid.cell_size; }

std::uint32_t cell_along(float at, std::uint32_t count) {
  return static_cast<std::uint32_t>(std::clamp(at, 0.f, static_cast<float>(count - 1)));
}

/// The last cell along an axis that a rectangle reaches into.
std::uint32_t last_along(float end, std::uint32_t low, std::uint32_t count) {
  return std::max(low, cell_along(std::ceil(end) - 1, count));
}

void add_rectangle(const CostGrid& grid, const GoalPlace& place, float handicap, std::vector<FieldSource>& sources) {
  const float scale = 1 / grid.cell_size;
  const Cell low{cell_along((place.position.x - place.half.x) * scale, grid.width),
                 cell_along((place.position.y - place.half.y) * scale, grid.height)};
  const Cell high{last_along((place.position.x + place.half.x) * scale, low.x, grid.width),
                  last_along((place.position.y + place.half.y) * scale, low.y, grid.height)};
  for (std::uint32_t y = low.y; y <= high.y; ++y)
    for (std::uint32_t x = low.x; x <= high.x; ++x)
      if (passable(grid.cost[grid.index({x, y})])) sources.push_back({{x, y}, handicap});
}

/// Each cell once, in order, with its least handicap.
void sort_out(const CostGrid& grid, std::vector<FieldSource>& sources) {
  std::stable_sort(sources.begin() + 1, sources.end(), [&](const FieldSource& a, const FieldSource& b) {
    return grid.index(a.cell) != grid.index(b.cell) ? grid.index(a.cell) < grid.index(b.cell) : a.handicap < b.handicap;
  });
  const auto last = std::unique(sources.begin() + 1, sources.end(),
                                [](const FieldSource& a, const FieldSource& b) { return a.cell == b.cell; });
  sources.erase(last, sources.end());
}

void find_part(const Terrain& terrain, const WalkMap& map, std::uint32_t snap_radius, const GoalPart& part,
               RoutePart& out) {
  const CostGrid& grid = map.grid(terrain);
  out.flee = part.flee;
  out.weight = part.weight;
  out.sources.clear();
  for (const GoalPlace& place : part.places) {
    const float handicap = in_cells(place.handicap, grid);
    const std::size_t before = out.sources.size();
    if (place.half != Vec2{}) add_rectangle(grid, place, handicap, out.sources);
    if (out.sources.size() != before) continue;
    const Cell wanted = node_at(map, terrain, {place.position.x, place.position.y});
    if (const Result<Cell> cell = nearest_free(grid, wanted, snap_radius)) out.sources.push_back({*cell, handicap});
  }
  if (out.sources.size() > 1) sort_out(grid, out.sources);
}

}  // namespace

void find_aim(const Terrain& terrain, const WalkMap& map, std::uint8_t walker, std::uint32_t snap_radius,
              const Goal& goal, RouteAim& aim) {
  aim.walker = walker;
  if (goal.wide()) {
    aim.parts.resize(goal.desc.parts.size());
    for (std::size_t i = 0; i < aim.parts.size(); ++i)
      find_part(terrain, map, snap_radius, goal.desc.parts[i], aim.parts[i]);
    std::erase_if(aim.parts, [](const RoutePart& part) { return part.sources.empty(); });
    return;
  }
  aim.parts.resize(1);
  aim.parts[0] = {.sources = std::move(aim.parts[0].sources)};
  aim.parts[0].sources.clear();
  const CostGrid& grid = map.grid(terrain);
  const Cell wanted = map.own.empty() ? goal.cell : node_at(map, terrain, goal.position);
  if (const Result<Cell> cell = nearest_free(grid, wanted, map.own.empty() ? 0 : snap_radius))
    aim.parts[0].sources.push_back({*cell, 0});
  else
    aim.parts.clear();
}

Vec2 nearest_place(const Goal& goal, Vec2 from) {
  Vec2 nearest = goal.position;
  float least = std::numeric_limits<float>::infinity();
  if (!goal.wide()) return nearest;
  for (const GoalPlace& place : goal.desc.parts[0].places) {
    const Vec2 at{std::clamp(from.x, place.position.x - place.half.x, place.position.x + place.half.x),
                  std::clamp(from.y, place.position.y - place.half.y, place.position.y + place.half.y)};
    const float dx = at.x - from.x, dy = at.y - from.y, distance = std::sqrt(dx * dx + dy * dy) + place.handicap;
    if (distance >= least) continue;
    least = distance;
    nearest = at;
  }
  return nearest;
}

}  // namespace cardume
