#pragma once
#include <cstdint>

/// Every limit of the library. More of something than fits is refused with Status::kLimit, a number out of its range
/// with Status::kInvalidArgument.
namespace cardume::limits {

inline constexpr std::uint32_t kMaxAgents = 1u << 24;     ///< Agents in one world.
inline constexpr std::uint32_t kMaxSpecies = 64;          ///< Species in one world.
inline constexpr std::uint32_t kMaxGoals = 255;           ///< Goals in one world at a time.
inline constexpr std::uint32_t kMaxParts = 8;             ///< Of one goal.
inline constexpr std::uint32_t kMaxPlaces = 1024;         ///< Of one part of a goal.
inline constexpr std::uint32_t kMaxMovements = 16;        ///< Ways of moving in one world.
inline constexpr std::uint32_t kMaxWalkers = 32;          ///< Ways of moving by sizes of bodies, together.
inline constexpr std::uint32_t kMaxSize = 64;             ///< Of a body that follows a field: map cells across.
inline constexpr std::uint32_t kMaxMargin = 8;            ///< MovementDesc::margin.
inline constexpr std::uint32_t kMaxPassages = 4096;       ///< One-way rectangles, and links, of one map.
inline constexpr std::uint32_t kMaxMapEdge = 1u << 13;    ///< Cells along one edge of a map.
inline constexpr std::uint32_t kMaxFormation = 512;       ///< Agents in one formation.
inline constexpr std::uint32_t kMaxIterations = 8;        ///< Of contacts a tick.
inline constexpr std::uint32_t kMaxObstacles = 1u << 16;  ///< In one world.
inline constexpr std::uint32_t kMaxLayers = 64;           ///< Of one recipe.
inline constexpr std::uint32_t kMaxBiomes = 255;          ///< Of one recipe.
inline constexpr std::uint32_t kMaxRegions = 32;          ///< In one world.
inline constexpr std::uint32_t kMaxFocuses = 64;          ///< Points of interest in one world.
inline constexpr std::uint32_t kMaxProfiles = 256;     ///< Species without a mind and states of the others, together.
inline constexpr std::uint32_t kMaxRoute = 64;         ///< Goals that one state of a mind visits.
inline constexpr std::uint32_t kMaxTransitions = 256;  ///< Of one mind.
inline constexpr std::uint32_t kMaxConditions = 8;     ///< Of one transition.
inline constexpr std::uint32_t kMaxNearest = 16;       ///< PerceptionDesc::nearest.
inline constexpr std::uint32_t kMaxPeriod = 64;        ///< Ticks from one look or decision to the next.
inline constexpr std::uint32_t kMaxDensityCells = 1u << 26;  ///< Of a DensityMap.
inline constexpr float kMinMass = 1e-3f;                     ///< Of a body.
inline constexpr float kMaxMass = 1e6f;                      ///< Of a body.
inline constexpr float kMinDuration = 1e-3f;                 ///< Of horizons and waits, in seconds.
inline constexpr float kMaxDuration = 1e3f;                  ///< Of horizons and waits, in seconds.
inline constexpr float kMaxFill = 0.85f;                     ///< ArrivalDesc::fill; discs packed at random reach 0.84.
inline constexpr float kMinExtent = 1e-6f;                   ///< Edge of a world, in world units.
inline constexpr float kMinCellSize = 1e-6f;                 ///< Edge of a map cell, in world units.
inline constexpr float kMaxCoordinate = 1e6f;                ///< Any length, position or speed, in world units.

}  // namespace cardume::limits
