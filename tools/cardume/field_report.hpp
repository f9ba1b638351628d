#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tools/cardume/field_bench.hpp"
#include "tools/cardume/field_tiles.hpp"
#include "tools/cardume/field_trace.hpp"

namespace cardume {

/// What `cardume field` found out. Parts that nobody asked for are empty.
struct FieldReport {
  std::string map;
  FieldModel model;
  std::vector<FieldTrace> traces;
  std::optional<TileWays> tiles;
  std::vector<FieldTiming> timings;
};

/// For people.
std::string to_text(const FieldReport&);
/// For programs: schema "cardume.ways/1".
std::string to_json(const FieldReport&);

}  // namespace cardume
