#pragma once
#include <cardume/scenery.hpp>
#include <cstdint>

#include "core/space/place.hpp"

namespace cardume {

/// A box along the axes with rounded edges; in the plane without extent along z. A ball is a box of no extent at all.
struct Obstacle {
  Bounds box;
  double radius = 0;  ///< Of the edges.
};

/// A zone that is a box or a ball, as an obstacle.
Obstacle obstacle_of(const Zone&, std::uint32_t dimensions);

/// What an obstacle and those so near to it lie within.
Bounds bounds_of(const Obstacle&, double margin);

/// Where one who goes straight first comes as near as `reach` to an obstacle.
struct ObstacleContact {
  bool hit = false;
  double time = 1;  ///< Share of the way until then.
  Place normal{};   ///< Out of the obstacle, of length 1.
};

/// Whoever is that near already touches it at once if it would come nearer.
ObstacleContact first_contact(const Obstacle&, const Place& at, const Place& step, double reach);

/// The nearest place so far from an obstacle, for one who is nearer.
struct WayOut {
  double depth = 0;  ///< How far it is; 0 or less for who is not nearer.
  Place normal{};    ///< Where to, of length 1.
};

/// `dimensions` says along which axes there are ways out.
WayOut way_out(const Obstacle&, const Place& at, double reach, std::uint32_t dimensions);

}  // namespace cardume
