#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fields/density.hpp"
#include "core/fields/field_view.hpp"
#include "core/setup.hpp"
#include "core/tick/destination.hpp"
#include "core/tick/events.hpp"
#include "core/tick/field_turns.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"
#include "core/tick/tiles.hpp"

namespace cardume::tick {
namespace {

/// Calls visit(goal, number of the goal, way, number of its walker).
template <class Visit>
void for_ways(Goals& goals, Visit visit) {
  for (std::size_t i = 0; i < goals.size(); ++i)
    for (std::size_t walker = 0; walker < goals[i]->ways.size(); ++walker)
      visit(*goals[i], i, goals[i]->ways[walker], walker);
}

void tell_published(std::size_t goal, Publication& published) {
  record(published, {.kind = Event::Kind::kFieldPublished, .goal = {static_cast<std::uint32_t>(goal + 1)}});
}

/// Takes a field into use at its tick, waiting for it if it is late: when it was finished never shows.
void publish_due(Route& route, Publication& published) {
  if (!route.building || published.report.tick < route.publish_tick) return;
  route.job.finish();
  route.building = false;
  if (route.build.failed) {
    route.ever_asked = false;
    route.build.ground.anew = true;
    published.report.flags |= kFieldFailed;
    return;
  }
  route.published = true;
  std::swap(route.chart.flow, route.build.chart.flow);
  std::swap(route.chart.outlook, route.build.chart.outlook);
  std::swap(route.chart.links, route.build.chart.links);
  if (route.build.measured) {
    std::swap(route.chart.level, route.build.chart.level);
    std::swap(route.chart.room, route.build.chart.room);
  }
  ++published.report.fields_published;
}

void leave(Atlas& atlas, std::uint32_t& route) {
  if (route != kNoRoute) --atlas.routes[route]->users;
  route = kNoRoute;
}

void remove_goals(Commands& commands, Atlas& atlas, Goals& goals) {
  for (const GoalId id : commands.remove_goals) {
    Goal& goal = *goals[id.value - 1u];
    for (GoalWay& way : goal.ways) {
      leave(atlas, way.route);
      leave(atlas, way.next);
      way.wanted = false;
    }
    goal.formation = {};
    goal.gathering = {};
    goal.gone = goal.free = true;
  }
  commands.remove_goals.clear();
}

void move_goals(Commands& commands, Goals& goals) {
  for (MoveGoalCommand& command : commands.move_goals) {
    Goal& goal = *goals[command.goal.value - 1u];
    goal.position = {command.position.x, command.position.y};
    goal.height = command.position.z;
    goal.cell = command.cell;
    goal.desc.parts.swap(command.desc.parts);
    goal.moved = true;
  }
  commands.move_goals.clear();
}

/// Where walls come and go, another cell may be the nearest free one. Without any the goal keeps its cell, and its
/// agents their field, until there is one again.
void find_free_cells(const Setup& setup, const Terrain& terrain, Goals& goals) {
  for (const auto& goal : goals) {
    const Cell wanted = cell_at(terrain.grid, goal->position);
    const Result<Cell> cell = nearest_free(terrain.grid, wanted, setup.desc.fields.snap_radius);
    if (cell) goal->cell = *cell;
    goal->moved = true;
  }
}

/// Notes which walkers have which goal. Where all walk alike every goal has them.
void note_walkers(const Setup& setup, const AgentTable& agents, Goals& goals, FieldBuffers& buffers) {
  if (setup.walkers.kinds.size() == 1) {
    for (const auto& goal : goals) goal->ways[0].wanted = !goal->gone;
    return;
  }
  const std::uint32_t chunks = chunk_count(agents.count, kGrain);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t chunk) {
    std::uint32_t* wanted = buffers.wanted.data() + std::size_t{chunk} * simd::kFieldsAWalker;
    std::fill_n(wanted, simd::kFieldsAWalker, 0);
    for (std::uint32_t row = rows.first; row < rows.last; ++row) wanted[agents.goal[row]] |= 1u << agents.walker(row);
  });
  for_ways(goals, [&](const Goal& goal, std::size_t number, GoalWay& way, std::size_t walker) {
    for (std::uint32_t chunk = 0; chunk < chunks && !way.wanted && !goal.gone; ++chunk)
      way.wanted = (buffers.wanted[std::size_t{chunk} * simd::kFieldsAWalker + number + 1] >> walker & 1) != 0;
  });
}

