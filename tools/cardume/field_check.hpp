#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/scheduler.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cardume/field_tiles.hpp"
#include "tools/scenario/moving_ai_scen.hpp"

namespace cardume {

/// A query whose answer differs from the listed one.
struct FieldMismatch {
  std::size_t row = 0;  ///< From 0.
  ScenRow query;
  double found = 0;  ///< Negative where there is no way.
};

/// How a map's fields compare with known shortest ways.
struct FieldCheck {
  std::size_t rows = 0;
  std::size_t fields = 0;  ///< One for each different goal.
  std::vector<FieldMismatch> mismatches;
  double largest_error = 0;  ///< Of any row, relative to the listed length, whose rounding it includes.
  double field_ms_median = 0, field_ms_min = 0;
  std::optional<TileCheck> tiles;

  bool passed() const { return mismatches.empty() && (!tiles || tiles->unlike + tiles->beyond == 0); }
};

/// Answers every row from the octile integration field of its goal. `name` serves error messages, for rows that do not
/// belong to this map.
Result<FieldCheck> check_field(const CostGrid&, const std::vector<ScenRow>&, const std::string& name, Scheduler&);

/// For people.
std::string to_text(const FieldCheck&, const std::string& map);
/// For programs: schema "cardume.field/1".
std::string to_json(const FieldCheck&, const std::string& map);

}  // namespace cardume
