#include "core/space/body_fit.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/space/body_sweep.hpp"
#include "core/space/wall_squares.hpp"

namespace cardume {
namespace {

using Signed = std::int64_t;

/// No place in a cell is farther from its centre, in cells.
constexpr float kFarthestInCell = 0.7072f;

bool on_map(const CostGrid& grid, Vec2 place) {
  return place.x >= 0 && place.y >= 0 && place.x <= static_cast<float>(grid.width) * grid.cell_size &&
         place.y <= static_cast<float>(grid.height) * grid.cell_size;
}

/// Looks through places half a cell apart, ring by ring around the first.
class FitSearch {
 public:
  FitSearch(const Terrain& terrain, float radius, Vec2 place, float distance)
      : terrain_(terrain),
        grid_(terrain.grid),
        scale_(grid_),
        squares_(grid_),
        radius_(radius),
        reach_(scale_.reach(radius)),
        wanted_(scale_.to_cells(place)),
        column_(static_cast<Signed>(wanted_.x * 2)),
        row_(static_cast<Signed>(wanted_.y * 2)) {
    const double cells = static_cast<double>(distance) / static_cast<double>(grid_.cell_size);
    best_ = {cells * cells, kNowhere, kNowhere};
  }

  std::optional<Vec2> run() {
    const Signed last = 2 * Signed{std::max(grid_.width, grid_.height)};
    for (Signed ring = 0; ring <= last && least(ring) <= std::get<0>(best_); ++ring) look_at(ring);
    if (std::get<1>(best_) == kNowhere) return std::nullopt;
    return place_of(std::get<2>(best_), std::get<1>(best_));
  }

 private:
  static constexpr Signed kNowhere = Signed{1} << 40;

  /// Nothing in a ring is nearer, squared and in cells; the place itself lies up to half a cell beside the first.
  static double least(Signed ring) {
    const double cells = static_cast<double>(std::max<Signed>(ring - 1, 0)) / 2;
    return cells * cells;
  }

  Vec2 place_of(Signed column, Signed row) const {
    return scale_.to_world({static_cast<double>(column) / 2, static_cast<double>(row) / 2});
  }

  void look_at(Signed ring) {
    for (Signed row = row_ - ring; row <= row_ + ring; ++row) {
      const bool edge = row == row_ - ring || row == row_ + ring;
      const Signed step = edge || ring == 0 ? 1 : 2 * ring;
      for (Signed column = column_ - ring; column <= column_ + ring; column += step) consider(column, row);
    }
  }

  /// What clearance rules out, wide bodies need not measure.
  bool may_fit(Vec2 place) const {
    const Cell cell = cell_at(grid_, place);
    if (grid_.blocked(cell)) return false;
    return terrain_.clearance.empty() || terrain_.clearance[grid_.index(cell)] + grid_.cell_size >= radius_;
  }

  void consider(Signed column, Signed row) {
    if (column <= 0 || row <= 0 || column >= 2 * Signed{grid_.width} || row >= 2 * Signed{grid_.height}) return;
    const Point at{static_cast<double>(column) / 2, static_cast<double>(row) / 2}, way = at - wanted_;
    const std::tuple candidate{dot(way, way), row, column};
    if (candidate < best_ && may_fit(place_of(column, row)) && squares_.nearest(at, reach_).distance >= reach_)
      best_ = candidate;
  }

  const Terrain& terrain_;
  const CostGrid& grid_;
  WallScale scale_;
  WallSquares squares_;
  float radius_;
  double reach_;
  Point wanted_;
  Signed column_, row_;
  std::tuple<double, Signed, Signed> best_;  ///< Squared distance in cells, then row and column in half cells.
};

}  // namespace

bool fits(const CostGrid& grid, float radius, Vec2 place) {
  if (!on_map(grid, place)) return false;
  if (grid.blocked(cell_at(grid, place))) return false;
  if (radius == 0) return true;
  const double reach = static_cast<double>(radius * (1 - kWallTolerance)) / static_cast<double>(grid.cell_size);
  return WallSquares(grid).nearest(WallScale(grid).to_cells(place), reach).distance >= reach;
}

bool fits(const Terrain& terrain, float radius, Vec2 place) {
  const CostGrid& grid = terrain.grid;
  if (!on_map(grid, place)) return false;
  const bool far = !terrain.clearance.empty() &&
                   terrain.clearance[grid.index(cell_at(grid, place))] >= radius + kFarthestInCell * grid.cell_size;
  return far || fits(grid, radius, place);
}

std::optional<Vec2> nearest_fit(const Terrain& terrain, float radius, Vec2 place, float distance) {
  return FitSearch(terrain, radius, place, distance).run();
}

}  // namespace cardume
