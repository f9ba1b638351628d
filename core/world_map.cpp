#include <algorithm>
#include <cardume/limits.hpp>
#include <cardume/world.hpp>
#include <cmath>
#include <utility>

#include "core/checks.hpp"
#include "core/door.hpp"
#include "core/fields/field_view.hpp"
#include "core/fields/sample.hpp"
#include "core/fields/stamp.hpp"
#include "core/space/slide.hpp"
#include "core/space/ways_out.hpp"
#include "core/tick/destination.hpp"
#include "core/world_state.hpp"

// Goals, the map and the ways over it.
namespace cardume {
namespace {

/// The free cell that a goal's field leads to, on a map.
Result<Cell> goal_cell(const WorldState& state, Vec3 position) {
  if (Error error = check_place(position, state.setup.desc)) return error;
  const CostGrid& grid = state.terrain.grid;
  if (grid.empty()) return Cell{};
  return nearest_free(grid, cell_at(grid, {position.x, position.y}), state.setup.desc.fields.snap_radius);
}

/// Goals that one place tells everything about are as good as those.
bool plain(const GoalDesc& desc) {
  const GoalPart& part = desc.parts[0];
  return desc.parts.size() == 1 && part.places.size() == 1 && !part.flee && part.places[0].half == Vec2{};
}

/// What a goal is moved to; its id is still to come.
Result<MoveGoalCommand> move_to(const WorldState& state, const GoalDesc& desc) {
  if (Error error = check(desc, state.setup.desc)) return error;
  if (state.terrain.empty()) return Error{Status::kInvalidArgument, "goals of several places need WorldDesc::terrain"};
  const Vec3 first = desc.parts[0].places[0].position;
  Result<Cell> cell = goal_cell(state, first);
  if (!cell && plain(desc)) return cell.error();
  MoveGoalCommand command{{}, first, cell ? *cell : Cell{}, {}};
  if (!plain(desc)) command.desc = desc;
  if (!plain(desc) && state.setup.tiled)
    return Error{Status::kInvalidArgument,
                 "goals are single points where fields are made of tiles (FieldsDesc::tiling)"};
  return command;
}

Result<MoveGoalCommand> move_to(const WorldState& state, Vec3 position) {
  const Result<Cell> cell = goal_cell(state, position);
  if (!cell) return cell.error();
  return MoveGoalCommand{{}, position, *cell, {}};
}

/// A goal whose id is free, or a new one.
Result<std::size_t> vacant(Goals& goals) {
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (goals[i]->free) return i;
  if (goals.size() == limits::kMaxGoals) return Error{Status::kLimit, "at most 255 goals (limits::kMaxGoals)"};
  goals.push_back(std::make_unique<Goal>());
  return goals.size() - 1;
}

Result<GoalId> add(WorldState& state, const Result<MoveGoalCommand>& where) {
  if (!where) return where.error();
  const Result<std::size_t> number = vacant(state.goals);
  if (!number) return number.error();
  auto goal = std::make_unique<Goal>();
  goal->position = {where->position.x, where->position.y};
  goal->height = where->position.z;
  goal->cell = where->cell;
  goal->desc = where->desc;
  goal->ways.resize(state.setup.walkers.kinds.size());
  state.goals[*number] = std::move(goal);
  return GoalId{static_cast<std::uint32_t>(*number + 1)};
}

Error move(WorldState& state, GoalId goal, Result<MoveGoalCommand> where) {
  if (!where) return where.error();
  where->goal = goal;
  state.commands.move_goals.push_back(std::move(*where));
  return {};
}

/// Island numbers of both cells are the same.
bool connected(const WorldState& state, std::uint8_t walker, Cell a, Cell b) {
  auto& map = const_cast<WorldState&>(state).atlas.maps[walker];
  const Islands& islands = islands_of(state.terrain, state.setup.desc.fields.passages, map);
  return islands.at(a) != Islands::kNone && islands.at(a) == islands.at(b);
}

/// Once there is a field it knows, but for what leads to the nearest place instead.
bool reaches(const WorldState& state, const Goal& goal, std::uint8_t walker, Cell from) {
  const Route* route = state.atlas.route(goal, walker);
  const bool whole = route != nullptr && route->tiled == nullptr && leads(*route);
  if (whole && state.setup.desc.fields.unreachable == Unreachable::kHold)
    return passable(state.atlas.maps[walker].grid(state.terrain).cost[state.terrain.grid.index(from)]) &&
           route->chart.flow.packed(from) != FlowField::kNoDirection;
  RouteAim aim;
  const WalkMap& map = state.atlas.maps[walker];
  find_aim(state.terrain, map, walker, state.setup.desc.fields.snap_radius, goal, aim);
  return std::any_of(aim.parts.begin(), aim.parts.end(), [&](const RoutePart& part) {
    return part.flee || std::any_of(part.sources.begin(), part.sources.end(), [&](const FieldSource& source) {
             return connected(state, walker, from, source.cell);
           });
  });
}

/// Half a cell at a time, until the field leads no farther.
void trace_way(const WorldState& state, std::uint32_t row, std::uint32_t most, std::vector<Vec2>& out) {
  const std::uint8_t goal = state.agents.goal[row], walker = state.agents.walker(row);
  if (goal == 0 || state.terrain.empty()) return;
  const simd::FieldView view = view_of(state.atlas.route(*state.goals[goal - 1u], walker));
  const simd::FieldLayout layout = layout_of(state.setup.desc.fields, state.terrain.grid);
  const Vec2 end = tick::place_of(state.terrain, *state.goals[goal - 1u]);
  const float step = state.terrain.grid.cell_size / 2;
  for (Vec2 at = tick::place_of(state.agents.position, row); out.size() < most;) {
    out.push_back(at);
    const Vec2 way = sample(view, layout, at);
    if (way == Vec2{} || length(end - at) <= step) return;
    const Vec2 next = slide(state.terrain.grid, at, at + unit(way) * step, {}).position;
    if (length(next - at) < step / 8) return;
    at = next;
  }
}

}  // namespace

Result<GoalId> World::add_goal(Vec3 position) {
  return guarded([&]() -> Result<GoalId> {
    if (state_->clock.ticking) return busy();
    return add(*state_, move_to(*state_, position));
  });
}

Result<GoalId> World::add_goal(const GoalDesc& goal) {
  return guarded([&]() -> Result<GoalId> {
    if (state_->clock.ticking) return busy();
    return add(*state_, move_to(*state_, goal));
  });
}

Error World::move_goal(GoalId goal, Vec3 position) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!is_goal(state_->goals, goal)) return gone("goal");
    return move(*state_, goal, move_to(*state_, position));
  });
}

