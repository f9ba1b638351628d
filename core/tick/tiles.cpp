#include "core/tick/tiles.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <tuple>

#include "core/tick/destination.hpp"
#include "core/tick/field_turns.hpp"
#include "core/tick/loop.hpp"

namespace cardume::tick {
namespace {

void take_into_use(TilePlanner& planner, const TileOrder& order, Publication& published) {
  Route& route = *order.route;
  TileCover& field = *route.tiled;
  route.published = route.published || order.plan;
  if (order.plan) {
    if (route.build.manner.room_cells > 0) std::swap(route.chart, route.build.chart);
    ++published.report.fields_published;
  }
  for (std::size_t i = 0; i < order.tiles.size(); ++i) {
    if (order.blocks[i] == nullptr) continue;
    const std::uint32_t*& block = field.blocks[order.tiles[i]];
    give_back(planner, block);
    block = order.blocks[i];
    field.plan[order.tiles[i]] = field.plans;
  }
  field.ready = true;
  field.complete = std::find(order.blocks.begin(), order.blocks.end(), nullptr) == order.blocks.end();
  field.held_bytes = field.route.memory_bytes();
  route.building = false;
}

/// What a batch that failed was to do is to be done again, from the map as it is then.
void take_back(TilePlanner& planner, const TileOrder& order, Publication& published) {
  published.report.flags |= kFieldFailed;
  for (const std::uint32_t* block : order.blocks) give_back(planner, block);
  order.route->ever_asked = false;
  order.route->tiled->complete = false;
  order.route->building = false;
}

void publish_batch(TilePlanner& planner, Publication& published) {
  if (!planner.building || published.report.tick < planner.publish_tick) return;
  planner.job.finish();
  planner.building = false;
  planner.built = planner.built && !planner.failed;
  for (std::size_t i = 0; i < planner.order_count; ++i) {
    if (planner.failed)
      take_back(planner, planner.orders[i], published);
    else
      take_into_use(planner, planner.orders[i], published);
  }
  planner.order_count = 0;
  note_memory(planner);
}

/// Where a tile lies, and what is around it.
struct Tiles {
  std::uint32_t across, down;

  template <class Visit>
  void around(std::uint32_t tile, Visit visit) const {
    const std::uint32_t x = tile % across, y = tile / across;
    for (std::uint32_t ny = y - (y > 0); ny <= std::min(y + 1, down - 1); ++ny)
      for (std::uint32_t nx = x - (x > 0); nx <= std::min(x + 1, across - 1); ++nx) visit(ny * across + nx);
  }
};

/// The fields that the agents of each goal follow, and those that they wait for, of one kind of walker.
struct Followed {
  std::array<std::array<TileCover*, 2>, limits::kMaxGoals + 1> of{};

  template <class Visit>
  void each(Visit visit) const {
    for (const auto& pair : of)
      for (TileCover* field : pair)
        if (field != nullptr) visit(*field);
  }
};

Followed followed(Atlas& atlas, std::size_t walker, const Goals& goals) {
  Followed fields;
  const auto cover = [&](std::uint32_t route) {
    return route == kNoRoute ? nullptr : atlas.routes[route]->tiled.get();
  };
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (walker < goals[i]->ways.size()) {
      const GoalWay& way = goals[i]->ways[walker];
      fields.of[i + 1] = {cover(way.route), cover(way.next)};
    }
  return fields;
}

void mark(const Terrain& terrain, const TileGraph& graph, Vec2 place, TileCover& field) {
  std::atomic_ref<std::uint8_t>(field.wanted[graph.tile_at(cell_at(terrain.grid, place))])
      .store(kOccupied, std::memory_order_relaxed);
}

/// Marks the tiles that agents are in, and those around them. Marking is the same in any order, so chunks may do it at
/// once.
void note_wanted(const Setup& setup, const Terrain& terrain, const AgentTable& agents, std::uint8_t walker,
                 const TileGraph& graph, const Followed& fields) {
  fields.each([](TileCover& field) { std::fill(field.wanted.begin(), field.wanted.end(), kUnwanted); });
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    for (std::uint32_t row = rows.first; row < rows.last; ++row) {
      if (agents.walker(row) != walker) continue;
      for (TileCover* field : fields.of[agents.goal[row]])
        if (field != nullptr) mark(terrain, graph, place_of(agents.position, row), *field);
    }
  });
  const Tiles tiles{graph.tiles_across(), graph.tiles_down()};
  fields.each([&](TileCover& field) {
    for (std::uint32_t tile = 0; tile < field.wanted.size(); ++tile)
      if (field.wanted[tile] == kOccupied)
        tiles.around(tile, [&](std::uint32_t near) {
          field.wanted[near] = std::max<std::uint8_t>(field.wanted[near], kNextTo);
        });
  });
}

/// Gives back blocks that nobody wants: all that follow an old plan, and the others where there are too many.
void give_back_unwanted(const Setup& setup, TilePlanner& planner, TileCover& field) {
  constexpr std::uint64_t kBytes = std::uint64_t{kBlockEdge} * kBlockEdge * sizeof(std::uint32_t);
  std::uint64_t kept = 0;
  for (std::uint32_t tile = 0; tile < field.blocks.size(); ++tile) {
    if (field.blocks[tile] == nullptr || field.wanted[tile] != kUnwanted) continue;
    kept += kBytes;
    if (field.plan[tile] != field.plans || kept > setup.desc.fields.cache_bytes) give_back(planner, field.blocks[tile]);
  }
}

