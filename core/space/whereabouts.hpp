#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "core/space/place.hpp"
#include "core/world_state.hpp"

// Where the agents are between ticks. The grid holds who was in which cell when the tick sorted them; since then they
// have moved, most of them by a small part of a cell. So every look is widened by as far as the farthest of them is out
// of its cell. The few who are much farther out, because they were ejected from a wall or have gone over the edge of a
// torus, are the strays: those looks do not find them, but a list of them by the cells that they are in now.
namespace cardume {

/// Around a place, by so much along each axis.
Bounds around(const Place& centre, double reach);

/// Cells by column, row and layer, from the first to the last.
struct CellRange {
  std::array<std::uint32_t, 3> first{}, last{};

  bool has_line(std::uint32_t row, std::uint32_t layer) const {
    return first[1] <= row && row <= last[1] && first[2] <= layer && layer <= last[2];
  }
  friend bool operator==(const CellRange&, const CellRange&) = default;
};

inline constexpr CellRange kNoCells{{1, 1, 1}, {0, 0, 0}};

/// The cells that are in both; there must be some.
CellRange common(const CellRange&, const CellRange&);

class Whereabouts {
 public:
  /// Looks how far agents have strayed, once a tick.
  explicit Whereabouts(WorldState&);

  const AgentTable& agents() const { return agents_; }
  /// The edge of a cell along y and z; along x cells are finer.
  double cell_edge() const { return 1 / static_cast<double>(grid_.inverse_row); }

  Place at(std::uint32_t row) const {
    return {static_cast<double>(x_[row]), static_cast<double>(y_[row]),
            z_ == nullptr ? 0 : static_cast<double>(z_[row])};
  }

  /// The cells to be looked at for agents within those bounds.
  CellRange cells(const Bounds&) const;

  /// Calls `visit(row)` for all agents of these cells, each once, but for the cells that have been seen, which must be
  /// some of them. Not all of these agents need to be there.
  template <class Visit>
  void visit(const CellRange& cells, const CellRange& seen, Visit visit) const {
    for (std::uint32_t layer = cells.first[2]; layer <= cells.last[2]; ++layer)
      for (std::uint32_t row = cells.first[1]; row <= cells.last[1]; ++row) {
        const std::uint32_t line = (layer * grid_.rows + row) * grid_.columns;
        if (!seen.has_line(row, layer)) {
          visit_cells(line + cells.first[0], line + cells.last[0], visit);
          continue;
        }
        if (cells.first[0] < seen.first[0]) visit_cells(line + cells.first[0], line + seen.first[0] - 1, visit);
        if (seen.last[0] < cells.last[0]) visit_cells(line + seen.last[0] + 1, line + cells.last[0], visit);
      }
  }
  template <class Visit>
  void visit(const CellRange& cells, Visit visit_one) const {
    visit(cells, kNoCells, visit_one);
  }

 private:
  template <class Visit>
  void visit_cells(std::uint32_t first, std::uint32_t last, Visit& visit) const {
    std::uint32_t row = grid_.start[first];
    const std::uint32_t end = grid_.start[last + 1];
    if (!strays_.strays.empty()) row = visit_strays(first, last, visit);
    for (; row < end; ++row) visit(row);
  }

  /// Those who are in these cells now, and those whom the grid has there up to its last stray, who are not. Returns
  /// the agent after that one.
  template <class Visit>
  std::uint32_t visit_strays(std::uint32_t first, std::uint32_t last, Visit& visit) const {
    const auto& by_cell = strays_.by_cell;
    for (auto one = std::lower_bound(by_cell.begin(), by_cell.end(), std::pair{first, 0u});
         one != by_cell.end() && one->first <= last; ++one)
      visit(one->second);
    std::uint32_t row = grid_.start[first];
    const auto& rows = strays_.strays;
    for (auto one = std::lower_bound(rows.begin(), rows.end(), row); one != rows.end() && *one < grid_.start[last + 1];
         ++one) {
      for (; row < *one; ++row) visit(row);
      ++row;
    }
    return row;
  }

  const AgentTable& agents_;
  const Grid& grid_;
  const QueryBuffers& strays_;
  const float *x_, *y_, *z_;
};

}  // namespace cardume
