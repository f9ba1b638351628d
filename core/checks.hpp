#pragma once
#include <cardume/world.hpp>

#include "core/fields/goals.hpp"
#include "core/space/obstacle_map.hpp"
#include "core/space/terrain.hpp"

// What is refused at the door, each with the name of the field and the range it must be in.
namespace cardume {

/// The desc as a whole, but for the instruction set.
Error check(const WorldDesc&);

/// Where agents may not be.
struct Ground {
  const Terrain& terrain;
  const ObstacleMap& obstacles;
};

/// Agent number `index` of a batch to be spawned in such a world with these goals. Fills in what its species gives,
/// and moves it out of walls and obstacles where it asks for that.
Error settle(AgentDesc&, const WorldDesc&, const Ground&, const Goals& goals, std::size_t index);

/// The members of a formation to be: none twice, not too many.
Error check_members(std::span<const AgentId> members);
Error check(const FormationDesc&);

/// Seconds to move the world on by.
Error check_duration(float dt);

/// A goal of several places, and what belongs to the map.
Error check(const GoalDesc&, const WorldDesc&);
Error check_fields(const WorldDesc&);

/// Whether fields are made of tiles; of maps that are large for that reason alone, only where nothing asks for more
/// than tiles can do.
bool is_tiled(const WorldDesc&);

/// A change of the map.
Error check_edit(const CostGrid&, std::uint8_t cost);
Error check_stamp(const Zone&);

/// A place in the world.
Error check_place(Vec3 position, const WorldDesc&);

/// What the game tells a mind.
Error check_health(float health);

/// Points of interest.
Error check_focus(std::span<const Vec3> points);

}  // namespace cardume
