#pragma once
#include "core/world_state.hpp"

// The agents as queries see them: by the grid of the last tick, exact for where they are now.
namespace cardume {

/// The number of a query that is asked alone.
inline constexpr std::size_t kAlone = ~std::size_t{0};

/// The angle of a cone that sees all around, in radians: 2 pi as a float.
inline constexpr float kWholeTurn = 6.2831855f;

Error check(const AreaQuery&, const WorldDesc&, std::size_t index);
Error check(const RayQuery&, const WorldDesc&, std::size_t index);
Error check(const DensityMap&, const WorldDesc&);

/// The queries have been checked.
void find_in(WorldState&, std::span<const AreaQuery>, AreaHits& out);
std::uint32_t count_in(WorldState&, const AreaQuery&);
void cast_rays(WorldState&, std::span<const RayQuery>, std::span<RayHit> out);
void count_cells(const WorldState&, const AgentFilter&, DensityMap&);

}  // namespace cardume