Error World::move_goal(GoalId goal, const GoalDesc& desc) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!is_goal(state_->goals, goal)) return gone("goal");
    return move(*state_, goal, move_to(*state_, desc));
  });
}

Error World::remove_goal(GoalId goal) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!is_goal(state_->goals, goal)) return gone("goal");
    state_->commands.remove_goals.push_back(goal);
    state_->goals[goal.value - 1u]->gone = true;
    return {};
  });
}

Error World::set_cost(Cell corner, Cell opposite, std::uint8_t cost) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (Error error = check_edit(state_->terrain.grid, cost)) return error;
    if (!state_->terrain.grid.contains(corner) || !state_->terrain.grid.contains(opposite))
      return {Status::kInvalidArgument, "corner and opposite must be cells of the map"};
    const auto [left, right] = std::minmax(corner.x, opposite.x);
    const auto [low, high] = std::minmax(corner.y, opposite.y);
    expect_edit(state_->terrain, {left, low}, {right, high});
    state_->commands.set_costs.push_back({{left, low}, {right, high}, cost});
    return {};
  });
}

Error World::set_cost(const Zone& zone, std::uint8_t cost) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (Error error = check_edit(state_->terrain.grid, cost)) return error;
    if (Error error = check_stamp(zone)) return error;
    std::vector<SetCostCommand>& edits = state_->commands.set_costs;
    const std::vector<CellRow> rows = rows_in(zone, state_->terrain.grid);
    edits.reserve(edits.size() + rows.size());
    for (const CellRow& row : rows) expect_edit(state_->terrain, {row.first, row.y}, {row.last, row.y});
    for (const CellRow& row : rows) edits.push_back({{row.first, row.y}, {row.last, row.y}, cost});
    return {};
  });
}

Result<bool> World::is_reachable(AgentId id, GoalId goal) const {
  return guarded([&]() -> Result<bool> {
    const WorldState& state = *state_;
    if (state.clock.ticking) return busy();
    const auto row = state.ids.row(id);
    if (!row) return gone("agent");
    if (!is_goal(state.goals, goal)) return gone("goal");
    if (state.terrain.empty()) return true;
    const std::uint8_t walker = state.agents.walker(*row);
    const Goal& to = *state.goals[goal.value - 1u];
    const WalkMap& map = state.atlas.maps[walker];
    const Cell from = node_at(map, state.terrain, tick::place_of(state.agents.position, *row));
    return reaches(state, to, walker, from);
  });
}

Result<bool> World::is_reachable(Vec3 from, Vec3 to, std::uint8_t species) const {
  return guarded([&]() -> Result<bool> {
    const WorldState& state = *state_;
    if (state.clock.ticking) return busy();
    if (species >= state.setup.desc.species.size())
      return Error{Status::kInvalidArgument, "species must be an index into WorldDesc::species"};
    if (Error error = check_place(from, state.setup.desc)) return error;
    if (Error error = check_place(to, state.setup.desc)) return error;
    if (state.terrain.empty()) return true;
    const std::uint8_t walker = state.setup.walkers.of_species[species];
    const WalkMap& map = state.atlas.maps[walker];
    return connected(state, walker, node_at(map, state.terrain, {from.x, from.y}),
                     node_at(map, state.terrain, {to.x, to.y}));
  });
}

Error World::trace(AgentId id, std::uint32_t most, std::vector<Vec2>& out) const {
  return guarded([&]() -> Error {
    const WorldState& state = *state_;
    if (state.clock.ticking) return busy();
    const auto row = state.ids.row(id);
    if (!row) return gone("agent");
    out.clear();
    trace_way(state, *row, most, out);
    return {};
  });
}

const FlowField* World::field(GoalId goal) const {
  if (!is_goal(state_->goals, goal)) return nullptr;
  const Route* route = state_->atlas.route(*state_->goals[goal.value - 1u], 0);
  return route == nullptr || route->tiled != nullptr || !leads(*route) ? nullptr : &route->chart.flow;
}

}  // namespace cardume
