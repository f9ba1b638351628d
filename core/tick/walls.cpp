#include <algorithm>
#include <cmath>

#include "core/space/body_sweep.hpp"
#include "core/space/obstacle_sweep.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/solo.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// Half the diagonal of a cell, which no place is farther from its centre, and 1/256 for the tiniest bodies.
constexpr float kFarthestInCell = 0.712f;

/// Makes up for the rounding of places on the largest maps, in cells.
constexpr float kSlack = 1.f / 512;

/// The agents as far as walls concern them, where they were and where they want to be.
class Moves {
 public:
  Moves(AgentTable& agents, const Kinematics& kinematics) : agents_(agents), previous_(kinematics.previous) {}

  Vec2 from(std::uint32_t agent) const { return {previous_.axis[0][agent], previous_.axis[1][agent]}; }
  Vec2 to(std::uint32_t agent) const { return {agents_.position.axis[0][agent], agents_.position.axis[1][agent]}; }
  Vec2 velocity(std::uint32_t agent) const {
    return {agents_.velocity.axis[0][agent], agents_.velocity.axis[1][agent]};
  }
  void end(std::uint32_t agent, const Slide& end) {
    agents_.position.axis[0][agent] = end.position.x;
    agents_.position.axis[1][agent] = end.position.y;
    agents_.velocity.axis[0][agent] = end.velocity.x;
    agents_.velocity.axis[1][agent] = end.velocity.y;
  }

 private:
  AgentTable& agents_;
  const AxisColumns& previous_;
};

void stop_point(const CostGrid& grid, Moves& moves, std::uint32_t agent) {
  const Vec2 from = moves.from(agent), to = moves.to(agent);
  if (cell_at(grid, from) == cell_at(grid, to)) return;
  moves.end(agent, slide(grid, from, to, moves.velocity(agent)));
}

/// Where a wall was put on someone who had no way out, nothing moves until it is gone.
bool hold_trapped(const Terrain& terrain, Moves& moves, std::uint32_t agent) {
  const Vec2 from = moves.from(agent);
  if (!terrain.trapped || !terrain.grid.blocked(cell_at(terrain.grid, from))) return false;
  moves.end(agent, {from, {}});
  return true;
}

/// A body in the cell where it ends, all in cells.
struct Spot {
  std::uint32_t column, row, cell;
  float right, above;   ///< Of the cell's low corner.
  float radius, reach;  ///< What it keeps from walls, and a little more.
  float move;           ///< How far it has come, at most.
  std::uint32_t walls;  ///< Bits of Terrain::beside that it may reach into.
};

/// Most bodies are so far from walls, or slide along one that is straight, that a look at the cell where they end says
/// enough. Only the others take a sweep.
class Lookout {
 public:
  Lookout(const Terrain& terrain, const AgentTable& agents, const Kinematics& kinematics)
      : x_(agents.position.axis[0].data()),
        y_(agents.position.axis[1].data()),
        previous_x_(kinematics.previous.axis[0].data()),
        previous_y_(kinematics.previous.axis[1].data()),
        radius_(agents.body.radius.data()),
        clearance_(terrain.clearance.data()),
        beside_(terrain.beside.data()),
        inverse_cell_(1 / terrain.grid.cell_size),
        cell_size_(terrain.grid.cell_size),
        width_(terrain.grid.width),
        height_(terrain.grid.height) {}

  Spot spot(std::uint32_t agent) const {
    const float x = x_[agent], y = y_[agent], at_x = x * inverse_cell_, at_y = y * inverse_cell_;
    Spot spot{};
    spot.column = std::min(static_cast<std::uint32_t>(at_x), width_ - 1);
    spot.row = std::min(static_cast<std::uint32_t>(at_y), height_ - 1);
    spot.cell = spot.row * width_ + spot.column;
    spot.right = at_x - static_cast<float>(spot.column);
    spot.above = at_y - static_cast<float>(spot.row);
    spot.radius = radius_[agent] * (1 - kWallTolerance / 2) * inverse_cell_;
    spot.reach = radius_[agent] * inverse_cell_ + kSlack;
    spot.move = (std::fabs(x - previous_x_[agent]) + std::fabs(y - previous_y_[agent])) * inverse_cell_;
    spot.walls = beside_[spot.cell] & within_reach(spot);
    return spot;
  }

  /// Walls are no thinner than cells, so nobody jumps over one by less than its radius.
  bool far_from_walls(const Spot& spot) const {
    const float clearance = clearance_[spot.cell] * inverse_cell_;
    if (clearance > spot.reach + spot.move + kFarthestInCell) return true;
    return spot.walls == 0 && clearance > 0 && spot.reach <= 1 && spot.move < spot.radius;
  }

  /// Stops a body at the straight walls that it has come into, if there are no others.
  bool stop_at_straight_walls(Spot spot, std::uint32_t agent, Moves& moves) const {
    if (clearance_[spot.cell] == 0 || spot.reach > 0.5f || spot.move >= spot.radius) return false;
    Slide end{moves.to(agent), moves.velocity(agent)};
    const float right = spot.right, above = spot.above;
    stop_between(spot.walls, spot.column, spot.radius, spot.right, end.position.x, end.velocity.x);
    stop_between(spot.walls >> 2, spot.row, spot.radius, spot.above, end.position.y, end.velocity.y);
    // Whoever is deeper in than it has come was there before.
    if (std::fabs(spot.right - right) + std::fabs(spot.above - above) > spot.move + kSlack) return false;
    if ((beside_[spot.cell] & within_reach(spot) & bare_corners(spot.walls)) != 0) return false;
    moves.end(agent, end);
    return true;
  }

