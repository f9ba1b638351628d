#include <algorithm>
#include <cardume/limits.hpp>

#include "core/checker.hpp"
#include "core/checks.hpp"

namespace cardume {
namespace {

Error check_manner(const FieldsDesc& fields) {
  return Checker()
      .require(fields.rebuild_hz >= 0.001f && fields.rebuild_hz <= limits::kMaxCoordinate, "fields.rebuild_hz",
               "a number from 0.001 to 1e6")
      .require(fields.latency_ticks >= 1, "fields.latency_ticks", "at least 1")
      .require(fields.density_cost >= 0 && fields.density_cost < kWall, "fields.density_cost", "a number from 0 to 254")
      .require(fields.metric <= Metric::kEikonal, "fields.metric", "a Metric")
      .require(fields.unreachable <= Unreachable::kNearest, "fields.unreachable", "an Unreachable")
      .require(fields.tiling <= Tiling::kAlways, "fields.tiling", "a Tiling")
      .result();
}

Error check_movements(const WorldDesc& desc) {
  Checker checker;
  checker.require(!desc.fields.movements.empty(), "fields.movements", "at least one")
      .within(desc.fields.movements.size() <= limits::kMaxMovements, "fields.movements",
              "at most 16 (limits::kMaxMovements)");
  for (std::size_t i = 0; i < desc.fields.movements.size() && !checker.result(); ++i) {
    Checker one("fields.movements[", i, "].");
    for (std::size_t cost = 1; cost < desc.fields.movements[i].cost.size(); ++cost)
      one.require(desc.fields.movements[i].cost[cost] != 0, "cost", "numbers from 1 to 255");
    one.require(desc.fields.movements[i].margin <= limits::kMaxMargin, "margin", "a number from 0 to 8")
        .require(desc.fields.movements[i].margin_cost < kWall, "margin_cost", "a number from 0 to 254");
    if (Error error = one.result()) return error;
  }
  for (std::size_t i = 0; i < desc.species.size() && !checker.result(); ++i)
    if (desc.species[i].movement >= desc.fields.movements.size())
      return Checker("species[", i, "].").require(false, "movement", "an index into FieldsDesc::movements").result();
  return checker.result();
}

Error check_one_way(const OneWay& one, const CostGrid& grid, std::size_t index) {
  const bool leads = one.dx >= -1 && one.dx <= 1 && one.dy >= -1 && one.dy <= 1 && (one.dx != 0 || one.dy != 0);
  return Checker("fields.passages.one_ways[", index, "].")
      .require(grid.contains(one.low), "low", "a cell of the map")
      .require(grid.contains(one.high), "high", "a cell of the map")
      .require(one.low.x <= one.high.x && one.low.y <= one.high.y, "high", "at or beyond low")
      .require(leads, "dx, dy", "each -1, 0 or 1 and not both 0")
      .result();
}

Error check_link(const Link& link, const CostGrid& grid, std::size_t index) {
  return Checker("fields.passages.links[", index, "].")
      .require(grid.contains(link.from), "from", "a cell of the map")
      .require(grid.contains(link.to), "to", "a cell of the map")
      .require(link.from != link.to, "to", "another cell than from")
      .require(link.cost >= 0.015f && link.cost <= limits::kMaxCoordinate, "cost", "a number from 0.015 to 1e6")
      .result();
}

Error check_passages(const WorldDesc& desc) {
  const Passages& passages = desc.fields.passages;
  if (passages.empty()) return {};
  Checker checker;
  checker.require(!desc.terrain.empty(), "fields.passages", "empty without terrain")
      .within(passages.one_ways.size() <= limits::kMaxPassages, "fields.passages.one_ways",
              "at most 4096 (limits::kMaxPassages)")
      .within(passages.links.size() <= limits::kMaxPassages, "fields.passages.links",
              "at most 4096 (limits::kMaxPassages)");
  if (Error error = checker.result()) return error;
  for (std::size_t i = 0; i < passages.one_ways.size(); ++i)
    if (Error error = check_one_way(passages.one_ways[i], desc.terrain, i)) return error;
  for (std::size_t i = 0; i < passages.links.size(); ++i)
    if (Error error = check_link(passages.links[i], desc.terrain, i)) return error;
  return {};
}

Error check_walkers(const WorldDesc& desc) {
  if (desc.terrain.empty()) return {};
  std::vector<Walker> walkers;
  for (std::size_t i = 0; i < desc.species.size(); ++i) {
    const SpeciesDesc& species = desc.species[i];
    const Walker walker{species.movement, size_of(species.body.radius, desc.terrain.cell_size)};
    if (std::find(walkers.begin(), walkers.end(), walker) == walkers.end()) walkers.push_back(walker);
  }
  return Checker()
      .within(walkers.size() <= limits::kMaxWalkers, "species",
              "of at most 32 ways of moving by sizes of bodies (limits::kMaxWalkers)")
      .result();
}

/// What tiles cannot do.
bool suits_tiles(const WorldDesc& desc) {
  const FieldsDesc& fields = desc.fields;
  return fields.metric == Metric::kOctile && fields.mode == DirectionMode::kGradient && fields.density_cost == 0 &&
         fields.unreachable == Unreachable::kHold && desc.fields.passages.empty();
}

Error check_place(const GoalPlace& place, const WorldDesc& desc, std::size_t part, std::size_t index) {
  Checker outer("parts[", part, "].");
  Checker checker(outer, "places[", index, "].");
  const bool inside = !check_place(place.position, desc);
  return checker.require(inside, "position", "inside the world")
      .at_least_zero(place.half.x, "half.x")
      .at_least_zero(place.half.y, "half.y")
      .at_least_zero(place.handicap, "handicap")
      .result();
}

}  // namespace

Error check_fields(const WorldDesc& desc) {
  if (Error error = check_manner(desc.fields)) return error;
  if (Error error = check_movements(desc)) return error;
  if (Error error = check_passages(desc)) return error;
  const bool possible = desc.fields.tiling != Tiling::kAlways || desc.terrain.empty() || suits_tiles(desc);
  if (Error error = check_walkers(desc)) return error;
  return Checker()
      .require(possible, "fields.tiling",
               "another than kAlways with passages, density_cost, Unreachable::kNearest or a metric or mode of its own")
      .result();
}

bool is_tiled(const WorldDesc& desc) {
  constexpr std::size_t kLarge = std::size_t{2048} * 2048;
  if (desc.terrain.empty() || desc.fields.tiling == Tiling::kNever) return false;
  return desc.fields.tiling == Tiling::kAlways || (desc.terrain.cost.size() > kLarge && suits_tiles(desc));
}

Error check(const GoalDesc& goal, const WorldDesc& desc) {
  Checker checker;
  checker.require(!goal.parts.empty(), "parts", "at least one")
      .within(goal.parts.size() <= limits::kMaxParts, "parts", "at most 8 (limits::kMaxParts)");
  if (Error error = checker.result()) return error;
  for (std::size_t i = 0; i < goal.parts.size(); ++i) {
    const GoalPart& part = goal.parts[i];
    Checker one("parts[", i, "].");
    one.require(!part.places.empty(), "places", "at least one")
        .within(part.places.size() <= limits::kMaxPlaces, "places", "at most 1024 (limits::kMaxPlaces)")
        .require(part.weight >= 0.001f && part.weight <= 1000, "weight", "a number from 0.001 to 1000");
    if (Error error = one.result()) return error;
    for (std::size_t k = 0; k < part.places.size(); ++k)
      if (Error error = check_place(part.places[k], desc, i, k)) return error;
  }
  return {};
}

Error check_edit(const CostGrid& grid, std::uint8_t cost) {
  return Checker()
      .require(!grid.empty(), "WorldDesc::terrain", "there for set_cost")
      .require(cost != 0, "cost", "a number from 1 to 255")
      .result();
}

Error check_stamp(const Zone& zone) {
  Checker checker;
  checker.require(zone.shape == Zone::Shape::kBox || zone.shape == Zone::Shape::kBall, "zone.shape", "a box or a ball")
      .bounded(zone.centre.x, "zone.centre.x")
      .bounded(zone.centre.y, "zone.centre.y");
  if (zone.shape == Zone::Shape::kBox)
    checker.extent(zone.half.x, "zone.half.x").extent(zone.half.y, "zone.half.y");
  else
    checker.extent(zone.radius, "zone.radius");
  return checker.result();
}

}  // namespace cardume
