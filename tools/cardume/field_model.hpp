#pragma once
#include <cardume/field.hpp>
#include <vector>

#include "tools/cardume/field_options.hpp"

namespace cardume {

/// A map and the field that was asked for.
struct FieldModel {
  CostGrid terrain;     ///< As it is drawn.
  CostGrid ground;      ///< What ways go by: the terrain, or those of its places that there is room at.
  float origin = 0.5f;  ///< Where the place of cell (0, 0) of the ground is along both axes, in cells.
  std::vector<Cell> goals, threats;
  IntegrationField field;
  FlowField flow;
};

/// The map of the options, edited, and the ground that is left of it. No field yet.
Result<FieldModel> load_ground(const FieldOptions&);

/// The free cell nearest to one that was asked for. The message begins with the option.
Result<Cell> snapped(const CostGrid& ground, const char* option, Cell wanted);

/// Adds the field of goals and threats, which is weighed half and half where there are both.
Error build_field(const FieldOptions&, FieldModel& model);

/// In cells of open ground, or a negative number where no way leads.
double distance_of(const IntegrationField&, Cell);

}  // namespace cardume
