#pragma once
#include <cardume/field.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// The free ground around a goal. A crowd needs the more distance the more walls there are: in a corner four times as
/// much ground, in a corridor a long stretch of it.
///
///   area[k]   #######          Ground behind walls counts by the way around them.
///     2       #G1 2#  3
///     5       #1 2 #  4
struct Room {
  std::vector<float> area;          ///< Within so many cells of the goal, in squared cells; nondecreasing from 0 on.
  std::vector<float> off_x, off_y;  ///< The middle of that ground, from the goal, in cells.
  std::vector<float> disc;          ///< Cells of an unbounded map within so many cells of one of them.
};

/// How far a place is from the goal, in cells, by its straight distance and the distance of its cell in a field over
/// level ground: as the crow flies, but for detours. Octile ways over open ground are at most 1 / cos(22.5 degrees)
/// times as long, and places at most half a diagonal from the centres of their cells.
inline float cells_away(float straight, std::uint32_t field_distance) {
  constexpr float kLeast = 0.9238795f / static_cast<float>(kStraightStep), kHalfDiagonal = 0.7072f;
  const float detour = static_cast<float>(field_distance) * kLeast - kHalfDiagonal;
  return straight > detour ? straight : detour;
}

/// Measures the room around the goal of a field over level ground, at most so many cells far, into memory that `out`
/// keeps. Throws std::bad_alloc.
void measure_room(const IntegrationField& field, Cell goal, std::uint32_t cells, Room& out);

/// The distance in cells within which there is so much free ground, in squared cells; on open ground where nothing has
/// been measured.
float reach_of(const Room&, float area);

/// The middle of the free ground within a distance, from the goal, all in cells.
Vec2 middle_of(const Room&, float reach);

}  // namespace cardume
