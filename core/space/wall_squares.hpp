#pragma once
#include <algorithm>
#include <cardume/cost_grid.hpp>
#include <cstdint>

// Exact geometry of discs against the wall squares of a map. In double precision and in cells: positions are floats, so
// that nothing here rounds by as much as they do.
namespace cardume {

struct Point {
  double x = 0, y = 0;

  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(Point a, double factor) { return {a.x * factor, a.y * factor}; }
};

inline double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

/// What is left of a vector once it no longer points against a unit normal. Never longer than it was.
inline Point without_part_against(Point vector, Point normal) {
  return vector - normal * std::min(0.0, dot(vector, normal));
}

/// Where a disc on a straight way first touches a wall.
struct WallContact {
  bool hit = false;
  double time = 1;  ///< Share of the way until then.
  Point normal;     ///< Out of the wall, of length 1.
};

/// The wall square nearest to a point.
struct Nearest {
  double distance = 0;
  Point normal;  ///< Out of the wall, of length 1; (0, 0) inside it.
};

/// The wall squares of a map, one for each blocked cell and a ring of them around the map.
class WallSquares {
 public:
  explicit WallSquares(const CostGrid& grid) : grid_(grid) {}

  /// The first contact of a disc that goes from `at` by `step`. Of walls that it touches already only those count that
  /// it would go deeper into.
  WallContact first_contact(Point at, Point step, double radius) const;
  /// Whether all walls are so far from a point.
  bool clear(Point at, double reach) const;
  /// The nearest wall to a point, if it is nearer than `reach`; else `reach` is the distance.
  Nearest nearest(Point at, double reach) const;
  /// Tries to bring a point outside the walls to a place nearby that is so far from all of them.
  Point pushed_out(Point at, double reach) const;

 private:
  bool blocked(std::int32_t x, std::int32_t y) const;
  bool hidden(std::int32_t x, std::int32_t y, Point normal) const;

  const CostGrid& grid_;
};

/// Between world units and cells.
class WallScale {
 public:
  explicit WallScale(const CostGrid& grid) : cell_size_(static_cast<double>(grid.cell_size)) {}

  Point to_cells(Vec2 place) const {
    return {static_cast<double>(place.x) / cell_size_, static_cast<double>(place.y) / cell_size_};
  }
  Vec2 to_world(Point at) const {
    return {static_cast<float>(at.x * cell_size_), static_cast<float>(at.y * cell_size_)};
  }
  /// How near the centre of a body may come to walls, in cells: by half the tolerance less than its radius, but never
  /// so near that a rounding could put it into another cell.
  double reach(float radius) const;

 private:
  double cell_size_;
};

}  // namespace cardume
