#pragma once
#include <cardume/agent.hpp>
#include <cardume/formation.hpp>
#include <vector>

#include "core/formation/assignment.hpp"
#include "core/space/plane.hpp"

namespace cardume {

/// One place in a formation.
struct FormationSlot {
  AgentId member{};          ///< Null once it is gone.
  Vec2 offset{};             ///< From the anchor, in its frame: x ahead, y to the left.
  bool squeezed = false;     ///< A wall is where it should be: its member stands as near to it as can be.
  bool left_behind = false;  ///< Nobody waits for its member any more, until it is back.
};

/// Giving out slots, which may take a few ticks.
struct LineUp {
  Vec2 heading;                       ///< For which they are given out.
  std::vector<Vec2> offsets;          ///< Of the slots to be.
  std::vector<Vec2> members, places;  ///< Where members are and slots are to be.
  Assignment assignment;
  float since = 0;  ///< Seconds since it was done.
  bool under_way = false;
  bool done = false;        ///< Members have their slots.
  bool improvised = false;  ///< Some slots are elsewhere than the shape has them, for walls are there.
};

/// For how long a formation has had stragglers.
struct Patience {
  float waited = 0;            ///< Seconds since one came back, or since those who did not were left behind.
  std::uint32_t in_place = 0;  ///< The most members that have been in place meanwhile.
};

/// A group that marches in order: slots around an anchor that goes to the goal ahead of them.
struct Formation {
  FormationDesc desc;                ///< As asked for, but for the spacing, which is settled.
  std::vector<FormationSlot> slots;  ///< Empty where there is no formation.
  Vec2 anchor;
  Vec2 heading;       ///< Unit vector.
  float speed = 0;    ///< Of the fastest slot, in world units a second; 0 while it stands.
  Vec2 velocity;      ///< Of the anchor: along the heading, but for the last bit of the way.
  float turning = 0;  ///< Of the heading, in radians a second to the left.
  float reach = 0;    ///< From the anchor to the farthest slot.
  float wing = 0;     ///< The most that a slot is to one side of the anchor.
  Patience patience;
  LineUp line_up;
};

/// A formation of these members, with all memory that it will ever need.
Formation make_formation(const FormationDesc&, std::span<const AgentId> members);

/// From the frame of one who looks along `heading` to that of the world.
constexpr Vec2 turned(Vec2 offset, Vec2 heading) {
  return {offset.x * heading.x - offset.y * heading.y, offset.x * heading.y + offset.y * heading.x};
}

/// How fast a place that moves with the formation moves.
inline Vec2 velocity_at(const Formation& formation, Vec2 place) {
  const Vec2 arm = place - formation.anchor;
  return formation.velocity + Vec2{-arm.y, arm.x} * formation.turning;
}

std::uint64_t memory_bytes(const Formation&);

}  // namespace cardume
