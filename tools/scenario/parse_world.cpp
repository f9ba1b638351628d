#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

void parse_cell_size(TomlReader& reader, std::optional<float>& cell_size) {
  float size = 1;
  reader.read("cell_size", size, kPositive);
  if (reader.has("cell_size")) cell_size = size;
}

void parse_size(TomlReader& reader, SizePlan& size) {
  const toml::node* node = reader.find("size");
  if (node && node->is_string()) {
    bool uniform = false;
    reader.read_choice("size", uniform, {{"uniform", true}});
    size.uniform = uniform;
  } else {
    reader.read("size", size.size, kPositive);
  }
  reader.read("neighbours", size.neighbours, kPositive);
  reader.read("radius", size.radius, kPositive);
  if (!size.uniform && (reader.has("neighbours") || reader.has("radius"))) {
    reader.refuse(reader.has("radius") ? "radius" : "neighbours", "only serves worlds of size = \"uniform\"");
  }
}

void parse_caves(TomlReader& reader, TerrainPlan& terrain) {
  CavesDesc& caves = terrain.caves;
  reader.read("width", caves.width, 1, limits::kMaxMapEdge);
  reader.read("height", caves.height, 1, limits::kMaxMapEdge);
  reader.read("cell_size", caves.cell_size, kPositive);
  reader.read("wall_share", caves.wall_share, kShare);
  reader.read("steps", caves.steps, 0, 64);
  reader.read("connect", caves.connect);
  reader.read_seed("seed", caves.seed);
  terrain.own_seed = reader.has("seed");
}

void parse_recipe(TomlReader& reader, TerrainPlan& terrain) {
  RecipePlan& recipe = terrain.recipe;
  reader.require("recipe");
  reader.read("recipe", recipe.recipe);
  reader.read("width", recipe.width, 1, limits::kMaxMapEdge);
  reader.read("height", recipe.height, 1, limits::kMaxMapEdge);
  reader.read_seed("seed", recipe.seed);
  terrain.own_seed = reader.has("seed");
  terrain.origin = reader.origin_of("recipe");
}

void parse_plan(TomlReader& reader, TerrainPlan& terrain) {
  FloorPlan& plan = terrain.plan;
  reader.read("width", plan.width, 1, limits::kMaxMapEdge);
  reader.read("height", plan.height, 1, limits::kMaxMapEdge);
  parse_cell_size(reader, terrain.cell_size);
  reader.read("walls", plan.walls, {plan.width, plan.height});
  reader.read("gaps", plan.gaps, {plan.width, plan.height});
}

}  // namespace

void parse_world(TomlReader& reader, Scenario& scenario) {
  parse_size(reader, scenario.world.size);
  reader.read("dimensions", scenario.world.dimensions, 2, 3);
  reader.read("crowd_limit", scenario.world.crowd_limit, 0, limits::kMaxAgents);
}

void parse_terrain(TomlReader& reader, TerrainPlan& terrain) {
  using Kind = TerrainPlan::Kind;
  reader.require("kind");
  terrain.origin = reader.origin_of("file");
  reader.read_choice<Kind>("kind", terrain.kind,
                           {{"none", Kind::kNone},
                            {"map", Kind::kFile},
                            {"png", Kind::kFile},
                            {"tiled", Kind::kFile},
                            {"json", Kind::kFile},
                            {"caves", Kind::kCaves},
                            {"plan", Kind::kPlan},
                            {"recipe", Kind::kRecipe}});
  if (terrain.kind == Kind::kPlan) parse_plan(reader, terrain);
  if (terrain.kind == Kind::kCaves) parse_caves(reader, terrain);
  if (terrain.kind == Kind::kRecipe) parse_recipe(reader, terrain);
  if (terrain.kind != Kind::kFile) return;
  reader.read("file", terrain.file);
  parse_cell_size(reader, terrain.cell_size);
}

void parse_fields(TomlReader& reader, FieldsDesc& fields) {
  reader.read_choice<Metric>(
      "metric", fields.metric,
      {{"octile", Metric::kOctile}, {"eikonal", Metric::kEikonal}, {"chebyshev", Metric::kChebyshev}});
  reader.read_choice<DirectionMode>("mode", fields.mode,
                                    {{"gradient", DirectionMode::kGradient}, {"arrows", DirectionMode::kArrows}});
  reader.read("rebuild_hz", fields.rebuild_hz, {0.001, 1e6});
  reader.read("latency_ticks", fields.latency_ticks, 1, 1'000'000);
  reader.read("snap_radius", fields.snap_radius, 0, limits::kMaxMapEdge);
  reader.read("density_cost", fields.density_cost, {0, kWall - 1});
  reader.read_choice<Unreachable>("unreachable", fields.unreachable,
                                  {{"hold", Unreachable::kHold}, {"nearest", Unreachable::kNearest}});
  reader.read_choice<Tiling>(
      "tiling", fields.tiling,
      {{"never", Tiling::kNever}, {"large_maps", Tiling::kLargeMaps}, {"always", Tiling::kAlways}});
  std::uint32_t cache_mb = static_cast<std::uint32_t>(fields.cache_bytes >> 20);
  reader.read("cache_mb", cache_mb, 0, 1u << 20);
  fields.cache_bytes = std::uint64_t{cache_mb} << 20;
}

void parse_contacts(TomlReader& reader, ContactsDesc& contacts) {
  reader.read("iterations", contacts.iterations, 1, limits::kMaxIterations);
}

}  // namespace cardume
