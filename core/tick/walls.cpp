#include "core/space/obstacles.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {

void walls(const Setup& setup, const Terrain& terrain, AgentTable& agents, const Kinematics& kinematics) {
  if (terrain.empty()) return;
  const CostGrid& grid = terrain.grid;
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    auto& [x, y, z] = agents.position.axis;
    auto& [velocity_x, velocity_y, velocity_z] = agents.velocity.axis;
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
      const Vec2 from{kinematics.previous.axis[0][agent], kinematics.previous.axis[1][agent]};
      const Vec2 to{x[agent], y[agent]};
      if (cell_at(grid, from) == cell_at(grid, to)) continue;
      const Slide end = slide(grid, from, to, {velocity_x[agent], velocity_y[agent]});
      x[agent] = end.position.x;
      y[agent] = end.position.y;
      velocity_x[agent] = end.velocity.x;
      velocity_y[agent] = end.velocity.y;
    }
  });
}

}  // namespace cardume::tick
