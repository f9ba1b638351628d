#include "tests/support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cardume::testing::reference {
namespace {

using Vector = Eigen::Vector3d;

const SpeciesDesc& species_of(const World& world, const Agent& agent) { return world.species[agent.species]; }

/// Calls `visit(other)` for every other agent nearer than `radius`.
template <class Visit>
void for_neighbours(const World& world, std::size_t self, double radius, Visit visit) {
  for (std::size_t other = 0; other < world.agents.size(); ++other) {
    if (other == self) continue;
    const double distance = (world.agents[other].position - world.agents[self].position).norm();
    if (distance < radius) visit(world.agents[other]);
  }
}

/// The mean of `quantity(other)` over neighbours of the same species, or `otherwise` where there are none.
template <class Quantity>
Vector mean_of_kin(const World& world, std::size_t self, double radius, const Vector& otherwise, Quantity quantity) {
  Vector sum = Vector::Zero();
  int count = 0;
  for_neighbours(world, self, radius, [&](const Agent& other) {
    if (other.species != world.agents[self].species) return;
    sum += quantity(other);
    ++count;
  });
  return count > 0 ? Vector(sum / count) : otherwise;
}

Vector clamped(const Vector& vector, double limit) {
  const double length = vector.norm();
  return length > limit ? Vector(vector * (limit / length)) : vector;
}

Vector steer(const Vector& wanted, const Vector& velocity, const MotionDesc& motion) {
  if (wanted.norm() == 0) return Vector::Zero();
  return (double{motion.max_speed} * wanted.normalized() - velocity) * double{motion.response};
}

/// How hard the border pushes along one axis: 1 at the lower edge, -1 at the upper, 0 outside the margins.
double border_push(double x, double size, double margin) {
  return std::clamp((margin - x) / margin, 0.0, 1.0) - std::clamp((x - (size - margin)) / margin, 0.0, 1.0);
}

Vector border(const World& world, const Agent& agent) {
  const SpeciesDesc& species = species_of(world, agent);
  Vector result = Vector::Zero();
  if (species.border.margin == 0) return result;
  for (int axis = 0; axis < world.dimensions; ++axis) {
    const double push = border_push(agent.position[axis], world.size[axis], species.border.margin);
    result[axis] = (push * species.motion.max_speed - std::abs(push) * agent.velocity[axis]) * species.motion.response;
  }
  return result;
}

void limit_speed(Vector& velocity, const MotionDesc& motion) {
  velocity = clamped(velocity, motion.max_speed);
  const double speed = velocity.norm();
  if (speed > 0 && speed < motion.min_speed) velocity *= motion.min_speed / speed;
}

void keep_inside(Agent& agent, const World& world) {
  for (int axis = 0; axis < world.dimensions; ++axis) {
    const double wanted = agent.position[axis];
    agent.position[axis] = std::clamp(wanted, 0.0, world.size[axis]);
    const double outward = wanted - agent.position[axis];
    if (outward * agent.velocity[axis] > 0) agent.velocity[axis] = 0;
  }
}

Agent moved(const World& world, std::size_t self) {
  Agent agent = world.agents[self];
  agent.velocity += acceleration(world, self) * world.seconds_per_tick;
  limit_speed(agent.velocity, species_of(world, agent).motion);
  agent.position += agent.velocity * world.seconds_per_tick;
  keep_inside(agent, world);
  return agent;
}

}  // namespace

Vector separation(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  Vector sum = Vector::Zero();
  for_neighbours(world, self, species_of(world, agent).separation.radius, [&](const Agent& other) {
    const Vector away = agent.position - other.position;
    if (away.norm() > 0) sum += away.normalized();
  });
  return sum;
}

Vector alignment(const World& world, std::size_t self) {
  const double radius = species_of(world, world.agents[self]).alignment.radius;
  return mean_of_kin(world, self, radius, Vector::Zero(), [](const Agent& other) { return other.velocity; });
}

Vector cohesion(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  const double radius = species_of(world, agent).cohesion.radius;
  return mean_of_kin(world, self, radius, agent.position, [](const Agent& other) { return other.position; }) -
         agent.position;
}

Vector acceleration(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  const SpeciesDesc& species = species_of(world, agent);
  const MotionDesc& motion = species.motion;
  const std::pair<Vector, float> rules[] = {
      {steer(separation(world, self), agent.velocity, motion), species.separation.weight},
      {steer(alignment(world, self), agent.velocity, motion), species.alignment.weight},
      {steer(cohesion(world, self), agent.velocity, motion), species.cohesion.weight},
      {border(world, agent), species.border.weight},
  };
  const bool each = motion.limit == SteeringLimit::kEachRule;
  Vector sum = Vector::Zero();
  for (const auto& [rule, weight] : rules)
    sum += double{weight} * (each ? clamped(rule, motion.max_acceleration) : rule);
  return each ? sum : clamped(sum, motion.max_acceleration);
}

void tick(World& world) {
  std::vector<Agent> next;
  next.reserve(world.agents.size());
  for (std::size_t self = 0; self < world.agents.size(); ++self) next.push_back(moved(world, self));
  world.agents = std::move(next);
}

}  // namespace cardume::testing::reference
