#pragma once
#include <cstdint>

/// Every limit of the library. More of something than fits is refused with Status::kLimit, a number out of its range
/// with Status::kInvalidArgument.
namespace cardume::limits {

inline constexpr std::uint32_t kMaxAgents = 1u << 24;   ///< Agents in one world.
inline constexpr std::uint32_t kMaxSpecies = 64;        ///< Species in one world.
inline constexpr std::uint32_t kMaxGoals = 64;          ///< Goals in one world.
inline constexpr std::uint32_t kMaxMapEdge = 1u << 13;  ///< Cells along one edge of a map.
inline constexpr float kMinExtent = 1e-6f;              ///< Edge of a world, in world units.
inline constexpr float kMinCellSize = 1e-6f;            ///< Edge of a map cell, in world units.
inline constexpr float kMaxCoordinate = 1e6f;           ///< Any length, position or speed, in world units.

}  // namespace cardume::limits
