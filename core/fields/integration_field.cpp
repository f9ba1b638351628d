// R. Dial, "Algorithm 360: Shortest-path forest with topological ordering", Communications of the ACM, 1969.
#include "core/fields/integration_field.hpp"

#include <algorithm>
#include <new>

#include "core/exact_float.hpp"
#include "core/fields/flood.hpp"
#include "core/fields/neighbourhood.hpp"
#include "core/fields/wave.hpp"

namespace cardume {
namespace {

constexpr float kMaxHandicap = 1e6f;

std::string to_string(Cell cell) {
  std::string text = "(";
  return text.append(std::to_string(cell.x)).append(", ").append(std::to_string(cell.y)).append(")");
}

Error check_source(const CostGrid& grid, Cell cell, const std::string& name) {
  if (!grid.contains(cell)) return {Status::kInvalidArgument, name + ": " + to_string(cell) + " is outside the map"};
  if (!passable(grid.cost[grid.index(cell)]))
    return {Status::kGoalBlocked, name + ": " + to_string(cell) + " is a wall"};
  return {};
}

Error check_goals(const CostGrid& grid, std::span<const Cell> goals) {
  if (goals.empty()) return {Status::kInvalidArgument, "goals: at least one is needed"};
  for (Cell goal : goals)
    if (Error error = check_source(grid, goal, "goals")) return error;
  return {};
}

Error check_desc(const CostGrid& grid, const IntegrationDesc& desc) {
  if (desc.sources.empty()) return {Status::kInvalidArgument, "sources: at least one is needed"};
  for (const FieldSource& source : desc.sources) {
    if (Error error = check_source(grid, source.cell, "sources")) return error;
    if (!(source.handicap >= 0 && source.handicap <= kMaxHandicap))
      return {Status::kInvalidArgument, "sources.handicap: must be from 0 to 1e6"};
  }
  return check_passages(desc.passages, grid.width, grid.height);
}

void keep_least_of_each(std::vector<FramedSource>& sources) {
  std::sort(sources.begin(), sources.end(), [](const FramedSource& a, const FramedSource& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.distance < b.distance;
  });
  const auto same = [](const FramedSource& a, const FramedSource& b) { return a.cell == b.cell; };
  sources.erase(std::unique(sources.begin(), sources.end(), same), sources.end());
}

}  // namespace

Error IntegrationBuilder::build(const CostGrid& grid, std::span<const Cell> goals, Metric metric,
                                IntegrationField& out) {
  if (Error error = check_goals(grid, goals)) return error;
  load(grid, {}, metric);
  asked_.flee = asked_.nearest_instead = false;
  for (Cell goal : goals) asked_.sources.push_back({framed(goal), 0});
  solve(out);
  return {};
}

Error IntegrationBuilder::build(const CostGrid& grid, const IntegrationDesc& desc, IntegrationField& out) {
  if (Error error = check_desc(grid, desc)) return error;
  load(grid, desc.passages, desc.metric);
  asked_.flee = desc.flee;
  asked_.nearest_instead = desc.nearest_instead;
  asked_.first = desc.sources[0].cell;
  for (const FieldSource& source : desc.sources) {
    const double handicap = double{source.handicap} * straight_step(desc.metric);
    asked_.sources.push_back({framed(source.cell), static_cast<std::uint32_t>(handicap + 0.5)});
  }
  keep_least_of_each(asked_.sources);
  solve(out);
  return {};
}

void IntegrationBuilder::build_level(const CostGrid& grid, Cell goal, Metric metric, std::uint32_t most,
                                     IntegrationField& out) {
  load(grid, {}, metric);
  reserve();
  clear_distances();
  start_at(framed(goal));
  flood_steps<Ground::kOpen>(most);
  queues_.ring.clear();
  store(out);
}

void IntegrationBuilder::load(const CostGrid& grid, const Passages& passages, Metric metric) {
  solved_ = false;
  map_.stride = grid.width + 2;
  map_.cost.assign(std::size_t{map_.stride} * (grid.height + 2), kWall);
  map_.passages.load(passages, grid.width, grid.height, metric);
  asked_.metric = metric;
  asked_.sources.clear();
  highest_cost_ = kOpenCost;
  for (std::uint32_t y = 0; y < grid.height; ++y) {
    const std::uint8_t* from = grid.cost.data() + std::size_t{y} * grid.width;
    std::uint8_t* to = map_.cost.data() + framed({0, y});
    for (std::uint32_t x = 0; x < grid.width; ++x) {
      to[x] = from[x];
      highest_cost_ = std::max(highest_cost_, from[x] == kWall ? kOpenCost : from[x]);
    }
  }
}

void IntegrationBuilder::reserve() {
  const auto cells = static_cast<std::uint32_t>(map_.cost.size());
  if (asked_.metric == Metric::kEikonal) {
    queues_.movable.reserve(cells, longest_wave_step(highest_cost_));
  } else {
    queues_.ring.reserve(cells * 2, kDiagonalStep * highest_cost_);
  }
  distance_.resize(cells);
}

void IntegrationBuilder::clear_distances() {
  std::transform(map_.cost.begin(), map_.cost.end(), distance_.begin(),
                 [](std::uint8_t cost) { return passable(cost) ? kUnvisited : 0; });
}

void IntegrationBuilder::solve(IntegrationField& out) {
  solve();
  store(out);
}

void IntegrationBuilder::solve() {
  solved_ = false;
  queues_.pending.clear();
  stranded_ = {};
  reserve();
  clear_distances();
  solve_from_sources();
  if (asked_.flee) escape();
  if (asked_.nearest_instead) {
    for (std::uint32_t cell = 0; cell < distance_.size(); ++cell)
      if (distance_[cell] == kUnvisited) stranded_.cells.push_back(cell);
    strand();
  }
  solved_ = true;
}

void IntegrationBuilder::solve_from_sources() {
  if (asked_.metric == Metric::kEikonal) {
    asked_.discs.load(asked_.sources, map_);
    touched_.clear();
    asked_.discs.collect(touched_);
    for (const std::uint32_t cell : touched_) queues_.pending.add(cell, asked_.discs.seed(cell) + 1);
  } else {
    for (const FramedSource& source : asked_.sources) {
      if (!open(source.cell)) continue;
      if (source.distance == 0) start_at(source.cell);
      if (source.distance != 0) queues_.pending.add(source.cell, source.distance + 1);
    }
  }
  queues_.pending.sort();
  flood();
}

void IntegrationBuilder::start_at(std::uint32_t cell) {
  if (distance_[cell] != 1) queues_.ring.push(cell * 2, 1);
  distance_[cell] = 1;
}

void IntegrationBuilder::flood() {
  const bool plain = map_.passages.empty();
  if (asked_.metric == Metric::kEikonal) return plain ? flood_wave<false>() : flood_wave<true>();
  if (!plain) return flood_steps<Ground::kPassages>(kUnvisited);
  level() ? flood_steps<Ground::kOpen>(kUnvisited) : flood_steps<Ground::kTerrain>(kUnvisited);
}

template <IntegrationBuilder::Ground kGround>
void IntegrationBuilder::flood_steps(std::uint32_t most) {
  const std::uint32_t diagonal = step_length(asked_.metric, true);
  BucketRing& ring = queues_.ring;
  const auto visit = [&](std::uint32_t cell) {
    if constexpr (kGround == Ground::kPassages) {
      expand_passages(cell);
    } else {
      expand<kGround>(cell, diagonal);
    }
  };
  run_flood(
      ring, queues_.pending, most,
      [&](std::uint32_t node, std::uint32_t distance) {
        if (distance_[node / 2] == distance) visit(node / 2);
      },
      [&](std::uint32_t cell, std::uint32_t distance) {
        if (distance >= distance_[cell]) return;
        distance_[cell] = distance;
        visit(cell);
      });
}

template <IntegrationBuilder::Ground kGround>
void IntegrationBuilder::expand(std::uint32_t cell, std::uint32_t diagonal) {
  const std::uint32_t distance = distance_[cell], north = cell - map_.stride, south = cell + map_.stride;
  const bool west_open = open(cell - 1), east_open = open(cell + 1);
  relax<kGround>(cell - 1, distance, kStraightStep, 0);
  relax<kGround>(cell + 1, distance, kStraightStep, 0);
  for (std::uint32_t side : {north, south}) {
    if (!open(side)) continue;
    relax<kGround>(side, distance, kStraightStep, 0);
    if (west_open) relax<kGround>(side - 1, distance, diagonal, 1);
    if (east_open) relax<kGround>(side + 1, distance, diagonal, 1);
  }
}

template <IntegrationBuilder::Ground kGround>
inline void IntegrationBuilder::relax(std::uint32_t cell, std::uint32_t from_distance, std::uint32_t step,
                                      std::uint32_t diagonal) {
  // 64 bits: a sum that would wrap is no improvement, and the cell stays unvisited.
  const std::uint64_t distance =
      std::uint64_t{from_distance} + (kGround == Ground::kOpen ? step : step * map_.cost[cell]);
  if (distance >= distance_[cell]) return;
  distance_[cell] = static_cast<std::uint32_t>(distance);
  queues_.ring.push(cell * 2 + diagonal, static_cast<std::uint32_t>(distance));
}

void IntegrationBuilder::expand_passages(std::uint32_t cell) {
  for (const Step step : kSteps) {
    const std::uint32_t from = cell - offset(step);
    if (!walkable(from, cell, step)) continue;
    relax<Ground::kPassages>(from, distance_[cell], step_length(asked_.metric, step.diagonal()), step.diagonal());
  }
  follow_links(cell);
}

bool IntegrationBuilder::walkable(std::uint32_t from, std::uint32_t to, Step step) const {
  if (!open(to) || !open(from + offset({step.dx, 0})) || !open(from + offset({0, step.dy}))) return false;
  return map_.passages.empty() || map_.passages.allows(from, to, step);
}

void IntegrationBuilder::follow_links(std::uint32_t cell) {
  for (const PassageMap::Way& way : map_.passages.ending_at(cell)) {
    const std::uint64_t distance = std::uint64_t{distance_[cell]} + way.length;
    if (distance < distance_[way.there]) queues_.pending.push(way.there, static_cast<std::uint32_t>(distance));
  }
}

void IntegrationBuilder::store(IntegrationField& out) const {
  out.width = map_.stride - 2;
  out.height = static_cast<std::uint32_t>(map_.cost.size() / map_.stride) - 2;
  out.metric = asked_.metric;
  out.distance.resize(std::size_t{out.width} * out.height);
  for (std::uint32_t y = 0; y < out.height; ++y) {
    const std::uint32_t* from = distance_.data() + framed({0, y});
    std::transform(from, from + out.width, out.distance.data() + std::size_t{y} * out.width, unframed_distance);
  }
}

std::uint64_t IntegrationBuilder::memory_bytes() const {
  const std::size_t lists = distance_.capacity() + touched_.capacity() + stranded_.cells.capacity();
  const std::size_t sources = asked_.sources.capacity() + stranded_.sources.capacity();
  return map_.cost.capacity() + map_.passages.memory_bytes() + lists * sizeof(std::uint32_t) +
         sources * sizeof(FramedSource) + asked_.discs.memory_bytes() + queues_.ring.memory_bytes() +
         queues_.movable.memory_bytes() + queues_.pending.memory_bytes();
}

Result<IntegrationField> build_integration_field(const CostGrid& grid, std::span<const Cell> goals, Metric metric) {
  const ExactFloat exact;
  try {
    if (Error error = validate(grid)) return error;
    IntegrationField field;
    if (Error error = IntegrationBuilder().build(grid, goals, metric, field)) return error;
    return field;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

Result<IntegrationField> build_integration_field(const CostGrid& grid, const IntegrationDesc& desc) {
  const ExactFloat exact;
  try {
    if (Error error = validate(grid)) return error;
    IntegrationField field;
    if (Error error = IntegrationBuilder().build(grid, desc, field)) return error;
    return field;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

}  // namespace cardume
