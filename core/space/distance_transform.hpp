#pragma once
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace cardume {

/// A run of cells along both axes, the last ones included.
struct CellBox {
  Cell low, high;
};

/// Measures how far the centres of cells are from the nearest wall square; outside the map all is wall. Exact
/// (A. Meijster, J. Roerdink, W. Hesselink, "A general algorithm for computing distance transforms in linear time",
/// 2000), in one pass over the rows with memory for one row.
///
/// All is counted in half cells. Then the centres have odd coordinates, and of each wall square the nearest point to
/// any centre is a corner or the middle of a side, whose coordinates are whole: distances to squares become distances
/// to points.
class DistanceTransform {
 public:
  DistanceTransform() = default;
  /// For maps of that width. Distances are cut off at `limit` cells, so that whatever is farther from a wall needs no
  /// update when that wall changes.
  DistanceTransform(std::uint32_t width, std::uint32_t limit);

  /// Writes the distances of the cells in the box, in world units, into `out`, which has an entry for every cell.
  void measure(const CostGrid&, CellBox, std::vector<float>& out);

  std::uint32_t limit() const { return limit_; }
  std::uint64_t memory_bytes() const;

 private:
  /// The parabola over one half column that is lowest from half column `first` on.
  struct Lowest {
    std::int32_t column, first;
  };

  void start_columns(const CostGrid&, std::int32_t row);
  void advance_columns(const CostGrid&, std::int32_t row);
  void fill_half_columns(const CostGrid&, std::int32_t row);
  std::size_t find_lowest();
  std::int64_t height(std::int32_t column, std::int32_t at) const;

  std::uint32_t limit_ = 0;
  std::int32_t left_ = 0, right_ = 0;    ///< Columns that matter to the box: [left, right).
  std::vector<std::int32_t> above_;      ///< Of each column the nearest wall at or above the row.
  std::vector<std::int32_t> below_;      ///< The nearest wall at or below it, or the row searched up to.
  std::vector<std::int64_t> distance2_;  ///< Of each half column: from the row's centres to its nearest wall point.
  std::vector<Lowest> lowest_;
};

}  // namespace cardume
