#pragma once
#include <cardume/cost_grid.hpp>

namespace cardume {

/// A point on its way, and what is left of its velocity.
struct Slide {
  Vec2 position;
  Vec2 velocity;
};

/// Moves a point from a free cell toward `to` and has it slide along the walls in between. It ends in a free cell and
/// passes neither through a wall, however fast, nor between two that touch at a corner. Velocity into a wall is lost.
Slide slide(const CostGrid&, Vec2 from, Vec2 to, Vec2 velocity);

}  // namespace cardume
