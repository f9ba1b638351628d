#include <algorithm>
#include <array>
#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

/// Seconds; what is shorter than a tick of the fastest world would be none.
constexpr NumberRange kPeriod{1e-6, 1e6, false};

constexpr std::array<std::string_view, 7> kWaysToBe{"position", "place", "places", "parts", "walk", "orbit", "jump"};

void parse_seed(TomlReader& reader, GoalPlan& goal) {
  std::uint64_t seed = 0;
  reader.read_seed("seed", seed);
  if (reader.has("seed")) goal.seed = seed;
}

void parse_walk(TomlReader& reader, GoalPlan& goal) {
  goal.kind = GoalPlan::Kind::kWalk;
  reader.read("speed", goal.speed, kNotNegative);
  parse_seed(reader, goal);
}

void parse_orbit(TomlReader& reader, GoalPlan& goal) {
  goal.kind = GoalPlan::Kind::kOrbit;
  reader.require("centre");
  reader.require("radius");
  reader.read("centre", goal.position);
  reader.read("radius", goal.radius);
  reader.read("period", goal.period, kPeriod);
}

void parse_jump(TomlReader& reader, GoalPlan& goal) {
  goal.kind = GoalPlan::Kind::kJump;
  reader.read("period", goal.period, kPeriod);
  parse_area(reader, goal.area);
  parse_seed(reader, goal);
}

void parse_places(TomlReader& reader, GoalPartPlan& part) {
  reader.read("flee", part.flee);
  reader.tables("places", limits::kMaxPlaces, [&](TomlReader& r) {
    GoalPlacePlan place;
    r.require("position");
    r.read("position", place.position);
    r.read("half", place.half, kNotNegative);
    r.read("handicap", place.handicap, kNotNegative);
    part.places.push_back(place);
  });
  if (part.places.empty()) reader.refuse("places", "expected at least one");
}

void parse_parts(TomlReader& reader, GoalPlan& goal) {
  reader.tables("parts", limits::kMaxParts, [&](TomlReader& r) {
    GoalPartPlan part;
    r.require("places");
    parse_places(r, part);
    r.read("weight", part.weight, {0.001, 1000, false});
    goal.parts.push_back(std::move(part));
  });
  if (goal.parts.empty()) reader.refuse("parts", "expected at least one");
}

/// A rectangle, or a threat; a plain point has no parts.
void parse_fixed(TomlReader& reader, GoalPlan& goal) {
  reader.read("position", goal.position);
  if (!reader.has("half") && !reader.has("flee")) return;
  GoalPartPlan part{{{goal.position, {}, 0}}, false, 1};
  reader.read("flee", part.flee);
  reader.read("half", part.places[0].half, kNotNegative);
  goal.parts.push_back(std::move(part));
}

void parse_still(TomlReader& reader, GoalPlan& goal) {
  reader.read("place", goal.place);
  if (reader.has("position")) parse_fixed(reader, goal);
  if (reader.has("places")) parse_places(reader, goal.parts.emplace_back());
  if (reader.has("parts")) parse_parts(reader, goal);
  if (reader.failed() || goal.parts.empty()) return;
  goal.position = goal.parts[0].places[0].position;
}

}  // namespace

void parse_goal(TomlReader& reader, GoalPlan& goal) {
  goal.origin = reader.origin();
  reader.read("name", goal.name);
  if (std::ranges::count_if(kWaysToBe, [&](std::string_view way) { return reader.has(way); }) != 1) {
    reader.refuse_here(
        "a goal has one way to be; expected one of position, place, places, parts, walk, orbit and jump");
  }
  parse_still(reader, goal);
  reader.table("walk", [&](TomlReader& r) { parse_walk(r, goal); });
  reader.table("orbit", [&](TomlReader& r) { parse_orbit(r, goal); });
  reader.table("jump", [&](TomlReader& r) { parse_jump(r, goal); });
}

void parse_focus(TomlReader& reader, Scenario& scenario) {
  reader.each("focus", limits::kMaxFocuses, "goals and places such as [\"player\", [1, 2]]",
              [&](const toml::node& entry) {
                FocusPlan focus;
                if (entry.is_string()) {
                  focus.goal = reader.name_in(entry, "focus", scenario.goals);
                } else if (const auto place = reader.place_in(entry, "focus")) {
                  focus.place = *place;
                }
                scenario.focus.push_back(focus);
              });
}

}  // namespace cardume
