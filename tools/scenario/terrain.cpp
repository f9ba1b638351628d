#include "tools/scenario/terrain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cardume/landscape.hpp>

#include "tools/scenario/map_file.hpp"
#include "tools/scenario/recipe_file.hpp"

namespace cardume {
namespace {

void fill(CostGrid& grid, const CellRectangle& cells, std::uint8_t cost) {
  const auto [left, right] = std::minmax(cells.corner.x, cells.opposite.x);
  const auto [top, bottom] = std::minmax(cells.corner.y, cells.opposite.y);
  for (std::uint32_t y = top; y <= bottom; ++y)
    for (std::uint32_t x = left; x <= right; ++x) grid.cost[grid.index({x, y})] = cost;
}

CostGrid terrain_from_plan(const FloorPlan& plan, float cell_size) {
  CostGrid grid{plan.width, plan.height, cell_size, {}};
  grid.cost.assign(std::size_t{plan.width} * plan.height, kOpenCost);
  for (const CellRectangle& cells : plan.walls) fill(grid, cells, kWall);
  for (const CellRectangle& cells : plan.gaps) fill(grid, cells, kOpenCost);
  return grid;
}

Error placed(const TerrainPlan& plan, const Error& error) {
  if (plan.origin.empty()) return error;
  return {error.status, fmt::format("{}: terrain: {}", plan.origin, error.message)};
}

/// Marks one region with `label` and returns its size.
std::uint32_t flood(const CostGrid& grid, std::uint32_t start, std::uint32_t label, std::vector<std::uint32_t>& labels,
                    std::vector<std::uint32_t>& open) {
  open.assign(1, start);
  labels[start] = label;
  for (std::size_t done = 0; done < open.size(); ++done) {
    const Cell at{open[done] % grid.width, open[done] / grid.width};
    // An edge wraps to the largest number, which the map does not contain.
    const std::array<Cell, 4> beside{{{at.x - 1, at.y}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x, at.y + 1}}};
    for (const Cell next : beside) {
      if (grid.blocked(next) || labels[grid.index(next)] != 0) continue;
      labels[grid.index(next)] = label;
      open.push_back(grid.index(next));
    }
  }
  return static_cast<std::uint32_t>(open.size());
}

Result<CostGrid> make_grid(const Scenario& scenario) {
  const TerrainPlan& plan = scenario.terrain;
  if (plan.kind == TerrainPlan::Kind::kNone) return CostGrid{};
  if (plan.kind == TerrainPlan::Kind::kPlan) return terrain_from_plan(plan.plan, plan.cell_size.value_or(1));
  if (plan.kind == TerrainPlan::Kind::kCaves) {
    CavesDesc caves = plan.caves;
    if (!plan.own_seed) caves.seed = scenario.run.seed;
    return generate_caves(caves);
  }
  if (plan.file.empty()) {
    return placed(plan, {Status::kInvalidArgument, "its file is missing; expected file = \"...\" or --map FILE"});
  }
  Result<CostGrid> grid = load_map(plan.file, plan.cell_size);
  return grid ? std::move(grid) : placed(plan, grid.error());
}

/// The first cell of a landscape is that of the world.
Result<MadeTerrain> follow_recipe(const Scenario& scenario) {
  const RecipePlan& plan = scenario.terrain.recipe;
  const auto recipe = load_recipe(plan.recipe);
  if (!recipe) return recipe.error();
  const std::uint64_t seed = scenario.terrain.own_seed ? plan.seed : scenario.run.seed;
  auto landscape = Landscape::create(*recipe, {.seed = seed, .width = plan.width, .height = plan.height});
  if (!landscape) return landscape.error();
  auto land = landscape->whole();
  if (!land) return land.error();
  MadeTerrain made{{}, obstacles_in(*land), {}};
  for (const NamedPlace& place : land->places) made.places.push_back({place.name, middle_in(*land, place.x, place.y)});
  made.grid = std::move(land->terrain);
  return made;
}

Error located(const std::string& origin, const Error& error) {
  return origin.empty() ? error : Error{error.status, fmt::format("{}: {}", origin, error.message)};
}

Error settle_place(const MadeTerrain& terrain, const std::string& name, Place& out) {
  if (name.empty()) return {};
  std::string known;
  for (const TerrainPlace& place : terrain.places) {
    if (place.name == name) {
      out = {{place.position.x, false}, {place.position.y, false}, {}};
      return {};
    }
    known += (known.empty() ? "" : ", ") + place.name;
  }
  return {Status::kInvalidArgument, fmt::format("the terrain has no place {}; there are: {}", name, known)};
}

}  // namespace

Result<MadeTerrain> make_terrain(const Scenario& scenario) {
  if (scenario.terrain.kind == TerrainPlan::Kind::kRecipe) {
    auto made = follow_recipe(scenario);
    return made ? std::move(made) : placed(scenario.terrain, made.error());
  }
  auto grid = make_grid(scenario);
  if (!grid) return grid.error();
  return MadeTerrain{std::move(*grid), {}, {}};
}

Error settle_places(const MadeTerrain& terrain, Scenario& scenario) {
  for (GoalPlan& goal : scenario.goals)
    if (Error error = settle_place(terrain, goal.place, goal.position)) return located(goal.origin, error);
  for (SpawnPlan& spawn : scenario.spawns)
    if (Error error = settle_place(terrain, spawn.area.at, spawn.area.centre)) return located(spawn.origin, error);
  return {};
}

std::vector<Cell> largest_region(const CostGrid& grid) {
  std::vector<std::uint32_t> labels(grid.cost.size(), 0), open;
  std::uint32_t last = 0, best = 0, best_size = 0;
  for (std::uint32_t i = 0; i < grid.cost.size(); ++i) {
    if (grid.cost[i] == kWall || labels[i] != 0) continue;
    const std::uint32_t size = flood(grid, i, ++last, labels, open);
    if (size <= best_size) continue;
    best = last;
    best_size = size;
  }
  std::vector<Cell> cells;
  cells.reserve(best_size);
  for (std::uint32_t i = 0; best != 0 && i < labels.size(); ++i)
    if (labels[i] == best) cells.push_back({i % grid.width, i / grid.width});
  return cells;
}

Vec2 centre_of(const CostGrid& grid, Cell cell) {
  return {(static_cast<float>(cell.x) + 0.5f) * grid.cell_size, (static_cast<float>(cell.y) + 0.5f) * grid.cell_size};
}

}  // namespace cardume
