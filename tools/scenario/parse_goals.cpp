#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

/// Seconds; what is shorter than a tick of the fastest world would be none.
constexpr NumberRange kPeriod{1e-6, 1e6, false};

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

}  // namespace

void parse_goal(TomlReader& reader, GoalPlan& goal) {
  goal.origin = reader.origin();
  reader.read("name", goal.name);
  if (reader.has("position") + reader.has("walk") + reader.has("orbit") + reader.has("jump") != 1) {
    reader.refuse_here("a goal has one way to be; expected one of position, walk, orbit and jump");
  }
  reader.read("position", goal.position);
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
