#pragma once
#include <cardume/export.hpp>
#include <cardume/vector.hpp>
#include <compare>
#include <cstdint>

namespace cardume {

/// Names one agent for as long as it lives: a slot and the generation of its use, so that the name of an agent that is
/// gone is never mistaken for the next one's. The default value names nobody.
struct AgentId {
  std::uint64_t value = 0;

  constexpr std::uint32_t slot() const { return static_cast<std::uint32_t>(value); }
  constexpr std::uint32_t generation() const { return static_cast<std::uint32_t>(value >> 32); }
  constexpr explicit operator bool() const { return value != 0; }
  friend constexpr auto operator<=>(AgentId, AgentId) = default;
};

/// Names a goal of one world. The default value means no goal.
struct GoalId {
  std::uint32_t value = 0;

  constexpr explicit operator bool() const { return value != 0; }
  friend constexpr auto operator<=>(GoalId, GoalId) = default;
};

/// Where an agent with a body stands with its goal. Every change is an event. Points, and agents without a goal, stay
/// kMoving.
enum class AgentState : std::uint8_t {
  kMoving,          ///< On its way.
  kArrived,         ///< Stands at its goal, or as near as the others who stand there let it.
  kArrivedPartial,  ///< The same, where the goal itself is in a wall and the nearest free place stands for it.
  kBlocked,         ///< No way leads to the goal from where it stands. It waits.
  kStuck,  ///< There is a way, but no headway was made for ArrivalDesc::stuck_seconds, as in a queue that stands.
           ///< It keeps trying.
};

/// The state in lower case words.
CARDUME_EXPORT const char* to_string(AgentState);

/// What to spawn.
struct AgentDesc {
  Vec3 position{};           ///< World units, inside the world and clear of walls; those on others are pushed apart.
  Vec3 velocity{};           ///< World units a second.
  std::uint8_t species = 0;  ///< Index into WorldDesc::species.
  GoalId goal{};             ///< Whose flow field it follows; none by default.
  float radius = 0;          ///< Of its body, in world units; 0 for the species' own, which it may not exceed.
  float mass = 0;            ///< Of its body, 1e-3 to 1e6; 0 for the species' own.
  bool locked = false;       ///< Nothing moves it, neither itself nor others.
  float snap_distance = 0;   ///< In a wall: how far it may be moved to a free place, in world units; 0 refuses it.
};

}  // namespace cardume