void find_aims(const Setup& setup, const Terrain& terrain, const Atlas& atlas, Goals& goals) {
  for (const auto& goal : goals) {
    for (std::size_t walker = 0; walker < goal->ways.size(); ++walker) {
      GoalWay& way = goal->ways[walker];
      way.found = way.found && !goal->moved;
      if (!way.wanted || way.found) continue;
      way.found = true;
      find_aim(terrain, atlas.maps[walker], static_cast<std::uint8_t>(walker), setup.desc.fields.snap_radius, *goal,
               way.aim);
    }
    goal->moved = false;
  }
}

/// What a field takes up, near enough, whatever has been built so far.
std::uint64_t bytes_of_field(const Terrain& terrain) {
  constexpr std::uint64_t kBytesACell = 32;
  return terrain.grid.cost.size() * kBytesACell;
}

/// Gives up routes that nobody has used for the longest time, until the rest fits the cache.
void forget_routes(const Setup& setup, const Terrain& terrain, Atlas& atlas) {
  Routes& routes = atlas.routes;
  const auto unused = [](const auto& route) { return route != nullptr && route->users == 0 && !route->building; };
  auto kept = static_cast<std::uint64_t>(std::count_if(routes.begin(), routes.end(), unused));
  for (const std::uint64_t each = bytes_of_field(terrain); kept > 0 && kept * each > setup.desc.fields.cache_bytes;) {
    auto oldest = routes.end();
    for (auto route = routes.begin(); route != routes.end(); ++route)
      if (unused(*route) && (oldest == routes.end() || (*route)->used_tick < (*oldest)->used_tick)) oldest = route;
    if (setup.tiled) give_back(*atlas.planners[(*oldest)->aim.walker], *(*oldest)->tiled);
    oldest->reset();
    --kept;
  }
}

/// Drops edits that all who are in use have taken over. Those out of use copy the map when they are wanted again.
void forget_edits(Atlas& atlas) {
  for (std::size_t walker = 0; walker < atlas.maps.size(); ++walker) {
    WalkMap& map = atlas.maps[walker];
    std::uint64_t taken = map.revision();
    for (const auto& route : atlas.routes) {
      const bool reads = route != nullptr && route->users > 0 && route->aim.walker == walker && route->tiled == nullptr;
      if (reads) taken = std::min(taken, route->revision);
    }
    if (!atlas.planners.empty()) taken = std::min(taken, atlas.planners[walker]->revision);
    if (taken <= map.first) continue;
    map.log.erase(map.log.begin(), map.log.begin() + static_cast<std::ptrdiff_t>(taken - map.first));
    map.first = taken;
  }
}

RouteManner manner_of(const Setup& setup, const WalkMap& map) {
  const FieldsDesc& fields = setup.desc.fields;
  RouteManner manner;
  manner.metric = fields.metric;
  manner.mode = fields.mode;
  manner.nearest_instead = fields.unreachable == Unreachable::kNearest;
  manner.origin = origin_of(map.walker.size);
  manner.room_cells = largest_radius(setup.desc.species) > 0 ? kMostRoom : 0;
  manner.passages = setup.desc.fields.passages;
  return manner;
}

/// The route with that aim; a new one where there is none.
std::uint32_t route_to(const Setup& setup, const RouteAim& aim, Atlas& atlas) {
  Routes& routes = atlas.routes;
  const auto same = [&](const auto& route) { return route != nullptr && route->aim == aim; };
  auto found = std::find_if(routes.begin(), routes.end(), same);
  if (found == routes.end()) {
    found = std::find(routes.begin(), routes.end(), nullptr);
    if (found == routes.end()) found = routes.insert(found, nullptr);
    *found = std::make_unique<Route>(manner_of(setup, atlas.maps[aim.walker]));
    (*found)->aim = aim;
    if (setup.tiled) (*found)->tiled = std::make_unique<TileCover>();
  }
  ++(*found)->users;
  return static_cast<std::uint32_t>(found - routes.begin());
}