 private:
  /// The neighbours that a disc may reach into from a place in a cell, as bits of Terrain::beside.
  static std::uint32_t within_reach(const Spot& spot) {
    const std::uint32_t left = spot.right<spot.reach, far = spot.right> 1 - spot.reach;
    const std::uint32_t low = spot.above<spot.reach, high = spot.above> 1 - spot.reach;
    return left | far << 1 | low << 2 | high << 3 | (left & low) << 4 | (far & low) << 5 | (left & high) << 6 |
           (far & high) << 7;
  }

  /// The diagonal neighbours whose corners no straight wall covers.
  static std::uint32_t bare_corners(std::uint32_t walls) {
    const std::uint32_t left = walls & 1, far = walls >> 1 & 1, low = walls >> 2 & 1, high = walls >> 3 & 1;
    return ((left | low) << 4 | (far | low) << 5 | (left | high) << 6 | (far | high) << 7) ^ 0xF0u;
  }

  /// Along one axis, between the walls before (bit 0) and after (bit 1) the cell.
  void stop_between(std::uint32_t walls, std::uint32_t cell, float radius, float& at, float& position,
                    float& velocity) const {
    const float first = radius, last = 1 - radius;
    if ((walls & 1) != 0 && at < first) {
      at = first;
      velocity = std::max(velocity, 0.f);
    } else if ((walls & 2) != 0 && at > last) {
      at = last;
      velocity = std::min(velocity, 0.f);
    } else {
      return;
    }
    position = (static_cast<float>(cell) + at) * cell_size_;
  }

  const float *x_, *y_, *previous_x_, *previous_y_, *radius_, *clearance_;
  const std::uint8_t* beside_;
  float inverse_cell_, cell_size_;
  std::uint32_t width_, height_;
};

void stop_points(const Terrain& terrain, Moves moves, simd::Rows rows) {
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent)
    if (!hold_trapped(terrain, moves, agent)) stop_point(terrain.grid, moves, agent);
}

void stop_bodies(const Terrain& terrain, const BodyTable& bodies, const Lookout& lookout, Moves moves,
                 simd::Rows rows) {
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
    const Spot spot = lookout.spot(agent);
    if (lookout.far_from_walls(spot) || hold_trapped(terrain, moves, agent)) continue;
    const float radius = bodies.radius[agent];
    if (radius == 0)
      stop_point(terrain.grid, moves, agent);
    else if (bodies.inverse_mass[agent] > 0 && !lookout.stop_at_straight_walls(spot, agent, moves))
      moves.end(agent, sweep(terrain, radius, moves.from(agent), moves.to(agent), moves.velocity(agent)));
  }
}

/// On a torus one may have come across its edge, and is told from where it would have come without one.
Vec3 where_from(const ObstacleMap& map, Vec3 from, Vec3 to) {
  return to - Vec3{shorter_way(to.x - from.x, map.period[0]), shorter_way(to.y - from.y, map.period[1]),
                   shorter_way(to.z - from.z, map.period[2])};
}

Vec3 back_on_torus(const ObstacleMap& map, Vec3 place) {
  if (std::isinf(map.period[0])) return place;
  return {on_circle(place.x, map.period[0]), on_circle(place.y, map.period[1]), on_circle(place.z, map.period[2])};
}

void stop_at_obstacles(const ObstacleMap& map, AgentTable& agents, const AxisColumns& previous, simd::Rows rows) {
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
    if (agents.has_bodies() && agents.body.inverse_mass[agent] <= 0) continue;
    const float radius = agents.has_bodies() ? agents.body.radius[agent] : 0;
    const Vec3 to = vector_at(agents.position, agent), velocity = vector_at(agents.velocity, agent);
    const Vec3 from = where_from(map, vector_at(previous, agent), to);
    if (far_from(map, agents.dimensions, radius, from, to)) continue;
    const Glide end = glide(map, agents.dimensions, radius, {from, velocity}, to);
    put_vector(agents.position, agent, back_on_torus(map, end.position));
    put_vector(agents.velocity, agent, end.velocity);
  }
}

}  // namespace

void walls(const Setup& setup, const Terrain& terrain, const Surroundings& surroundings, AgentTable& agents,
           const Kinematics& kinematics) {
  if (!surroundings.obstacles.empty())
    for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
      stop_at_obstacles(surroundings.obstacles, agents, kinematics.previous, rows);
    });
  if (terrain.empty()) return;
  const Lookout lookout(terrain, agents, kinematics);
  const Moves moves(agents, kinematics);
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    if (agents.has_bodies())
      stop_bodies(terrain, agents.body, lookout, moves, rows);
    else
      stop_points(terrain, moves, rows);
  });
}

}  // namespace cardume::tick
