#include <algorithm>
#include <array>
#include <cmath>

#include "core/space/body_sweep.hpp"
#include "core/space/obstacle_sweep.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/solo.hpp"
#include "core/tick/tick.hpp"

// C. Reynolds, "Steering behaviors for autonomous characters", 1999: obstacle avoidance and containment.
namespace cardume::tick {
namespace {

/// Points keep this share of the way that they look ahead from walls and obstacles, so as not to scrape along, but no
/// more than so much of a cell from walls: they shall go through corridors.
constexpr float kPointShare = 1.f / 16;
constexpr double kPointCells = 0.25;

/// Of a heading, less than this along what is ahead, squared, is none: one goes straight into it.
constexpr double kHeadOn2 = 1e-6;

/// What an agent would run into.
struct Ahead {
  double time = 1;  ///< Share of the way until then; 1 where there is nothing.
  Place normal{};   ///< Out of it.
};

class Lookout {
 public:
  Lookout(const Setup& setup, const Terrain& terrain, const ObstacleMap& obstacles, const AgentTable& agents)
      : setup_(setup), terrain_(terrain), obstacles_(obstacles), agents_(agents) {}

  void steer(std::uint32_t agent, AxisColumns& acceleration) const {
    const BehaviourDesc& behaviour = setup_.behaviour(agents_, agent);
    const LookAheadDesc& look = behaviour.steering.look_ahead;
    const Vec3 velocity = vector_at(agents_.velocity, agent);
    // Whoever presses against a wall has no speed into it, but wants to go there.
    const Vec3 course = velocity + vector_at(acceleration, agent) * setup_.dt;
    const float speed2 = dot(course, course);
    if (!(speed2 > kNoLength2)) return;
    const float speed = std::sqrt(speed2), body = agents_.has_bodies() ? agents_.body.radius[agent] : 0;
    const float radius = body > 0 ? body : kPointShare * speed * look.time;
    const Ahead ahead = look_along(vector_at(agents_.position, agent), course * look.time, radius, body == 0);
    if (ahead.time == 1) return;
    const Vec3 wanted = way_past(ahead.normal, course * (1 / speed)) * wanted_speed(behaviour.motion, velocity);
    const float strength = 1 - static_cast<float>(ahead.time);
    add_rule(acceleration, agent, (wanted - velocity) * (behaviour.motion.response * strength), behaviour.motion,
             look.weight);
  }

 private:
  Ahead look_along(Vec3 at, Vec3 way, float radius, bool point) const {
    Ahead ahead;
    if (!terrain_.empty()) look_at_walls(at, way, radius, point, ahead);
    if (obstacles_.empty() || far_from(obstacles_, agents_.dimensions, radius, at, at + way)) return ahead;
    const ObstacleContact contact = first_contact(obstacles_, place_of(at, agents_.dimensions),
                                                  place_of(way, agents_.dimensions), obstacles_.reach(radius));
    if (contact.hit && contact.time < ahead.time) ahead = {contact.time, contact.normal};
    return ahead;
  }

  void look_at_walls(Vec3 at, Vec3 way, float radius, bool point, Ahead& ahead) const {
    if (terrain_.grid.blocked(cell_at(terrain_.grid, {at.x, at.y}))) return;
    const WallScale scale(terrain_.grid);
    const double reach = point ? std::min(scale.reach(radius), kPointCells) : scale.reach(radius);
    const WallContact contact =
        first_wall(terrain_, scale.to_cells({at.x, at.y}), scale.to_cells({way.x, way.y}), reach);
    if (contact.hit) ahead = {contact.time, {contact.normal.x, contact.normal.y, 0}};
  }

  /// Along what is ahead, to the side that the normal is on, or to the right where it is on none. Not straight aside:
  /// that drives nobody on who has turned along a wall, and its goal behind the wall holds it there.
  static Vec3 way_past(const Place& normal, Vec3 heading) {
    const Place ahead = place_of(heading, 3), past = ahead - normal * dot(normal, ahead);
    const double past2 = dot(past, past);
    if (past2 > kHeadOn2) return vector_of(past * (1 / std::sqrt(past2)));
    const Vec3 right = right_of(heading);
    return right * (1 / length(right));
  }

  const Setup& setup_;
  const Terrain& terrain_;
  const ObstacleMap& obstacles_;
  const AgentTable& agents_;
};

/// By profile: does it look ahead?
using Looks = std::array<bool, limits::kMaxProfiles>;

Looks who_looks(const Profiles& profiles) {
  Looks looks{};
  for (std::size_t i = 0; i < profiles.behaviour.size(); ++i)
    looks[i] = profiles.behaviour[i]->steering.look_ahead.weight > 0;
  return looks;
}

}  // namespace

void look_ahead(const Setup& setup, const Terrain& terrain, const Surroundings& surroundings, const AgentTable& agents,
                Kinematics& kinematics) {
  const Looks looks = who_looks(setup.profiles);
  const bool solids = !terrain.empty() || !surroundings.obstacles.empty();
  if (!solids || std::none_of(looks.begin(), looks.end(), [](bool one) { return one; })) return;
  const Lookout lookout(setup, terrain, surroundings.obstacles, agents);
  const std::uint8_t* profile = agents.profile().data();
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent)
      if (looks[profile[agent]]) lookout.steer(agent, kinematics.acceleration);
  });
}

}  // namespace cardume::tick