/// Has a way lead where its goal is now: by its own route if nobody shares that and none leads there yet, else by
/// another one, which it takes once there is a field.
void turn_to_aim(const Setup& setup, const GoalWay& way, std::uint32_t& next, Atlas& atlas) {
  Route& own = *atlas.routes[way.route];
  const bool known = std::any_of(atlas.routes.begin(), atlas.routes.end(),
                                 [&](const auto& route) { return route != nullptr && route->aim == way.aim; });
  if (known || own.users > 1)
    next = route_to(setup, way.aim, atlas);
  else if (!own.building || own.tiled != nullptr)
    own.aim = way.aim;
}

/// Whether a goal may change over to a route without its agents being left without directions.
bool serves(const Route& route) { return leads(route) && (route.tiled == nullptr || route.tiled->complete); }

void assign_routes(const Setup& setup, Atlas& atlas, Goals& goals, std::uint64_t tick) {
  for_ways(goals, [&](const Goal&, std::size_t, GoalWay& way, std::size_t) {
    if (!way.wanted || way.aim.parts.empty()) return;
    if (way.route == kNoRoute) way.route = route_to(setup, way.aim, atlas);
    const std::uint32_t leads = way.next == kNoRoute ? way.route : way.next;
    if (!is_turn(setup.desc, tick) || atlas.routes[leads]->aim == way.aim) return;
    // A goal that never rests would else wait forever.
    if (way.next != kNoRoute && (atlas.routes[leads]->building || serves(*atlas.routes[leads]))) return;
    leave(atlas, way.next);
    if (atlas.routes[way.route]->aim != way.aim) turn_to_aim(setup, way, way.next, atlas);
  });
}

/// Goals take the routes that they have been waiting for.
void take_routes(Atlas& atlas, Goals& goals, Publication& published) {
  for_ways(goals, [&](const Goal&, std::size_t number, GoalWay& way, std::size_t) {
    const bool ready = way.next != kNoRoute && serves(*atlas.routes[way.next]);
    if (ready) {
      leave(atlas, way.route);
      way.route = std::exchange(way.next, kNoRoute);
    }
    const bool fresh = way.route != kNoRoute && atlas.routes[way.route]->published;
    const bool shared = way.route != kNoRoute && !way.told && leads(*atlas.routes[way.route]);
    way.told = way.told || fresh || shared || ready;
    if (ready || fresh || shared) tell_published(number, published);
  });
}

/// Whether any place of an aim is free: where none is, its agents keep the field they have.
bool leads_anywhere(const CostGrid& walk, const RouteAim& aim) {
  return std::any_of(aim.parts.begin(), aim.parts.end(), [&](const RoutePart& part) {
    return std::any_of(part.sources.begin(), part.sources.end(),
                       [&](const FieldSource& source) { return passable(walk.cost[walk.index(source.cell)]); });
  });
}

/// A route without a field gets one at once, and so does one whose map has changed, unless it had one a moment ago: in
/// a storm of edits there is one field a period. All else waits for its turn.
bool wants_field(const WorldDesc& desc, const Terrain& terrain, const WalkMap& map, const Route& route,
                 std::uint64_t tick) {
  if (route.building || route.users == 0) return false;
  if (!route.ever_asked) return true;
  if (is_turn(desc, tick) && (route.build.aim != route.aim || desc.fields.density_cost > 0)) return true;
  const bool late = route.build.ground.version != terrain.version && tick >= route.asked_tick + rebuild_period(desc);
  return late && leads_anywhere(map.grid(terrain), route.aim);
}

