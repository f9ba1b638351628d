#pragma once
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

/// What to spawn.
struct AgentDesc {
  Vec3 position{};           ///< World units, inside the world and outside walls.
  Vec3 velocity{};           ///< World units a second.
  std::uint8_t species = 0;  ///< Index into WorldDesc::species.
  GoalId goal{};             ///< Whose flow field it follows; none by default.
};

}  // namespace cardume
