#include "tools/cardume/field_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cardume/walk_grid.hpp>
#include <cardume/world.hpp>

#include "tools/scenario/map_file.hpp"

namespace cardume {
namespace {

Error apply(const FieldEdit& edit, CostGrid& grid) {
  if (!grid.contains(edit.corner) || !grid.contains(edit.opposite)) {
    return {Status::kInvalidArgument,
            fmt::format("--edit: reaches out of a map of {} x {} cells", grid.width, grid.height)};
  }
  const auto [left, right] = std::minmax(edit.corner.x, edit.opposite.x);
  const auto [top, bottom] = std::minmax(edit.corner.y, edit.opposite.y);
  for (std::uint32_t y = top; y <= bottom; ++y)
    std::fill_n(grid.cost.begin() + grid.index({left, y}), right - left + 1, edit.cost);
  return {};
}

Error snap_all(const CostGrid& ground, const char* option, const std::vector<Cell>& wanted, std::vector<Cell>& cells) {
  for (const Cell cell : wanted) {
    const Result<Cell> free = snapped(ground, option, cell);
    if (!free) return free.error();
    cells.push_back(*free);
  }
  return {};
}

Result<IntegrationField> field_of(const CostGrid& ground, const std::vector<Cell>& cells, bool flee, Metric metric) {
  IntegrationDesc desc;
  for (const Cell cell : cells) desc.sources.push_back({cell});
  desc.metric = metric;
  desc.flee = flee;
  return build_integration_field(ground, desc);
}

Result<IntegrationField> weighed(const FieldModel& model, Metric metric) {
  std::vector<IntegrationField> fields;
  for (const bool flee : {false, true}) {
    Result<IntegrationField> field = field_of(model.ground, flee ? model.threats : model.goals, flee, metric);
    if (!field) return field;
    fields.push_back(std::move(*field));
  }
  return combine_fields(fields, std::array{1.f, 1.f});
}

}  // namespace

Result<FieldModel> load_ground(const FieldOptions& options) {
  Result<CostGrid> grid = load_map(options.map, 1);
  if (!grid) return grid.error();
  FieldModel model;
  model.terrain = std::move(*grid);
  for (const FieldEdit& edit : options.ground.edits)
    if (Error error = apply(edit, model.terrain)) return error;
  Result<WalkGrid> walk = build_walk_grid(model.terrain, MovementDesc{}, options.ground.clearance);
  if (!walk) return walk.error();
  model.ground = std::move(walk->grid);
  model.origin = walk->origin;
  return model;
}

Result<Cell> snapped(const CostGrid& ground, const char* option, Cell wanted) {
  const Error refusal{Status::kInvalidArgument, fmt::format("{} {},{}: expected X,Y within {} x {} cells", option,
                                                            wanted.x, wanted.y, ground.width, ground.height)};
  if (!ground.contains(wanted)) return refusal;
  const Result<Cell> free = nearest_free(ground, wanted, FieldsDesc{}.snap_radius);
  if (free) return free;
  return Error{free.error().status, fmt::format("{} {},{}: {}", option, wanted.x, wanted.y, free.error().message)};
}

Error build_field(const FieldOptions& options, FieldModel& model) {
  if (Error error = snap_all(model.ground, "--goal", options.aims.goals, model.goals)) return error;
  if (Error error = snap_all(model.ground, "--flee", options.aims.threats, model.threats)) return error;
  Result<IntegrationField> field = model.threats.empty() ? field_of(model.ground, model.goals, false, options.metric)
                                   : model.goals.empty() ? field_of(model.ground, model.threats, true, options.metric)
                                                         : weighed(model, options.metric);
  if (!field) return field.error();
  model.field = std::move(*field);
  model.flow = build_flow_field(model.ground, model.field, options.directions);
  model.flow.origin = model.origin;
  return {};
}

double distance_of(const IntegrationField& field, Cell cell) {
  const std::uint32_t distance = field.at(cell);
  return distance == kUnreachable ? -1 : static_cast<double>(distance) / straight_step(field.metric);
}

}  // namespace cardume
