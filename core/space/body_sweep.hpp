#pragma once
#include "core/space/slide.hpp"
#include "core/space/terrain.hpp"
#include "core/space/wall_squares.hpp"

// Bodies against walls. Seen from the centre of a disc, every wall square is larger by the disc's radius, with rounded
// corners; there the centre is a point that must stay outside:
//
//        ,---------.            The way is cut where it enters the first such square. What is left of it goes on along
//      /  +-------+  \          the tangent, and so does the velocity: only the part into the wall is lost. A tangent
//     |   | wall  |   |         leads away from a convex shape, so no corner holds anyone back.
//      \  +-------+  /  r
//        `---------'            Nothing is sampled, so speed does not matter (C. Ericson, "Real-time collision
//                               detection", 2004, 5.5.7: moving sphere against box).
//
// Whoever overlaps a wall already, because one was put there, is let go in every direction but deeper, and pushed out
// little by little.
namespace cardume {

/// Bodies may be this share of their radius inside a wall: a corridor as wide as a body lets it through.
inline constexpr float kWallTolerance = 1.f / 1024;

/// Moves a disc toward `to` and has it slide along the walls in between. The radius must be above 0, and the cell that
/// its centre starts in must be free. Its centre never passes through a wall, nor between two that touch at a corner.
Slide sweep(const Terrain&, float radius, Vec2 from, Vec2 to, Vec2 velocity);

/// The first contact of a disc that goes from `at` by `step`, all in cells. The cell that it starts in must be free.
WallContact first_wall(const Terrain&, Point at, Point step, double radius);

}  // namespace cardume
