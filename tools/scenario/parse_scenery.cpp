#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

constexpr NumberRange kExtent{1e-6, 1e6, false};

}  // namespace

void parse_zone(TomlReader& reader, Zone& zone) {
  using Shape = Zone::Shape;
  reader.require("shape");
  reader.require("centre");
  reader.read_choice<Shape>("shape", zone.shape, {{"box", Shape::kBox}, {"ball", Shape::kBall}});
  reader.read("centre", zone.centre, kAnyNumber);
  const bool ball = zone.shape == Shape::kBall;
  reader.require(ball ? "radius" : "half");
  if (ball) {
    reader.read("radius", zone.radius, kExtent);
  } else {
    reader.read("half", zone.half, kExtent);
  }
}

void parse_scenery(TomlReader& reader, SceneryPlan& scenery) {
  reader.read_choice<Edge>(
      "edge", scenery.edge,
      {{"stop", Edge::kStop}, {"reflect", Edge::kReflect}, {"wrap", Edge::kWrap}, {"open", Edge::kOpen}});
}

void parse_obstacle(TomlReader& reader, SceneryPlan& scenery) {
  ObstacleDesc obstacle;
  parse_zone(reader, obstacle.zone);
  scenery.obstacles.push_back(obstacle);
}

void parse_region(TomlReader& reader, const Scenario& scenario, RegionDesc& region) {
  parse_zone(reader, region.zone);
  if (reader.has("species")) region.species = 0;
  for (const std::uint32_t species : reader.read_names("species", limits::kMaxSpecies, scenario.species))
    region.species |= std::uint64_t{1} << species;
}

}  // namespace cardume
