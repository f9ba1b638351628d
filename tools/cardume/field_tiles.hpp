#pragma once
#include <cardume/tiles.hpp>
#include <string>
#include <vector>

#include "tools/cardume/field_picture.hpp"
#include "tools/scenario/moving_ai_scen.hpp"

namespace cardume {

/// Ways over tiles beside the best ones.
struct TileWays {
  std::uint32_t tiles = 0, nodes = 0;
  std::uint64_t memory_bytes = 0;
  double build_ms = 0, plan_ms = 0;  ///< Of the graph, and of one goal; the median where there are several.
  std::vector<FieldGate> gates;
  std::vector<FieldTrace> traces;  ///< From where the flat ones start.
};

/// Finds the ways of some traces anew, over tiles.
Result<TileWays> find_tile_ways(const FieldModel&, const std::vector<FieldTrace>& flat, Scheduler&);

/// By how much a way is longer than the best one, as a share of that one; 0 where there is none, or no length.
double excess_of(const FieldTrace& tiled, const FieldTrace& flat);

/// How the queries of a map fare over tiles.
struct TileCheck {
  std::size_t rows = 0;
  std::size_t unlike = 0;  ///< With a way where there is none, or none where there is one.
  std::size_t beyond = 0;  ///< Longer than kMostExcess allows.
  double mean_excess = 0, largest_excess = 0;
  TileWays ways;  ///< Without gates and traces.
};

/// What ways over tiles may be longer, as a share.
inline constexpr double kMostExcess = 0.04;

Result<TileCheck> check_tiles(const CostGrid&, const std::vector<ScenRow>&, Scheduler&);
std::string to_text(const TileCheck&);

}  // namespace cardume
