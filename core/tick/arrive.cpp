#include <algorithm>

#include "core/space/sight.hpp"
#include "core/tick/destination.hpp"
#include "core/tick/homing.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

// How bodies come to rest: near its goal, at its post and in its slot a body steers by itself, straight and so that it
// stops there, whatever the flocking rules want.
namespace cardume::tick {
namespace {

/// Beside a crowd is who is no farther from the goal than by this share of its radius, and these of its own.
constexpr float kBesideShare = 1.5f, kBesideRadii = 3;

/// What steering takes of the world.
struct Surroundings {
  const Setup& setup;
  const Terrain& terrain;
  const AgentTable& agents;
  const Destinations& all;

  const Destination& to(std::uint32_t agent) const { return destination_of(all, agents, agent); }
  const BehaviourDesc& behaviour(std::uint32_t agent) const { return setup.behaviour(agents, agent); }
  const ArrivalDesc& arrival(std::uint32_t agent) const { return setup.desc.species[agents.species[agent]].arrival; }
};

void steer(const Surroundings& around, std::uint32_t agent, Vec2 wanted, Kinematics& kinematics) {
  const Vec2 velocity = place_of(around.agents.velocity, agent);
  const MotionDesc& motion = around.behaviour(agent).motion;
  put(kinematics.acceleration, agent, acceleration_to(wanted, velocity, motion, around.setup.dt));
  kinematics.follows[agent] = 0;
}

/// Straight home, once it has been pushed so far away that it is worth the while.
void keep_post(const Surroundings& around, std::uint32_t agent, Kinematics& kinematics) {
  const BodyTable& body = around.agents.body;
  const Vec2 way = place_of(body.post, agent) - place_of(around.agents.position, agent);
  const float distance = length(way), away = distance - kPostSlack * body.radius[agent];
  const MotionDesc& motion = around.behaviour(agent).motion;
  Vec2 wanted = drift_for(around.to(agent), motion);
  if (body.pressure[agent] > kGivesWay)
    wanted = place_of(around.agents.velocity, agent);
  else if (away > 0)
    wanted = wanted + way * (body.pace[agent] * speed_toward(away, motion, around.setup.dt) / distance);
  steer(around, agent, wanted, kinematics);
}

/// With the formation, and to the slot besides; by the field where walls are in between.
void keep_slot(const Surroundings& around, std::uint32_t agent, Kinematics& kinematics) {
  const Vec2 at = place_of(around.agents.position, agent), post = place_of(around.agents.body.post, agent);
  const Vec2 way = post - at;
  const float distance = length(way);
  if (distance > kSightCells * around.terrain.grid.cell_size || !in_sight(around.terrain.grid, at, post)) {
    kinematics.pace[agent] = 1;
    return;
  }
  const MotionDesc& motion = around.behaviour(agent).motion;
  const Formation& formation = around.to(agent).goal->formation;
  Vec2 wanted = velocity_at(formation, post);
  if (distance > 0) wanted = wanted + way * (speed_toward(distance, motion, around.setup.dt) / distance);
  steer(around, agent, at_most(wanted, motion.max_speed), kinematics);
}

/// Straight to the goal, as wanted besides what the flocking rules want.
void add_straight_way(const Surroundings& around, std::uint32_t agent, Vec2 wanted, Kinematics& kinematics) {
  const BehaviourDesc& behaviour = around.behaviour(agent);
  const Vec2 velocity = place_of(around.agents.velocity, agent);
  Vec2 rule = (wanted - velocity) * behaviour.motion.response;
  if (behaviour.motion.limit == SteeringLimit::kEachRule) rule = at_most(rule, behaviour.motion.max_acceleration);
  put(kinematics.acceleration, agent, place_of(kinematics.acceleration, agent) + rule * behaviour.flow.weight);
  kinematics.follows[agent] = 0;
}

/// Beside the crowd at its goal, whatever lies between costs: a field leads around those who stand there for good.
bool joins_crowd(const Surroundings& around, std::uint32_t agent, const Destination& to, Vec2 at, float distance2) {
  const float radius = around.agents.body.radius[agent], near = kBesideRadii * radius;
  if (distance2 > kBesideShare * kBesideShare * to.radius2 + near * near) return false;
  return distance_to(to, around.terrain, at) <= std::sqrt(distance2) &&
         in_sight(around.terrain.grid, at, to.place, radius);
}

/// Goes straight to the goal where it is in sight, and slows down so that it stops there.
void approach(const Surroundings& around, std::uint32_t agent, Kinematics& kinematics) {
  const Vec2 at = place_of(around.agents.position, agent);
  const Destination to = aimed(around.to(agent), at);
  if (stranded(to, around.terrain, at)) return;
  const MotionDesc& motion = around.behaviour(agent).motion;
  const Vec2 way = to.place - at;
  const float distance2 = dot(way, way), brake = stopping_distance(motion);
  const bool straight = sees_goal(to, around.terrain, at) || joins_crowd(around, agent, to, at, distance2);
  if (!straight && distance2 > brake * brake) return;
  float& pace = kinematics.pace[agent];
  const float distance = straight ? std::sqrt(distance2) : distance_to(to, around.terrain, at);
  const float speed = std::min(pace * motion.max_speed, speed_toward(distance, motion, around.setup.dt));
  const Vec2 wanted = distance > 0 ? way * (speed / distance) : Vec2{};
  if (!straight)
    pace = motion.max_speed > 0 ? speed / motion.max_speed : 0;
  else if (distance2 > brake * brake)
    add_straight_way(around, agent, wanted, kinematics);
  else
    steer(around, agent, wanted, kinematics);
}

void arrive_one(const Surroundings& around, std::uint32_t agent, Kinematics& kinematics) {
  const BodyTable& body = around.agents.body;
  kinematics.follows[agent] = around.agents.goal[agent];
  kinematics.pace[agent] = body.pace[agent];
  const bool gathers = body.radius[agent] > 0 && around.to(agent).goal != nullptr;
  if (!gathers) return;
  if (body.state[agent] == AgentState::kBlocked)
    steer(around, agent, {}, kinematics);
  else if (body.duty[agent] == Duty::kHold)
    keep_post(around, agent, kinematics);
  else if (body.duty[agent] == Duty::kSlot)
    keep_slot(around, agent, kinematics);
  else if (around.arrival(agent).fill > 0)
    approach(around, agent, kinematics);
}

}  // namespace

void arrive(const Setup& setup, const Terrain& terrain, const AgentTable& agents, const Destinations& destinations,
            Kinematics& kinematics) {
  if (!agents.has_bodies()) return;
  const Surroundings around{setup, terrain, agents, destinations};
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    for (std::uint32_t d = 0; d < 2; ++d) {
      const std::vector<float>& velocity = agents.velocity.axis[d];
      std::copy(velocity.data() + rows.first, velocity.data() + rows.last,
                kinematics.velocity.axis[d].data() + rows.first);
    }
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) arrive_one(around, agent, kinematics);
  });
}

}  // namespace cardume::tick
