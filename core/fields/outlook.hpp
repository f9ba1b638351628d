#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// Which cells around a goal see it over open ground, so that one may go straight where a field of 8 directions bends
/// ways into 8 rays. Light spreads outward from the goal cell by cell: each is lit by the two before it on its line to
/// the goal, as much as the line leans to either.
///
///   G---+---+---a      b is lit by its neighbour to the left and the one left above, 2 to 1.
///           +---b
///
/// What is costly, or off every shortest way over open ground, lies in the dark.
struct Outlook {
  Cell low;                             ///< First column and row.
  std::uint32_t width = 0, height = 0;  ///< Cells.
  std::vector<std::uint8_t> light;      ///< Row-major; 255 in full sight.

  bool sees_goal(Cell) const;
};

/// Looks around the goal of a field, so many cells far, into memory that `out` keeps. Throws std::bad_alloc.
void look_around(const IntegrationField& field, Cell goal, std::uint32_t cells, Outlook& out);

}  // namespace cardume
