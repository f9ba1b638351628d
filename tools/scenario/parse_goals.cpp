#include "tools/scenario/parse.hpp"

namespace cardume {

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

}  // namespace cardume