/// Who is in the way of others for longer than it takes to go around.
bool stands(const Setup& setup, const AgentTable& agents, std::uint32_t row) {
  if (agents.body.inverse_mass[row] <= 0 || agents.body.state[row] != AgentState::kMoving) return true;
  if (agents.goal[row] != 0) return agents.body.pace[row] < 0.5f;
  const float x = agents.velocity.axis[0][row], y = agents.velocity.axis[1][row];
  const float slow = setup.behaviour(agents, row).motion.max_speed / 4;
  return x * x + y * y < slow * slow;
}

void measure_density(const Setup& setup, const Terrain& terrain, const AgentTable& agents,
                     std::vector<std::uint32_t>& filled) {
  filled.assign(terrain.grid.cost.size(), 0);
  for (std::uint32_t row = 0; row < agents.count; ++row) {
    if (agents.body.radius[row] == 0 || !stands(setup, agents, row)) continue;
    const Vec2 place{agents.position.axis[0][row], agents.position.axis[1][row]};
    add_body(terrain.grid, place, agents.body.radius[row], filled);
  }
}

/// Brings the map that a field is built on up to date, with the crowd as it stands now.
void prepare_ground(const Setup& setup, const Terrain& terrain, const WalkMap& map,
                    const std::vector<std::uint32_t>& filled, Route& route) {
  RouteGround& ground = route.build.ground;
  if (ground.walk.empty() || route.revision < map.first || !filled.empty()) {
    ground.walk = map.grid(terrain);
    ground.edits.clear();
    ground.anew = true;
  } else {
    const auto news = map.log.begin() + static_cast<std::ptrdiff_t>(route.revision - map.first);
    ground.edits.insert(ground.edits.end(), news, map.log.end());
  }
  route.revision = map.revision();
  ground.version = terrain.version;
  add_costs(filled, setup.desc.fields.density_cost, ground.walk);
}

void ask(const Setup& setup, Route& route, std::uint64_t tick) {
  route.build.aim = route.aim;
  route.build_bytes = route.build.memory_bytes();
  route.ever_asked = route.building = true;
  route.asked_tick = tick;
  route.publish_tick = tick + latency(setup.desc);
  setup.scheduler->launch(route.job);
}

void ask_for_fields(const Setup& setup, const Terrain& terrain, const AgentTable& agents, Atlas& atlas,
                    FieldBuffers& buffers, std::uint64_t tick) {
  bool measured = setup.desc.fields.density_cost == 0 || !agents.has_bodies();
  for (const auto& route : atlas.routes) {
    if (route == nullptr) continue;
    if (!wants_field(setup.desc, terrain, atlas.maps[route->aim.walker], *route, tick)) continue;
    if (!measured) measure_density(setup, terrain, agents, buffers.filled);
    measured = true;
    prepare_ground(setup, terrain, atlas.maps[route->aim.walker], buffers.filled, *route);
    ask(setup, *route, tick);
  }
}

}  // namespace

void fields(const Setup& setup, const Terrain& terrain, const AgentTable& agents, Commands& commands, Atlas& atlas,
            Goals& goals, Buffers& buffers, Publication& published) {
  const std::uint64_t tick = published.report.tick;
  remove_goals(commands, atlas, goals);
  move_goals(commands, goals);
  if (terrain.empty()) return;
  if (terrain.edited) find_free_cells(setup, terrain, goals);
  for (const auto& route : atlas.routes) {
    if (route == nullptr) continue;
    route->published = false;
    if (!setup.tiled) publish_due(*route, published);
  }
  note_walkers(setup, agents, goals, buffers.fields);
  find_aims(setup, terrain, atlas, goals);
  assign_routes(setup, atlas, goals, tick);
  if (setup.tiled) tend_tiles(setup, terrain, agents, atlas, goals, published);
  take_routes(atlas, goals, published);
  forget_routes(setup, terrain, atlas);
  if (!setup.tiled) ask_for_fields(setup, terrain, agents, atlas, buffers.fields, tick);
  for (const auto& route : atlas.routes)
    if (route != nullptr && route->users > 0) route->used_tick = tick;
  forget_edits(atlas);
  find_destinations(terrain, atlas, goals, buffers.destinations);
}

}  // namespace cardume::tick
