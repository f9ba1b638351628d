#pragma once
#include <cardume/world.hpp>

// What is refused at the door, each with the name of the field and the range it must be in.
namespace cardume {

/// The desc as a whole, but for the instruction set.
Error check(const WorldDesc&);

/// Agent number `index` of a batch to be spawned in such a world with so many goals.
Error check(const AgentDesc&, const WorldDesc&, std::size_t goals, std::size_t index);

/// A place on the map.
Error check_place(Vec2 position, const WorldDesc&);

}  // namespace cardume
