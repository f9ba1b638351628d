#pragma once
#include <cardume/vector.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// One place of a goal: a point, or a rectangle of the map.
struct GoalPlace {
  Vec3 position{};     ///< World units. The middle of a rectangle.
  Vec2 half{};         ///< Half the edges of a rectangle, in world units; 0 is a point. All its cells are the goal.
  float handicap = 0;  ///< How much farther than it is this place is taken to be, in world units; 0 to 1e6.
};

/// Places that draw agents, or drive them off.
struct GoalPart {
  std::vector<GoalPlace> places;  ///< 1 to limits::kMaxPlaces: the best one counts.
  /// They are threats: ways lead away from them, through doors rather than into corners, past them where that saves
  /// more than it risks, as with the Dijkstra maps of roguelike games.
  bool flee = false;
  float weight = 1;  ///< Against that of the other parts; 0.001 to 1000.
};

/// Where to go. Several parts are weighed against each other: agents go where the weighted sum of their distances is
/// least nearby, which may be a place in between.
struct GoalDesc {
  std::vector<GoalPart> parts;  ///< 1 to limits::kMaxParts.
};

}  // namespace cardume
