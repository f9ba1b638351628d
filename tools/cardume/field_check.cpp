#include "tools/cardume/field_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardume/field.hpp>
#include <cardume/world.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "tools/cardume/stopwatch.hpp"
#include "tools/scenario/percentiles.hpp"

namespace cardume {
namespace {

constexpr std::size_t kListed = 10;

/// The rows that go to one goal, and what its field says.
struct Group {
  Cell goal;
  std::vector<std::size_t> rows;
  std::vector<double> lengths;
  std::uint64_t ns = 0;
  Error error;
};

std::vector<Group> by_goal(const CostGrid& grid, const std::vector<ScenRow>& rows) {
  std::map<std::uint32_t, Group> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Group& group = groups[grid.index(rows[i].goal)];
    group.goal = rows[i].goal;
    group.rows.push_back(i);
  }
  std::vector<Group> list;
  for (auto& [index, group] : groups) list.push_back(std::move(group));
  return list;
}

void answer(const CostGrid& grid, const std::vector<ScenRow>& rows, Group& group) {
  Result<IntegrationField> field = Error{};
  group.ns = ns_of([&] { field = build_integration_field(grid, std::span(&group.goal, 1)); });
  if (!field) {
    group.error = field.error();
    return;
  }
  for (const std::size_t row : group.rows) {
    const Result<Steps> steps = steps_to_goal(grid, *field, rows[row].start);
    group.lengths.push_back(steps ? steps->length() : -1);
  }
}

Error check_row(const CostGrid& grid, const ScenRow& row, std::size_t number, const std::string& name) {
  if (row.map_width == grid.width && row.map_height == grid.height && !grid.blocked(row.goal) &&
      !grid.blocked(row.start)) {
    return {};
  }
  return {Status::kParse,
          fmt::format(
              "{}: query {} goes from {},{} to {},{} on a map of {} x {}; expected free cells of this map of {} x {}",
              name, number + 1, row.start.x, row.start.y, row.goal.x, row.goal.y, row.map_width, row.map_height,
              grid.width, grid.height)};
}

void judge(const std::vector<ScenRow>& rows, const Group& group, FieldCheck& check) {
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    const ScenRow& row = rows[group.rows[i]];
    const double found = group.lengths[i];
    if (!matches(found, row)) check.mismatches.push_back({group.rows[i], row, found});
    if (row.optimal > 0)
      check.largest_error = std::max(check.largest_error, std::abs(found - row.optimal) / row.optimal);
  }
}

nlohmann::ordered_json tiles_of(const TileCheck& check) {
  return {
      {"tiles", check.ways.tiles},       {"nodes", check.ways.nodes},        {"bytes", check.ways.memory_bytes},
      {"graph_ms", check.ways.build_ms}, {"goal_ms", check.ways.plan_ms},    {"unlike", check.unlike},
      {"beyond", check.beyond},          {"mean_excess", check.mean_excess}, {"largest_excess", check.largest_excess}};
}

}  // namespace

Result<FieldCheck> check_field(const CostGrid& grid, const std::vector<ScenRow>& rows, const std::string& name,
                               Scheduler& scheduler) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (Error error = check_row(grid, rows[i], i, name)) return error;
  std::vector<Group> groups = by_goal(grid, rows);
  scheduler.parallel_for(static_cast<std::uint32_t>(groups.size()), 1, [&](Chunk chunk) {
    for (std::uint32_t i = chunk.first; i < chunk.last; ++i) answer(grid, rows, groups[i]);
  });
  FieldCheck check;
  check.rows = rows.size();
  check.fields = groups.size();
  std::vector<std::uint64_t> times;
  for (const Group& group : groups) {
    if (group.error) return group.error;
    judge(rows, group, check);
    times.push_back(group.ns);
  }
  std::ranges::sort(check.mismatches, {}, &FieldMismatch::row);
  check.field_ms_median = static_cast<double>(percentile(times, 0.5)) * 1e-6;
  check.field_ms_min = static_cast<double>(percentile(times, 0)) * 1e-6;
  return check;
}

std::string to_text(const FieldCheck& check, const std::string& map) {
  std::string text = fmt::format(
      "{}: {} queries, {} mismatches, largest relative error {:.2e}\n  {} fields, median {:.3f} ms, fastest {:.3f} "
      "ms\n",
      map, check.rows, check.mismatches.size(), check.largest_error, check.fields, check.field_ms_median,
      check.field_ms_min);
  for (std::size_t i = 0; i < std::min(kListed, check.mismatches.size()); ++i) {
    const FieldMismatch& m = check.mismatches[i];
    text += fmt::format("  query {}: {},{} to {},{}: found {:.8g}, listed {:.8g}\n", m.row + 1, m.query.start.x,
                        m.query.start.y, m.query.goal.x, m.query.goal.y, m.found, m.query.optimal);
  }
  if (check.tiles) text += to_text(*check.tiles);
  return text;
}

std::string to_json(const FieldCheck& check, const std::string& map) {
  nlohmann::ordered_json mismatches = nlohmann::ordered_json::array();
  for (const FieldMismatch& m : check.mismatches) {
    mismatches.push_back({{"query", m.row + 1},
                          {"start", {m.query.start.x, m.query.start.y}},
                          {"goal", {m.query.goal.x, m.query.goal.y}},
                          {"found", m.found},
                          {"listed", m.query.optimal}});
  }
  nlohmann::ordered_json json{{"schema", "cardume.field/1"},
                              {"version", version()},
                              {"map", map},
                              {"queries", check.rows},
                              {"fields", check.fields},
                              {"largest_relative_error", check.largest_error},
                              {"field_ms", {{"median", check.field_ms_median}, {"min", check.field_ms_min}}},
                              {"mismatches", std::move(mismatches)}};
  if (check.tiles) json["tiles"] = tiles_of(*check.tiles);
  // Names of files need not be UTF-8, which JSON has to be.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace cardume
