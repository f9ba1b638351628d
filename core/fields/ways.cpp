#include <cardume/field.hpp>
#include <new>
#include <string>

#include "core/fields/neighbourhood.hpp"

namespace cardume {
namespace {

std::string to_string(Cell cell) {
  std::string text = "(";
  return text.append(std::to_string(cell.x)).append(", ").append(std::to_string(cell.y)).append(")");
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
  for (Cell cell = from; field.at(cell) != 0 && field.at(cell) != kStranded;) {
    const Step step = Neighbourhood(field, cell).best_step(field.metric, grid.cost[grid.index(cell)]);
    if (step == Step{}) return {Status::kInvalidArgument, "field: no way leads on from " + to_string(cell)};
    cell = cell + step;
    visit(step, cell);
  }
  return {};
}

}  // namespace

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
