#pragma once
#include <cardume/cost_grid.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// Whether a disc overlaps neither a wall nor the outside of the map.
bool clear_of_walls(const CostGrid&, Vec2 centre, float radius);

/// The bodies that have a place already, for finding room between them.
class Crowding {
 public:
  /// For about `bodies` of them, none larger than `largest`, in a world of that size.
  Crowding(Vec3 size, std::uint32_t dimensions, float largest, std::uint32_t bodies);

  void add(Vec3 at, float radius);
  /// Between a body there and the one it would overlap most: negative where it would overlap any.
  float gap(Vec3 at, float radius) const;

 private:
  struct Body {
    Vec3 at;
    float radius = 0;
    std::uint32_t next = 0;  ///< In the same cell: 1 + its place in `bodies_`, 0 for none.
  };

  /// Counts the cells of that edge, up to one more than `most`.
  std::uint64_t divide(Vec3 size, std::uint32_t dimensions, std::uint64_t most);
  std::uint32_t line_of(float place, std::uint32_t axis) const;
  float gap_in_cell(std::uint32_t cell, Vec3 at, float radius) const;

  float edge_;              ///< Of a cell: no less than two bodies take, and more where cells would be too many.
  std::uint32_t lines_[3];  ///< Cells along each axis.
  std::vector<std::uint32_t> first_;  ///< Of each cell, as Body::next.
  std::vector<Body> bodies_;
};

}  // namespace cardume
