#pragma once
#include <array>
#include <cardume/limits.hpp>
#include <cardume/species.hpp>

#include "core/agents/agent_table.hpp"
#include "core/fields/goals.hpp"
#include "core/space/plane.hpp"
#include "core/space/terrain.hpp"

// What bodies, one by one, ask about their goals.
namespace cardume::tick {

/// Where bodies with one goal go.
struct Destination {
  const Goal* goal = nullptr;  ///< Null for no goal, and as long as it has no field.
  Vec2 place;                  ///< Where the goal is, or the middle of the free cell that stands for it.
  bool partial = false;        ///< A cell stands for the goal, which is in a wall.
  float radius2 = 0;           ///< Of the disc around it that is taken, squared.
  float spread = 1;            ///< Ground by which a claim makes that disc larger, over the claim: more beside walls.
};

/// By goal id.
using Destinations = std::array<Destination, limits::kMaxGoals + 1>;

Destinations destinations(const Terrain&, const Goals&);

/// Where a goal is, or the middle of the free cell that stands for it.
Vec2 place_of(const Terrain&, const Goal&);

/// How far it is to there, in world units: straight, but for detours around walls.
float distance_to(const Destination&, const CostGrid&, Vec2 from);

/// The unit direction in which the field leads from a place; (0, 0) at the goal itself. False where none leads on.
bool way_on(const Destination&, const CostGrid&, Vec2 from, Vec2& way);

/// The radius of the disc once a body of that claim stands there too, in world units.
float radius_with(const Destination&, float claim);

/// How the posts of those who have arrived move.
Vec2 drift_for(const Destination&, const MotionDesc&);

/// A body's way is straight within so many cells of its goal; farther on the field is as good.
inline constexpr float kSightCells = 12;

inline Vec2 middle(Cell cell, float edge) {
  return {(static_cast<float>(cell.x) + 0.5f) * edge, (static_cast<float>(cell.y) + 0.5f) * edge};
}

inline Vec2 place_of(const AxisColumns& columns, std::uint32_t row) {
  return {columns.axis[0][row], columns.axis[1][row]};
}

inline void put(AxisColumns& columns, std::uint32_t row, Vec2 vector) {
  columns.axis[0][row] = vector.x;
  columns.axis[1][row] = vector.y;
}

}  // namespace cardume::tick
