#pragma once
#include <cardume/cost_grid.hpp>
#include <cardume/export.hpp>
#include <cardume/passage.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace cardume {

/// How steps between cells are counted.
enum class Metric : std::uint8_t {
  kOctile,  ///< 70 a straight step, 99 a diagonal one (99/70 is sqrt 2 to 5 digits), times the cost of the cell left.
  kChebyshev,  ///< 70 a step in any of the 8 directions, times the cost of the cell left: the flood fill of tutorials.
  /// As the crow flies: the upwind solution of |grad distance| = cost, in 1/1120 cell, seeded with the straight
  /// distance where the goal is in sight. Smooth headings; up to 3.8 million cells.
  kEikonal,
};

/// Units of IntegrationField::distance in one straight step over open ground, for Metric::kOctile and kChebyshev.
inline constexpr std::uint32_t kStraightStep = 70;
inline constexpr std::uint32_t kDiagonalStep = 99;
/// The same for Metric::kEikonal.
inline constexpr std::uint32_t kEikonalStep = 1120;
inline constexpr std::uint32_t kUnreachable = std::numeric_limits<std::uint32_t>::max();
/// From here on count the distances of ground from which no way leads to a goal and that leads to a place near it
/// instead (IntegrationDesc::nearest_instead).
inline constexpr std::uint32_t kStranded = 1u << 31;

/// Units of IntegrationField::distance in one straight step over open ground.
constexpr std::uint32_t straight_step(Metric metric) {
  return metric == Metric::kEikonal ? kEikonalStep : kStraightStep;
}

/// The length of the best way to the goal from every cell, in units of 1/straight_step(metric) cell; kUnreachable
/// behind walls, and where the way is longer than 2^32 - 3 such units (millions of cells over the costliest ground).
struct IntegrationField {
  std::uint32_t width = 0, height = 0;
  Metric metric = Metric::kOctile;
  std::vector<std::uint32_t> distance;  ///< Row-major, as in CostGrid.

  std::uint32_t at(Cell cell) const { return distance[cell.y * width + cell.x]; }
};

/// A path as the number of its straight and its diagonal steps.
struct Steps {
  std::uint32_t cardinal = 0, diagonal = 0;

  double length() const { return cardinal + diagonal * std::sqrt(2.0); }
  friend bool operator==(Steps, Steps) = default;
};

/// Measures the way to the nearest of `goals` from every cell. A diagonal step needs both cells beside it to be free,
/// so walls that touch at a corner are closed. Exact and independent of any order (R. Dial, "Algorithm 360:
/// Shortest-path forest with topological ordering", 1969). kInvalidArgument for no goal or one outside; kGoalBlocked
/// for a goal in a wall.
CARDUME_EXPORT Result<IntegrationField> build_integration_field(const CostGrid&, std::span<const Cell> goals,
                                                                Metric = Metric::kOctile);

/// A cell that ways lead to.
struct FieldSource {
  Cell cell;
  float handicap = 0;  ///< How much farther than it is this one is taken to be, in cells of open ground; 0 to 1e6.

  friend bool operator==(const FieldSource&, const FieldSource&) = default;
};

/// An integration field to build.
struct IntegrationDesc {
  std::vector<FieldSource> sources;  ///< At least one.
  Metric metric = Metric::kOctile;
  /// The sources are threats; the field leads away from them. Each distance to them becomes 1.2 times itself short of
  /// the largest one, and ways are measured from there: who flees may pass a threat to get out of a trap.
  bool flee = false;
  /// Ground from which no way leads to any source leads to its cell that is nearest to the first one instead. Distances
  /// to that count from kStranded.
  bool nearest_instead = false;
  Passages passages;  ///< One-way cells and links.
};

/// The same for more than distances to the nearest of several cells. Errors likewise, by the member's name.
CARDUME_EXPORT Result<IntegrationField> build_integration_field(const CostGrid&, const IntegrationDesc&);

/// The weighted sum of fields of one map and metric, less its least value; kUnreachable where any of them is. It may
/// have hollows, where a crowd comes to rest. kInvalidArgument for none, unlike ones, or weights not in 0.001 to 1000.
CARDUME_EXPORT Result<IntegrationField> combine_fields(std::span<const IntegrationField> fields,
                                                       std::span<const float> weights);

/// The steps of a best way from `from` to the goal. kInvalidArgument outside the map or on an unreachable cell.
CARDUME_EXPORT Result<Steps> steps_to_goal(const CostGrid&, const IntegrationField&, Cell from);

/// The cells of a best way from `from` (first) to the goal (last). Errors as in steps_to_goal.
CARDUME_EXPORT Result<std::vector<Cell>> path_to_goal(const CostGrid&, const IntegrationField&, Cell from);

/// How a cell's direction comes from the integration field.
enum class DirectionMode : std::uint8_t {
  kGradient,  ///< Downhill gradient of the distance, one-sided beside walls, never into one. Smooth headings.
  kArrows,    ///< Toward the best of the 8 neighbours: 45 degree steps, the mode of tutorials.
};

/// A unit direction a cell, packed as two 16-bit signed fractions (x low, y high), in a frame of one wall cell: cell
/// (x, y) of the map is entry (y + 1) * stride + x + 1. Walls and unreachable cells hold kNoDirection; goals, and cells
/// from which the way leads through a link, hold 0.
struct FlowField {
  static constexpr std::uint32_t kNoDirection = 0x80008000u;

  std::uint32_t width = 0, height = 0;  ///< Of the map, without the frame.
  std::uint32_t stride = 0;             ///< Entries in a row: width + 2.
  float cell_size = 1;
  /// Where the direction of cell (0, 0) holds, in cells along both axes: 0.5, its middle. 1 in fields for walkers of an
  /// even number of cells across, whose middles go along the edges of cells.
  float origin = 0.5f;
  DirectionMode mode = DirectionMode::kGradient;
  std::vector<std::uint32_t> direction;

  std::uint32_t packed(Cell cell) const { return direction[(cell.y + 1) * stride + cell.x + 1]; }
};

/// The direction of every cell. Empty where the field does not belong to the grid, and for want of memory.
CARDUME_EXPORT FlowField build_flow_field(const CostGrid&, const IntegrationField&,
                                          DirectionMode = DirectionMode::kGradient, const Passages& = {});

/// The direction of one cell: a unit vector, or (0, 0) on goals, walls and unreachable cells.
CARDUME_EXPORT Vec2 direction_at(const FlowField&, Cell);

}  // namespace cardume
