#include <algorithm>

#include "core/fields/flow_field.hpp"
#include "core/tick/destination.hpp"
#include "core/tick/events.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// Bodies that press on an entrance from three sides come no nearer to it than by so many of their radii.
constexpr float kPressed = 1.2f;

Vec2 place_of(const Terrain& terrain, const WalkMap& map, std::uint32_t node) {
  const float edge = terrain.grid.cell_size, origin = origin_of(map.walker.size);
  const Cell cell{node % terrain.grid.width, node / terrain.grid.width};
  return {(static_cast<float>(cell.x) + origin) * edge, (static_cast<float>(cell.y) + origin) * edge};
}

/// The first link at or after a cell.
auto first_from(const Chart& chart, std::uint32_t cell) {
  return std::lower_bound(chart.links.begin(), chart.links.end(), cell,
                          [](const TakenLink& one, std::uint32_t at) { return one.from < at; });
}

/// The link that those on a route take from a cell; nothing where the way leads through none.
const TakenLink* taken_at(const Chart& chart, std::uint32_t cell) {
  const auto found = first_from(chart, cell);
  return found != chart.links.end() && found->from == cell ? &*found : nullptr;
}

/// The one whose entrance a body has before it, as near as it can be sure to come among others who want there too.
const TakenLink* taken_nearby(const Terrain& terrain, const WalkMap& map, const Chart& chart, Vec2 at, float radius) {
  const CostGrid& grid = terrain.grid;
  const std::uint32_t packed = chart.flow.packed(node_at(map, terrain, at));
  if (packed == 0 || packed == FlowField::kNoDirection) return nullptr;
  const Vec2 way = unpack_direction(packed);
  const float reach = kPressed * radius, right = static_cast<float>(grid.width) * grid.cell_size,
              top = static_cast<float>(grid.height) * grid.cell_size;
  const Cell low = cell_at(grid, {std::max(0.f, at.x - reach), std::max(0.f, at.y - reach)});
  const Cell high = cell_at(grid, {std::min(right, at.x + reach), std::min(top, at.y + reach)});
  // Places of walkers of even sizes may be a cell beyond that of their index.
  for (std::uint32_t y = low.y - std::min(low.y, 1u); y <= high.y; ++y) {
    const std::uint32_t last = grid.index({high.x, y});
    for (auto one = first_from(chart, grid.index({low.x - std::min(low.x, 1u), y}));
         one != chart.links.end() && one->from <= last; ++one) {
      const Vec2 off = place_of(terrain, map, one->from) - at;
      if (dot(off, off) <= reach * reach && dot(off, way) > 0) return &*one;
    }
  }
  return nullptr;
}

/// None whose end has become a wall since the field was built.
const TakenLink* taken_by(const Terrain& terrain, const WalkMap& map, const Chart& chart, const AgentTable& agents,
                          std::uint32_t row) {
  const Vec2 at = tick::place_of(agents.position, row);
  const TakenLink* taken = taken_at(chart, terrain.grid.index(node_at(map, terrain, at)));
  if (taken == nullptr && agents.has_bodies()) taken = taken_nearby(terrain, map, chart, at, agents.body.radius[row]);
  return taken != nullptr && passable(map.grid(terrain).cost[taken->to]) ? taken : nullptr;
}

}  // namespace

void link(const Setup& setup, const Terrain& terrain, const Ids& ids, const Atlas& atlas, const Goals& goals,
          AgentTable& agents, Publication& published) {
  if (setup.desc.fields.passages.links.empty()) return;
  for (std::uint32_t row = 0; row < agents.count; ++row) {
    const bool locked = agents.has_bodies() && agents.body.inverse_mass[row] <= 0;
    if (agents.goal[row] == 0 || locked) continue;
    const std::uint8_t walker = agents.walker(row);
    const Route* route = atlas.route(*goals[agents.goal[row] - 1u], walker);
    if (route == nullptr || route->chart.links.empty()) continue;
    const WalkMap& map = atlas.maps[walker];
    const TakenLink* taken = taken_by(terrain, map, route->chart, agents, row);
    if (taken == nullptr) continue;
    put(agents.position, row, place_of(terrain, map, taken->to));
    record(published, {.kind = Event::Kind::kLinked,
                       .agent = ids.at(agents.slot[row]),
                       .goal = {agents.goal[row]},
                       .detail = taken->number});
  }
}

}  // namespace cardume::tick
