#include "tools/cardume/field_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "tools/cardume/stopwatch.hpp"
#include "tools/scenario/percentiles.hpp"

namespace cardume {
namespace {

Result<TiledField> build(const CostGrid& ground, Scheduler& scheduler, TileWays& ways) {
  Result<TiledField> field = Error{};
  ways.build_ms = static_cast<double>(ns_of([&] { field = TiledField::create(ground, {&scheduler}); })) * 1e-6;
  if (!field) return field;
  ways.tiles = field->tile_count();
  ways.nodes = field->node_count();
  return field;
}

/// Along the middle of the two rows of cells that a portal joins.
FieldGate gate_of(const Portal& portal) {
  const auto x = static_cast<float>(portal.first.x), y = static_cast<float>(portal.first.y);
  if (portal.along_y) return {{x + 1, y}, {x + 1, static_cast<float>(portal.last.y) + 1}};
  return {{x, y + 1}, {static_cast<float>(portal.last.x) + 1, y + 1}};
}

FieldTrace trace_of(const FieldModel& model, Cell from, const Result<std::vector<Cell>>& path) {
  FieldTrace trace;
  trace.from = from;
  if (!path) return trace;
  trace.cells = *path;
  for (const Cell cell : *path)
    trace.places.push_back({static_cast<float>(cell.x) + model.origin, static_cast<float>(cell.y) + model.origin});
  trace.length = length_of(trace.places);
  trace.arrives = true;
  return trace;
}

/// The rows by their goals, so that each goal is planned once.
std::vector<std::size_t> by_goal(const CostGrid& grid, const std::vector<ScenRow>& rows) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return grid.index(rows[row].goal); });
  return order;
}

double steps_along(const std::vector<Cell>& cells) {
  Steps steps;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const bool diagonal = cells[i].x != cells[i - 1].x && cells[i].y != cells[i - 1].y;
    ++(diagonal ? steps.diagonal : steps.cardinal);
  }
  return steps.length();
}

void judge(const ScenRow& row, const Result<std::vector<Cell>>& path, TileCheck& check) {
  const bool same = row.start == row.goal;
  // A listed length of 0 between different cells means that no way leads.
  const bool listed = row.optimal > 0 || same;
  check.unlike += listed != static_cast<bool>(path);
  if (!listed || !path || same) return;
  const double excess = std::max(0., steps_along(*path) / row.optimal - 1);
  check.beyond += excess > kMostExcess;
  check.mean_excess += excess;
  check.largest_excess = std::max(check.largest_excess, excess);
}

}  // namespace

Result<TileWays> find_tile_ways(const FieldModel& model, const std::vector<FieldTrace>& flat, Scheduler& scheduler) {
  TileWays ways;
  Result<TiledField> field = build(model.ground, scheduler, ways);
  if (!field) return field.error();
  Error error;
  ways.plan_ms = static_cast<double>(ns_of([&] { error = field->set_goal(model.goals.front()); })) * 1e-6;
  if (error) return error;
  for (const FieldTrace& trace : flat) ways.traces.push_back(trace_of(model, trace.from, field->path(trace.from)));
  const Result<std::vector<Portal>> portals = field->portals();
  if (!portals) return portals.error();
  std::ranges::transform(*portals, std::back_inserter(ways.gates), gate_of);
  ways.memory_bytes = field->memory_bytes();
  return ways;
}

double excess_of(const FieldTrace& tiled, const FieldTrace& flat) {
  return flat.length > 0 && tiled.arrives ? tiled.length / flat.length - 1 : 0;
}

Result<TileCheck> check_tiles(const CostGrid& grid, const std::vector<ScenRow>& rows, Scheduler& scheduler) {
  TileCheck check;
  Result<TiledField> field = build(grid, scheduler, check.ways);
  if (!field) return field.error();
  std::vector<std::uint64_t> plans;
  std::optional<Cell> goal;
  for (const std::size_t i : by_goal(grid, rows)) {
    Error error;
    if (goal != rows[i].goal) plans.push_back(ns_of([&] { error = field->set_goal(rows[i].goal); }));
    if (error) return error;
    goal = rows[i].goal;
    judge(rows[i], field->path(rows[i].start), check);
  }
  check.rows = rows.size();
  check.mean_excess /= static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  check.ways.plan_ms = plans.empty() ? 0 : static_cast<double>(percentile(plans, 0.5)) * 1e-6;
  check.ways.memory_bytes = field->memory_bytes();
  return check;
}

std::string to_text(const TileCheck& check) {
  return fmt::format(
      "  over {} tiles: {} ways found or missed unlike the list, {} more than {:.0f} % longer; {:.3f} % longer in the "
      "mean, {:.2f} % at most\n  {} nodes, {:.1f} MB, graph in {:.1f} ms, one goal in {:.3f} ms (median)\n",
      check.ways.tiles, check.unlike, check.beyond, kMostExcess * 100, check.mean_excess * 100,
      check.largest_excess * 100, check.ways.nodes, static_cast<double>(check.ways.memory_bytes) * 1e-6,
      check.ways.build_ms, check.ways.plan_ms);
}

}  // namespace cardume
