#pragma once
#include <cardume/species.hpp>

#include "core/agents/agent_table.hpp"
#include "core/fields/goals.hpp"
#include "core/space/plane.hpp"
#include "core/space/terrain.hpp"

// What bodies, one by one, ask about their goals.
namespace cardume::tick {

/// Brings the destinations of all goals up to date.
void find_destinations(const Terrain&, const Atlas&, const Goals&, Destinations&);

inline const Destination& destination_of(const Destinations& to, const AgentTable& agents, std::uint32_t row) {
  return to.at(agents.walker(row), agents.goal[row]);
}

/// The destination for one who is at `from`: of a goal of several places, the nearest.
inline Destination aimed(const Destination& to, Vec2 from) {
  Destination one = to;
  if (to.goal != nullptr && to.goal->wide()) one.place = nearest_place(*to.goal, from);
  return one;
}

/// Where a goal is, or the middle of the free cell that stands for it.
Vec2 place_of(const Terrain&, const Goal&);

/// How far it is to there, in world units: straight, but for detours around walls.
float distance_to(const Destination&, const Terrain&, Vec2 from);

/// The unit direction in which the field leads from a place; (0, 0) at the goal itself. False where none leads on.
bool way_on(const Destination&, const Terrain&, Vec2 from, Vec2& way);

/// The same as it is packed in fields; FlowField::kNoDirection where none leads on.
std::uint32_t packed_toward(const Destination&, const Terrain&, Vec2 from);

/// Whether the goal is in sight over open ground.
bool sees_goal(const Destination&, const Terrain&, Vec2 from);

/// Whether no way leads from a place to the goal, while the field leads to the nearest place that can be reached.
bool stranded(const Destination&, const Terrain&, Vec2 from);

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
