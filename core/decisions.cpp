#include "core/decisions.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

constexpr double kDraws = 4294967296.0;  ///< As many as 32 bits tell apart.

/// Ticks that last at least so long, but for the rounding of either number.
std::uint64_t ticks_of(float seconds, float tick_rate) {
  const double ticks = static_cast<double>(seconds) * static_cast<double>(tick_rate);
  return static_cast<std::uint64_t>(std::ceil(ticks * (1 - 1e-6)));
}

/// Of all draws, how many hold where it should happen so often a second.
std::uint64_t draws_of(float rate, std::uint32_t period, float tick_rate) {
  const double chance = static_cast<double>(rate) * period / static_cast<double>(tick_rate);
  return static_cast<std::uint64_t>(std::min(chance, 1.0) * kDraws);
}

Condition condition_of(const ConditionDesc& desc, std::uint32_t period, float tick_rate) {
  using Kind = ConditionDesc::Kind;
  Condition condition{desc.kind, desc.negated, static_cast<std::uint8_t>(desc.index), desc.value};
  if (desc.kind == Kind::kNear) condition.index = desc.species;
  if (desc.kind == Kind::kGoalNear) condition.value = desc.value * desc.value;
  if (desc.kind == Kind::kTime) condition.enough = ticks_of(desc.value, tick_rate);
  if (desc.kind == Kind::kChance) condition.enough = draws_of(desc.value, period, tick_rate);
  return condition;
}

/// Adds the conditions of a mind, and returns where those of each of its transitions begin.
std::vector<std::uint32_t> add_conditions(const MindDesc& mind, float tick_rate, DecisionTable& table) {
  std::vector<std::uint32_t> first;
  for (const TransitionDesc& transition : mind.transitions) {
    first.push_back(static_cast<std::uint32_t>(table.conditions.size()));
    for (const ConditionDesc& one : transition.conditions)
      table.conditions.push_back(condition_of(one, mind.period, tick_rate));
  }
  return first;
}

bool leads_from(const TransitionDesc& transition, std::size_t state) {
  return transition.from == state || (transition.from == TransitionDesc::kAny && transition.to != state);
}

void add_state(const MindDesc& mind, std::size_t state, const std::vector<std::uint32_t>& conditions,
               std::size_t profile, DecisionTable& table) {
  for (std::size_t i = 0; i < mind.transitions.size(); ++i) {
    const TransitionDesc& transition = mind.transitions[i];
    if (!leads_from(transition, state)) continue;
    table.exits.push_back({static_cast<std::uint8_t>(profile + transition.to), static_cast<std::uint16_t>(i),
                           static_cast<std::uint16_t>(transition.conditions.size()), conditions[i]});
  }
  const StateDesc& desc = mind.states[state];
  GoalRoute route{{}, desc.route_radius * desc.route_radius};
  for (const std::uint32_t goal : desc.route) route.goals.push_back(static_cast<std::uint8_t>(goal));
  table.routes.push_back(std::move(route));
  table.period.push_back(mind.period);
  table.exits_of.push_back(static_cast<std::uint32_t>(table.exits.size()));
}

void add_mindless(DecisionTable& table) {
  table.routes.emplace_back();
  table.period.push_back(0);
  table.exits_of.push_back(static_cast<std::uint32_t>(table.exits.size()));
}

RegionsOf regions_of(const WorldDesc& desc) {
  RegionsOf regions{};
  for (std::size_t s = 0; s < desc.species.size(); ++s) {
    for (std::size_t r = 0; r < desc.scenery.regions.size(); ++r)
      regions[s] |= static_cast<std::uint32_t>(desc.scenery.regions[r].species >> s & 1u) << r;
    for (const TransitionDesc& transition : desc.species[s].mind.transitions)
      for (const ConditionDesc& one : transition.conditions)
        if (one.kind == ConditionDesc::Kind::kInside) regions[s] |= 1u << one.index;
  }
  return regions;
}

}  // namespace

void settle_decisions(Setup& setup) {
  setup.regions = regions_of(setup.desc);
  if (!setup.profiles.minds) return;
  DecisionTable& table = setup.decisions;
  table.exits_of.push_back(0);
  for (std::size_t s = 0; s < setup.desc.species.size(); ++s) {
    const MindDesc& mind = setup.desc.species[s].mind;
    if (mind.states.empty()) add_mindless(table);
    const std::vector<std::uint32_t>& periods = table.periods;
    const bool known = std::find(periods.begin(), periods.end(), mind.period) != periods.end();
    if (!mind.states.empty() && !known) table.periods.push_back(mind.period);
    const std::vector<std::uint32_t> conditions = add_conditions(mind, setup.desc.tick_rate, table);
    for (std::size_t state = 0; state < mind.states.size(); ++state)
      add_state(mind, state, conditions, setup.profiles.first[s], table);
  }
}

}  // namespace cardume
