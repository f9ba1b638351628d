// R. Dial, "Algorithm 360: Shortest-path forest with topological ordering", Communications of the ACM, 1969.
#include "core/fields/integration_field.hpp"

#include <algorithm>
#include <new>

#include "core/fields/neighbourhood.hpp"

namespace cardume {
namespace {

constexpr std::uint32_t kUnvisited = kUnreachable;

std::string to_string(Cell cell) {
  std::string text = "(";
  return text.append(std::to_string(cell.x)).append(", ").append(std::to_string(cell.y)).append(")");
}

Error check_goals(const CostGrid& grid, std::span<const Cell> goals) {
  if (goals.empty()) return {Status::kInvalidArgument, "goals: at least one is needed"};
  for (Cell goal : goals) {
    if (!grid.contains(goal)) return {Status::kInvalidArgument, "goals: " + to_string(goal) + " is outside the map"};
    if (grid.blocked(goal)) return {Status::kGoalBlocked, "goals: " + to_string(goal) + " is a wall"};
  }
  return {};
}

Error check_way(const CostGrid& grid, const IntegrationField& field, Cell from) {
  const std::size_t cells = std::size_t{field.width} * field.height;
  if (field.width != grid.width || field.height != grid.height || field.distance.size() != cells ||
      grid.cost.size() != cells) {
    return {Status::kInvalidArgument, "field: was not built from this grid"};
  }
  if (!grid.contains(from)) return {Status::kInvalidArgument, "from: " + to_string(from) + " is outside the map"};
  if (field.at(from) == kUnreachable) return {Status::kInvalidArgument, "from: " + to_string(from) + " is unreachable"};
  return {};
}

/// Calls visit(step, cell) for each step of the best way. Every step leads to a smaller distance, so the walk ends.
template <class Visit>
Error walk(const CostGrid& grid, const IntegrationField& field, Cell from, Visit visit) {
  if (Error error = check_way(grid, field, from)) return error;
  for (Cell cell = from; field.at(cell) != 0;) {
    const Step step = Neighbourhood(field, cell).best_step(field.metric, grid.cost[grid.index(cell)]);
    if (step == Step{}) return {Status::kInvalidArgument, "field: no way leads on from " + to_string(cell)};
    cell = cell + step;
    visit(step, cell);
  }
  return {};
}

}  // namespace

Error IntegrationBuilder::build(const CostGrid& grid, std::span<const Cell> goals, Metric metric,
                                IntegrationField& out) {
  if (Error error = check_goals(grid, goals)) return error;
  load(grid, out, metric);
  seed(goals);
  if (level()) {
    flood<true>(metric, kUnreachable);
  } else {
    flood<false>(metric, kUnreachable);
  }
  store(out);
  return {};
}

void IntegrationBuilder::build_level(const CostGrid& grid, Cell goal, Metric metric, std::uint32_t most,
                                     IntegrationField& out) {
  load(grid, out, metric);
  seed({&goal, 1});
  flood<true>(metric, most);
  ring_.clear();
  store(out);
}

void IntegrationBuilder::load(const CostGrid& grid, IntegrationField& out, Metric metric) {
  out.width = grid.width;
  out.height = grid.height;
  out.metric = metric;
  out.distance.resize(grid.cost.size());
  stride_ = grid.width + 2;
  const std::size_t cells = std::size_t{stride_} * (grid.height + 2);
  cost_.resize(cells);
  distance_.assign(cells, 0);
  highest_cost_ = kOpenCost;
  for (std::uint32_t y = 0; y < grid.height; ++y) {
    const std::uint8_t* from = grid.cost.data() + std::size_t{y} * grid.width;
    std::uint8_t* to = cost_.data() + std::size_t{y + 1} * stride_ + 1;
    std::uint32_t* distance = distance_.data() + std::size_t{y + 1} * stride_ + 1;
    for (std::uint32_t x = 0; x < grid.width; ++x) {
      to[x] = from[x];
      distance[x] = from[x] == kWall ? 0 : kUnvisited;
      highest_cost_ = std::max(highest_cost_, from[x] == kWall ? kOpenCost : from[x]);
    }
  }
  ring_.reserve(static_cast<std::uint32_t>(cells * 2), kDiagonalStep * highest_cost_);
}

void IntegrationBuilder::seed(std::span<const Cell> goals) {
  for (Cell goal : goals) {
    const std::uint32_t cell = (goal.y + 1) * stride_ + goal.x + 1;
    if (distance_[cell] != 1) ring_.push(cell * 2, 1);
    distance_[cell] = 1;
  }
}

template <bool kOpenGround>
void IntegrationBuilder::flood(Metric metric, std::uint32_t most) {
  for (std::uint32_t distance = 1; ring_.advance(distance) && distance <= most;) {
    std::uint32_t next = 0;
    for (std::uint32_t node = ring_.take(distance); node != BucketRing::kEnd; node = next) {
      next = ring_.next(node);
      if (distance_[node / 2] == distance) expand<kOpenGround>(node / 2, metric);
    }
  }
}

template <bool kOpenGround>
void IntegrationBuilder::expand(std::uint32_t cell, Metric metric) {
  const std::uint32_t distance = distance_[cell], north = cell - stride_, south = cell + stride_;
  const bool west_open = open(cell - 1), east_open = open(cell + 1);
  const std::uint32_t diagonal = step_length(metric, true);
  relax<kOpenGround>(cell - 1, distance, kStraightStep, 0);
  relax<kOpenGround>(cell + 1, distance, kStraightStep, 0);
  for (std::uint32_t side : {north, south}) {
    if (!open(side)) continue;
    relax<kOpenGround>(side, distance, kStraightStep, 0);
    if (west_open) relax<kOpenGround>(side - 1, distance, diagonal, 1);
    if (east_open) relax<kOpenGround>(side + 1, distance, diagonal, 1);
  }
}

template <bool kOpenGround>
inline void IntegrationBuilder::relax(std::uint32_t cell, std::uint32_t from_distance, std::uint32_t step,
                                      std::uint32_t diagonal) {
  // 64 bits: a sum that would wrap is no improvement, and the cell stays unvisited.
  const std::uint64_t distance = std::uint64_t{from_distance} + (kOpenGround ? step : step * cost_[cell]);
  if (distance >= distance_[cell]) return;
  distance_[cell] = static_cast<std::uint32_t>(distance);
  ring_.push(cell * 2 + diagonal, static_cast<std::uint32_t>(distance));
}

void IntegrationBuilder::store(IntegrationField& out) const {
  for (std::uint32_t y = 0; y < out.height; ++y) {
    const std::uint32_t* from = distance_.data() + std::size_t{y + 1} * stride_ + 1;
    std::uint32_t* to = out.distance.data() + std::size_t{y} * out.width;
    std::transform(from, from + out.width, to, [](std::uint32_t distance) {
      return distance == kUnvisited ? kUnreachable : distance - 1;  // A wall's 0 becomes kUnreachable as well.
    });
  }
}

Result<IntegrationField> build_integration_field(const CostGrid& grid, std::span<const Cell> goals, Metric metric) {
  try {
    if (Error error = validate(grid)) return error;
    IntegrationField field;
    if (Error error = IntegrationBuilder().build(grid, goals, metric, field)) return error;
    return field;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

Result<Steps> steps_to_goal(const CostGrid& grid, const IntegrationField& field, Cell from) {
  try {
    Steps steps;
    const Error error = walk(grid, field, from, [&](Step step, Cell) {
      steps.diagonal += step.diagonal();
      steps.cardinal += !step.diagonal();
    });
    if (error) return error;
    return steps;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

Result<std::vector<Cell>> path_to_goal(const CostGrid& grid, const IntegrationField& field, Cell from) {
  try {
    std::vector<Cell> cells{from};
    if (Error error = walk(grid, field, from, [&](Step, Cell cell) { cells.push_back(cell); })) return error;
    return cells;
  } catch (const std::bad_alloc&) {
    return Error{Status::kOutOfMemory, {}};
  }
}

}  // namespace cardume