/// Orders all blocks that are wanted and missing, or that follow an old plan: those first where agents are, and of
/// these the ones that are nearest to the goal, to which a plan comes first.
void order_blocks(const TileGraph& graph, const TileCover& field, Cell goal, TileOrder& order) {
  order.tiles.clear();
  for (std::uint32_t tile = 0; tile < field.wanted.size(); ++tile)
    if (field.wanted[tile] != kUnwanted && (field.blocks[tile] == nullptr || field.plan[tile] != field.plans))
      order.tiles.push_back(tile);
  const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  const std::uint32_t across = graph.tiles_across(), home = graph.tile_at(goal);
  const auto rank = [&](std::uint32_t tile) {
    const std::uint32_t away = std::max(apart(tile % across, home % across), apart(tile / across, home / across));
    return std::tuple(field.wanted[tile] != kOccupied, field.blocks[tile] != nullptr, away, tile);
  };
  std::sort(order.tiles.begin(), order.tiles.end(),
            [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
}

/// Whether a route's plan is no good any more, and all that it was made for is done.
bool needs_plan(const TilePlanner& planner, const Route& route) {
  if (!route.ever_asked || route.tiled->graph_edits != planner.edits_taken) return true;
  return route.tiled->complete && route.build_aim != route.aim.cell();
}

void order_route(const Setup& setup, const CostGrid& walk, TilePlanner& planner, Route& route) {
  TileCover& field = *route.tiled;
  const Cell goal = route.aim.cell();
  const bool plan = needs_plan(planner, route);
  // Where the goal is in a wall its agents keep the blocks that they have.
  if (plan && !passable(walk.cost[walk.index(goal)])) return;
  if (plan) {
    ++field.plans;
    field.graph_edits = planner.edits_taken;
    route.build_aim = goal;
    route.ever_asked = true;
  }
  give_back_unwanted(setup, planner, field);
  TileOrder& order = add_order(planner, route);
  order.plan = plan;
  order.goal = goal;
  order_blocks(planner.graph, field, route.build_aim, order);
  route.build_bytes = route.build.memory_bytes();
  route.building = plan || !order.tiles.empty();
  field.complete = !route.building;
  if (!route.building) --planner.order_count;
}

/// The map may change only when no plan is under way: a storm of edits would never let one come to its end.
bool at_rest(const Atlas& atlas, std::uint8_t walker, const TilePlanner& planner) {
  return std::all_of(atlas.routes.begin(), atlas.routes.end(), [&](const auto& route) {
    if (route == nullptr || route->aim.walker != walker || route->users == 0 || !route->ever_asked) return true;
    return route->tiled->complete || route->tiled->graph_edits != planner.edits_taken;
  });
}

void take_edits(const Terrain& terrain, const WalkMap& map, TilePlanner& planner) {
  if (!planner.built || planner.revision < map.first) {
    planner.ground = map.grid(terrain);
    planner.built = false;
    planner.edits.clear();
  } else {
    const auto news = map.log.begin() + static_cast<std::ptrdiff_t>(planner.revision - map.first);
    planner.edits.assign(news, map.log.end());
  }
  ++planner.edits_taken;
  planner.revision = map.revision();
}

void order_all(const Setup& setup, const CostGrid& walk, Atlas& atlas, std::uint8_t walker, std::uint64_t tick) {
  TilePlanner& planner = *atlas.planners[walker];
  const std::size_t count = atlas.routes.size();
  // Whose turn it is first changes, because a batch may be too small for all.
  for (std::size_t i = 0; i < count; ++i) {
    const auto& route = atlas.routes[(i + tick) % count];
    if (route != nullptr && route->aim.walker == walker && route->users > 0) order_route(setup, walk, planner, *route);
  }
}

void ask(const Setup& setup, const Terrain& terrain, const AgentTable& agents, Atlas& atlas, std::uint8_t walker,
         const Goals& goals, std::uint64_t tick) {
  TilePlanner& planner = *atlas.planners[walker];
  const WalkMap& map = atlas.maps[walker];
  const bool changed = !planner.built || planner.revision != map.revision();
  if (changed && at_rest(atlas, walker, planner)) take_edits(terrain, map, planner);
  for (const auto& route : atlas.routes)
    if (route != nullptr && route->aim.walker == walker && route->tiled->blocks.empty())
      reserve(planner.graph, *route->tiled);
  note_wanted(setup, terrain, agents, walker, planner.graph, followed(atlas, walker, goals));
  const bool current = planner.revision == map.revision();
  order_all(setup, current ? map.grid(terrain) : planner.graph.walk(), atlas, walker, tick);
  planner.spare.insert(planner.spare.end(), planner.returned.begin(), planner.returned.end());
  planner.returned.clear();
  if (planner.order_count == 0 && planner.edits.empty() && planner.built) return;
  planner.building = true;
  planner.publish_tick = tick + latency(setup.desc);
  setup.scheduler->launch(planner.job);
}

}  // namespace

void tend_tiles(const Setup& setup, const Terrain& terrain, const AgentTable& agents, Atlas& atlas, const Goals& goals,
                Publication& published) {
  const std::uint64_t tick = published.report.tick;
  for (std::size_t walker = 0; walker < atlas.planners.size(); ++walker) {
    TilePlanner& planner = *atlas.planners[walker];
    publish_batch(planner, published);
    const bool any = std::any_of(atlas.routes.begin(), atlas.routes.end(), [&](const auto& route) {
      return route != nullptr && route->aim.walker == walker && route->users > 0;
    });
    if (!planner.building && any) ask(setup, terrain, agents, atlas, static_cast<std::uint8_t>(walker), goals, tick);
  }
}

}  // namespace cardume::tick
