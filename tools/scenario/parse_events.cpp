#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

constexpr std::array<std::string_view, 11> kDeeds{"spawn", "despawn", "move",   "wall",  "open", "stamp",
                                                  "order", "lock",    "health", "flags", "state"};

void parse_spawn_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kSpawn;
  reader.table("spawn", [&](TomlReader& r) {
    r.require("count");
    parse_spawn(r, scenario, event.spawn);
  });
}

void parse_who(TomlReader& reader, const Scenario& scenario, std::string_view goal, WhoPlan& who) {
  if (const auto species = reader.read_name("species", scenario.species)) {
    who.species = static_cast<std::uint8_t>(*species);
  }
  if (const auto from = reader.read_name(goal, scenario.goals)) who.goal = *from;
  reader.read("share", who.share, kShare);
}

void parse_despawn_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kDespawn;
  reader.table("despawn", [&](TomlReader& r) {
    r.require("share");
    parse_who(r, scenario, "goal", event.who);
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

void parse_cells_event(TomlReader& reader, std::string_view key, std::uint8_t cost, EventPlan& event) {
  event.kind = EventPlan::Kind::kSetCost;
  event.ground.cost = cost;
  constexpr Cell kBound{limits::kMaxMapEdge, limits::kMaxMapEdge};
  reader.table(key, [&](TomlReader& r) {
    r.require("from");
    r.require("to");
    r.read("from", event.ground.cells.corner, kBound);
    r.read("to", event.ground.cells.opposite, kBound);
  });
}

void parse_stamp_event(TomlReader& reader, EventPlan& event) {
  event.kind = EventPlan::Kind::kSetCost;
  reader.table("stamp", [&](TomlReader& r) {
    parse_zone(r, event.ground.zone.emplace());
    r.require("cost");
    parse_cost(r, "cost", event.ground.cost);
  });
}

void parse_order_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kOrder;
  reader.table("order", [&](TomlReader& r) {
    r.require("goal");
    event.goal = r.read_name("goal", scenario.goals).value_or(0);
    parse_who(r, scenario, "from", event.who);
    parse_formation(r, event.formation);
  });
}

void parse_lock_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  event.kind = EventPlan::Kind::kLock;
  reader.table("lock", [&](TomlReader& r) {
    parse_who(r, scenario, "goal", event.who);
    r.read("locked", event.locked);
  });
}

/// Those of one species that has a mind.
const MindDesc& parse_thinkers(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  reader.require("species");
  reader.require("value");
  parse_who(reader, scenario, "goal", event.who);
  const MindDesc& mind = scenario.species[event.who.species.value_or(0)].desc.mind;
  if (mind.states.empty()) reader.refuse("species", "has no mind; expected one with [[species.state]]");
  return mind;
}

void parse_mind_event(TomlReader& reader, const Scenario& scenario, EventPlan& event) {
  using Kind = EventPlan::Kind;
  reader.table("health", [&](TomlReader& r) {
    event.kind = Kind::kHealth;
    parse_thinkers(r, scenario, event);
    r.read("value", event.mind.health, kAnyNumber);
  });
  reader.table("flags", [&](TomlReader& r) {
    event.kind = Kind::kFlags;
    parse_thinkers(r, scenario, event);
    r.read_bits("value", event.mind.flags);
  });
  reader.table("state", [&](TomlReader& r) {
    event.kind = Kind::kState;
    const MindDesc& mind = parse_thinkers(r, scenario, event);
    event.mind.state = static_cast<std::uint8_t>(r.read_name("value", mind.states).value_or(0));
  });
}

}  // namespace

void parse_event(TomlReader& reader, Scenario& scenario) {
  EventPlan event;
  event.origin = reader.origin();
  reader.require("at");
  reader.read("at", event.at, kNotNegative);
  if (std::ranges::count_if(kDeeds, [&](std::string_view deed) { return reader.has(deed); }) != 1) {
    reader.refuse_here(fmt::format("an event does one thing; expected one of {}", fmt::join(kDeeds, ", ")));
  }
  if (reader.has("spawn")) parse_spawn_event(reader, scenario, event);
  if (reader.has("despawn")) parse_despawn_event(reader, scenario, event);
  if (reader.has("move")) parse_move_event(reader, scenario, event);
  if (reader.has("wall")) parse_cells_event(reader, "wall", kWall, event);
  if (reader.has("open")) parse_cells_event(reader, "open", kOpenCost, event);
  if (reader.has("stamp")) parse_stamp_event(reader, event);
  if (reader.has("order")) parse_order_event(reader, scenario, event);
  if (reader.has("lock")) parse_lock_event(reader, scenario, event);
  parse_mind_event(reader, scenario, event);
  scenario.events.push_back(event);
}

}  // namespace cardume
