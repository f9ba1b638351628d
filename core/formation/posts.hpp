#pragma once
#include <cardume/cost_grid.hpp>

#include "core/formation/formation.hpp"

namespace cardume {

/// Where a member stands for its slot.
struct Post {
  Vec2 place;
  bool squeezed = false;  ///< Not where the slot is.
};

/// The slot's own place, or where walls are in the way the nearest to it on the line to the anchor that has room. A
/// slot behind a wall counts for whoever is behind it, too; to others it is where the anchor sees its way to it end. So
/// a formation passes on both sides of a pillar, and nobody runs into the room next door.
Post post_for(const CostGrid&, Vec2 anchor, Vec2 slot, Vec2 member, float radius);

/// Gives a squeezed slot a place of its own in sight of the anchor, as near as can be to where it should be. False
/// where there is none.
bool find_room(const CostGrid&, Formation&, FormationSlot&, float radius);

}  // namespace cardume
