#pragma once
#include <cardume/world.hpp>

// What is refused at the door of species, their behaviours and minds, and of what surrounds them.
namespace cardume {

Error check_species(const WorldDesc&);
Error check_scenery(const WorldDesc&);

}  // namespace cardume
