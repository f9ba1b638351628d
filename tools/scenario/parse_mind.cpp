#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

using Kind = ConditionDesc::Kind;

struct KindName {
  std::string_view key;
  Kind kind;
};

constexpr std::array<KindName, 7> kConditions{{{"near", Kind::kNear},
                                               {"time", Kind::kTime},
                                               {"health_below", Kind::kHealth},
                                               {"flag", Kind::kFlag},
                                               {"chance", Kind::kChance},
                                               {"inside", Kind::kInside},
                                               {"goal_within", Kind::kGoalNear}}};

void refuse_mixture(TomlReader& reader) {
  std::vector<std::string_view> keys;
  for (const KindName& one : kConditions) keys.push_back(one.key);
  reader.refuse_here(fmt::format("a condition asks for one thing; expected one of {}", fmt::join(keys, ", ")));
}

void parse_near(TomlReader& reader, const Scenario& scenario, ConditionDesc& condition) {
  reader.require("within");
  condition.species = static_cast<std::uint8_t>(reader.read_name("near", scenario.species).value_or(0));
  reader.read("within", condition.value, kNotNegative);
}

void parse_what(TomlReader& reader, std::string_view key, const Scenario& scenario, ConditionDesc& condition) {
  switch (condition.kind) {
    case Kind::kNear:
      return parse_near(reader, scenario, condition);
    case Kind::kFlag:
      return reader.read(key, condition.index, 0, 31);
    case Kind::kInside:
      condition.index = reader.read_name(key, scenario.scenery.regions).value_or(0);
      return;
    case Kind::kHealth:
      return reader.read(key, condition.value, kAnyNumber);
    case Kind::kTime:
    case Kind::kChance:
    case Kind::kGoalNear:
      return reader.read(key, condition.value, kNotNegative);
  }
}

void parse_condition(TomlReader& reader, const Scenario& scenario, TransitionDesc& transition) {
  const auto asked = [&](const KindName& one) { return reader.has(one.key); };
  if (std::ranges::count_if(kConditions, asked) != 1) return refuse_mixture(reader);
  const KindName& what = *std::ranges::find_if(kConditions, asked);
  ConditionDesc& condition = transition.conditions.emplace_back();
  condition.kind = what.kind;
  parse_what(reader, what.key, scenario, condition);
  reader.read("not", condition.negated);
}

void parse_transition(TomlReader& reader, const Scenario& scenario, MindDesc& mind) {
  TransitionDesc& transition = mind.transitions.emplace_back();
  reader.require("to");
  reader.require("when");
  const auto from = reader.read_name("from", mind.states);
  transition.from = static_cast<std::uint8_t>(from.value_or(TransitionDesc::kAny));
  transition.to = static_cast<std::uint8_t>(reader.read_name("to", mind.states).value_or(0));
  reader.tables("when", limits::kMaxConditions, [&](TomlReader& r) { parse_condition(r, scenario, transition); });
  if (transition.conditions.empty()) reader.refuse("when", "expected at least one condition");
}

void parse_state(TomlReader& reader, const Scenario& scenario, StateDesc& state) {
  reader.read("name", state.name);
  parse_behaviour(reader, scenario, state.behaviour);
  // A world numbers its goals from 1, in the order in which they are added.
  for (const std::uint32_t goal : reader.read_names("route", limits::kMaxRoute, scenario.goals))
    state.route.push_back(goal + 1);
  reader.read("route_radius", state.route_radius, kNotNegative);
}

}  // namespace

void parse_mind(TomlReader& reader, const Scenario& scenario, SpeciesDesc& species) {
  MindDesc& mind = species.mind;
  reader.name_all("state", limits::kMaxProfiles - 1, mind.states);
  if (mind.states.empty()) {
    for (const char* key : {"mind", "transition"})
      if (reader.has(key)) reader.refuse(key, "only serves species with states, written [[species.state]]");
  }
  reader.table("mind", [&](TomlReader& r) { r.read("period", mind.period, 1, limits::kMaxPeriod); });
  std::size_t next = 0;
  reader.tables("state", limits::kMaxProfiles - 1, [&](TomlReader& r) {
    StateDesc& state = mind.states[next++];
    state.behaviour = species;
    parse_state(r, scenario, state);
  });
  reader.tables("transition", limits::kMaxTransitions, [&](TomlReader& r) { parse_transition(r, scenario, mind); });
}

}  // namespace cardume
