#pragma once
#include <string>
#include <vector>

#include "tools/cardume/field_model.hpp"

namespace cardume {

/// How long something took that was done several times, on one core.
struct FieldTiming {
  std::string what;
  double ms = 0;       ///< The fastest.
  double ns_cell = 0;  ///< The same, for each cell of the map.
};

/// Times flat fields of every mode to one goal, and their directions.
std::vector<FieldTiming> time_fields(const FieldModel&, Cell goal);

}  // namespace cardume
