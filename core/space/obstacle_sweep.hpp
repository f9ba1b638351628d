#pragma once
#include "core/space/obstacle_map.hpp"

// Agents against obstacles: what core/space/body_sweep.hpp is for walls.
namespace cardume {

/// An agent on its way, and what is left of its velocity.
struct Glide {
  Vec3 position, velocity;
};

/// Moves a disc or ball, or a point for a radius of 0, toward `to` and has it slide along the obstacles in between.
/// Nothing is sampled, so speed does not matter. Whoever is inside one is put to the nearest place outside first.
/// Velocity into an obstacle is lost.
Glide glide(const ObstacleMap&, std::uint32_t dimensions, float radius, const Glide& from, Vec3 to);

/// Whether there is nothing near a straight way: a quick look, which may say no where it could say yes.
bool far_from(const ObstacleMap&, std::uint32_t dimensions, float radius, Vec3 from, Vec3 to);

/// The first contact on a straight way.
ObstacleContact first_contact(const ObstacleMap&, const Place& at, const Place& step, double reach);

/// Whether nobody of that size who is there is in an obstacle.
bool clear(const ObstacleMap&, std::uint32_t dimensions, float radius, Vec3 place);

/// Tries to bring somebody out of all obstacles, to a place nearby.
Vec3 pushed_out(const ObstacleMap&, std::uint32_t dimensions, float radius, Vec3 place);

}  // namespace cardume
