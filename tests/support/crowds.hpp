#pragma once
#include <cardume/world.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardume::testing {

/// A world with bodies and the scheduler that it runs on. Refused calls fail the test.
class Crowd {
 public:
  explicit Crowd(const WorldDesc&);

  World& world() { return world_; }
  AgentId spawn(const AgentDesc&);
  GoalId add_goal(Vec2);
  /// Ticks for so long, and fails the test where a tick fails or a position is not finite.
  TickReport run(double seconds);
  Vec2 position(AgentId) const;
  Vec2 velocity(AgentId) const;
  AgentState state(AgentId) const;
  /// Agents in that state now.
  std::uint32_t count(AgentState) const;

 private:
  std::unique_ptr<Scheduler> scheduler_;
  World world_;
};

/// One species of bodies on that map, which neither flocks nor avoids: what moves it is its goal.
WorldDesc body_desc(CostGrid terrain, float radius, float max_speed = 4);
/// An open map of square cells of edge 1.
CostGrid open_map(std::uint32_t width, std::uint32_t height);
/// Puts a rectangle of cells, both corners included, to a wall.
void add_wall(CostGrid&, Cell low, Cell high);

// By brute force, in double precision.

/// The deepest overlap of two bodies as a share of the smaller radius; negative where nobody overlaps: the least gap.
double deepest_overlap(const World&);
/// The deepest that a body is inside a wall or outside the map, in world units; 0 where none is.
double deepest_in_walls(const World&);
/// Sum over all agents of half the squared speed.
double kinetic_energy(const World&);

}  // namespace cardume::testing
