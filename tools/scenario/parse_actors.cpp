#include <cardume/limits.hpp>

#include "tools/scenario/exact_math.hpp"
#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

void parse_area(TomlReader& reader, AreaPlan& area) {
  using Kind = AreaPlan::Kind;
  reader.read_choice<Kind>(
      "where", area.kind,
      {{"uniform", Kind::kUniform}, {"disc", Kind::kDisc}, {"rect", Kind::kRect}, {"points", Kind::kPoints}});
  if (area.kind == Kind::kDisc) {
    reader.require("centre");
    reader.require("radius");
    reader.read("centre", area.centre);
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

void parse_spawn_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kSpawn;
  reader.table("spawn", [&](TomlReader& r) {
    r.require("count");
    parse_spawn(r, scenario, event.spawn);
  });
}

void parse_despawn_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kDespawn;
  reader.table("despawn", [&](TomlReader& r) {
    r.require("share");
    r.read("share", event.share, kShare);
    if (const auto species = r.read_name("species", scenario.species)) {
      event.species = static_cast<std::uint8_t>(*species);
    }
  });
}

void parse_move_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kMoveGoal;
  reader.table("move", [&](TomlReader& r) {
    r.require("goal");
    r.require("position");
    event.goal = r.read_name("goal", scenario.goals).value_or(0);
    r.read("position", event.position);
  });
}

}  // namespace

void parse_goal(TomlReader& reader, Scenario& scenario) {
  GoalPlan goal;
  goal.origin = reader.origin();
  reader.read_new_name("name", goal.name, scenario.goals);
  if (reader.has("position") + reader.has("walk") + reader.has("orbit") != 1) {
    reader.refuse_here("a goal has one way to be; expected one of position, walk and orbit");
  }
  reader.read("position", goal.position);
  if (reader.has("walk")) goal.kind = GoalPlan::Kind::kWalk;
  reader.table("walk", [&](TomlReader& r) {
    r.read("speed", goal.speed, kNotNegative);
    std::uint64_t seed = 0;
    r.read_seed("seed", seed);
    if (r.has("seed")) goal.seed = seed;
  });
  if (reader.has("orbit")) goal.kind = GoalPlan::Kind::kOrbit;
  reader.table("orbit", [&](TomlReader& r) {
    r.require("centre");
    r.require("radius");
    r.read("centre", goal.position);
    r.read("radius", goal.radius);
    r.read("period", goal.period, kPositive);
  });
  scenario.goals.push_back(goal);
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
  reader.read("speed", spawn.speed, kNotNegative);
}

void parse_event(TomlReader& reader, Scenario& scenario) {
  EventPlan event;
  event.origin = reader.origin();
  reader.require("at");
  reader.read("at", event.at, kNotNegative);
  if (reader.has("spawn") + reader.has("despawn") + reader.has("move") != 1) {
    reader.refuse_here("an event does one thing; expected one of spawn, despawn and move");
  }
  if (reader.has("spawn")) parse_spawn_event(reader, scenario, event);
  if (reader.has("despawn")) parse_despawn_event(reader, scenario, event);
  if (reader.has("move")) parse_move_event(reader, scenario, event);
  scenario.events.push_back(event);
}

}  // namespace cardume
