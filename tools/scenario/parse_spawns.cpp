#include <fmt/format.h>

#include <cardume/limits.hpp>

#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

void set_direction(TomlReader& reader, HeadingPlan& heading, Vec3 direction) {
  heading = {HeadingPlan::Kind::kFixed, normalised(direction)};
  if (heading.direction == Vec3{}) reader.refuse("heading", "expected a direction that is not zero");
}

void parse_heading(TomlReader& reader, HeadingPlan& heading, bool has_goal) {
  using Kind = HeadingPlan::Kind;
  const toml::node* node = reader.find("heading");
  if (!node) return;
  if (node->is_array()) {
    Vec3 direction;
    reader.read("heading", direction, kAnyNumber);
    set_direction(reader, heading, direction);
  } else if (node->is_number()) {
    double degrees = 0;
    reader.read("heading", degrees, {-360, 360});
    const Vec2 unit = unit_circle(degrees / 360);
    set_direction(reader, heading, {unit.x, unit.y, 0});
  } else {
    reader.read_choice<Kind>("heading", heading.kind,
                             {{"random", Kind::kRandom}, {"goal", Kind::kGoal}, {"centre", Kind::kCentre}});
    if (heading.kind == Kind::kGoal && !has_goal) reader.refuse("heading", "\"goal\" needs a goal to look at");
  }
}

void check_body(TomlReader& reader, const BodyDesc& species, const BodyPlan& body) {
  if (!(species.radius > 0)) return reader.refuse("body", "the species has none; expected body.radius in its table");
  if (body.max_radius > species.radius) {
    reader.refuse("body", fmt::format("expected a radius of at most {}, the species' own", species.radius));
  }
}

void parse_body(TomlReader& reader, const BodyDesc& species, BodyPlan& body) {
  reader.table("body", [&](TomlReader& r) {
    r.read("radius", body.min_radius, body.max_radius, kPositive);
    r.read("mass", body.mass, kMass);
    r.read("locked", body.locked);
  });
  if (reader.has("body")) check_body(reader, species, body);
}

// A goal has one formation: a second order to it would end the first.
void check_formation(TomlReader& reader, const Scenario& scenario, const SpawnPlan& spawn) {
  if (!spawn.goal) return reader.refuse("formation", "expected a goal to march to");
  if (!(scenario.species[spawn.species].desc.body.radius > 0)) {
    reader.refuse("formation", "expected a species with body.radius");
  }
  for (const SpawnPlan& other : scenario.spawns)
    if (other.formation && other.goal == spawn.goal) reader.refuse("formation", "another spawn marches to that goal");
}

}  // namespace

void parse_area(TomlReader& reader, AreaPlan& area) {
  using Kind = AreaPlan::Kind;
  reader.read_choice<Kind>(
      "where", area.kind,
      {{"uniform", Kind::kUniform}, {"disc", Kind::kDisc}, {"rect", Kind::kRect}, {"points", Kind::kPoints}});
  if (area.kind == Kind::kDisc) {
    if (reader.has("place") == reader.has("centre")) reader.refuse_here("a disc is around either a centre or a place");
    reader.require("radius");
    reader.read("centre", area.centre);
    reader.read("place", area.at);
    reader.read("radius", area.radius);
  } else if (area.kind == Kind::kRect) {
    reader.require("min");
    reader.require("max");
    reader.read("min", area.min);
    reader.read("max", area.max);
  } else if (area.kind == Kind::kPoints) {
    reader.require("points");
    reader.read("points", area.points);
  }
}

void parse_formation(TomlReader& reader, std::optional<FormationDesc>& formation) {
  using Shape = FormationShape;
  if (reader.has("formation")) formation.emplace();
  reader.table("formation", [&](TomlReader& r) {
    r.read_choice<Shape>(
        "shape", formation->shape,
        {{"block", Shape::kBlock}, {"line", Shape::kLine}, {"wedge", Shape::kWedge}, {"ring", Shape::kRing}});
    r.read("spacing", formation->spacing, kPositive);
    r.read("columns", formation->columns, 1, limits::kMaxFormation);
    r.read("facing", formation->facing, kAnyNumber);
  });
}

void parse_spawn(TomlReader& reader, const Scenario& scenario, SpawnPlan& spawn) {
  spawn.origin = reader.origin();
  spawn.species = static_cast<std::uint8_t>(reader.read_name("species", scenario.species).value_or(0));
  spawn.goal = reader.read_name("goal", scenario.goals);
  if (reader.has("count") && reader.has("share")) reader.refuse("share", "expected either count or share");
  std::uint32_t count = 0;
  reader.read("count", count, 0, limits::kMaxAgents);
  if (reader.has("count")) spawn.count = count;
  reader.read("share", spawn.share, kNotNegative);
  parse_area(reader, spawn.area);
  parse_heading(reader, spawn.heading, spawn.goal.has_value());
  if (reader.has("speed")) spawn.speed.emplace();
  if (spawn.speed) reader.read("speed", spawn.speed->low, spawn.speed->high, kNotNegative);
  parse_body(reader, scenario.species[spawn.species].desc.body, spawn.body);
  parse_formation(reader, spawn.formation);
  if (spawn.formation) check_formation(reader, scenario, spawn);
}

}  // namespace cardume
