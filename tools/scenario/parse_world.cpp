#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

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

void parse_rule(TomlReader& reader, std::string_view key, RuleDesc& rule) {
  reader.table(key, [&](TomlReader& r) {
    r.read("radius", rule.radius, kNotNegative);
    r.read("weight", rule.weight, kNotNegative);
  });
}

void parse_motion(TomlReader& reader, MotionDesc& motion) {
  reader.read("max_speed", motion.max_speed, kNotNegative);
  reader.read("min_speed", motion.min_speed, kNotNegative);
  reader.read("max_acceleration", motion.max_acceleration, kNotNegative);
  reader.read("response", motion.response, kNotNegative);
  reader.read_choice<SteeringLimit>("limit", motion.limit,
                                    {{"total", SteeringLimit::kTotal}, {"each_rule", SteeringLimit::kEachRule}});
  if (!(motion.min_speed <= motion.max_speed)) {
    reader.refuse(reader.has("min_speed") ? "min_speed" : "max_speed", "expected min_speed <= max_speed");
  }
}

}  // namespace

void parse_world(TomlReader& reader, Scenario& scenario) {
  parse_size(reader, scenario.size);
  reader.read("dimensions", scenario.dimensions, 2, 3);
  reader.read("crowd_limit", scenario.crowd_limit, 0, limits::kMaxAgents);
}

void parse_terrain(TomlReader& reader, TerrainPlan& terrain) {
  using Kind = TerrainPlan::Kind;
  reader.require("kind");
  terrain.origin = reader.origin_of("file");
  reader.read_choice<Kind>(
      "kind", terrain.kind,
      {{"none", Kind::kNone}, {"map", Kind::kFile}, {"png", Kind::kFile}, {"caves", Kind::kCaves}});
  if (terrain.kind == Kind::kCaves) parse_caves(reader, terrain);
  if (terrain.kind != Kind::kFile) return;
  reader.read("file", terrain.file);
  reader.read("cell_size", terrain.cell_size, kPositive);
}

void parse_fields(TomlReader& reader, FieldsDesc& fields) {
  reader.read_choice<Metric>("metric", fields.metric, {{"octile", Metric::kOctile}, {"chebyshev", Metric::kChebyshev}});
  reader.read_choice<DirectionMode>("mode", fields.mode,
                                    {{"gradient", DirectionMode::kGradient}, {"arrows", DirectionMode::kArrows}});
  reader.read("rebuild_hz", fields.rebuild_hz, {0.001, 1e6});
  reader.read("latency_ticks", fields.latency_ticks, 1, 1'000'000);
  reader.read("snap_radius", fields.snap_radius, 0, limits::kMaxMapEdge);
}

void parse_species(TomlReader& reader, Scenario& scenario) {
  SpeciesPlan species;
  reader.read_new_name("name", species.name, scenario.species);
  SpeciesDesc& desc = species.desc;
  parse_rule(reader, "separation", desc.separation);
  parse_rule(reader, "alignment", desc.alignment);
  parse_rule(reader, "cohesion", desc.cohesion);
  reader.table("motion", [&](TomlReader& r) { parse_motion(r, desc.motion); });
  reader.table("border", [&](TomlReader& r) {
    r.read("margin", desc.border.margin, kNotNegative);
    r.read("weight", desc.border.weight, kNotNegative);
  });
  reader.table("flow", [&](TomlReader& r) { r.read("weight", desc.flow.weight, kNotNegative); });
  scenario.species.push_back(species);
}

}  // namespace cardume
