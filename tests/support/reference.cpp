#include "tests/support/reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace cardume::testing::reference {
namespace {

using Vector = Eigen::Vector3d;

const SpeciesDesc& species_of(const World& world, const Agent& agent) { return world.species[agent.species]; }

/// The rules of an agent toward a species: separation, alignment and cohesion, with the weights of pairs.
std::array<RuleDesc, 3> rules_toward(const World& world, const Agent& agent, std::size_t species) {
  const SpeciesDesc& own = species_of(world, agent);
  const bool mates = agent.species == species;
  std::array<RuleDesc, 3> rules{RuleDesc{own.separation.radius, 1}, RuleDesc{mates ? own.alignment.radius : 0, 1},
                                RuleDesc{mates ? own.cohesion.radius : 0, 1}};
  for (const RelationDesc& one : own.relations) {
    if (one.species != species) continue;
    if (one.separation) rules[0] = *one.separation;
    if (one.alignment) rules[1] = *one.alignment;
    if (one.cohesion) rules[2] = *one.cohesion;
  }
  return rules;
}

/// The shortest way, on a torus as elsewhere.
Vector way_between(const World& world, const Vector& from, const Vector& to) {
  Vector way = to - from;
  if (world.wrapped)
    for (int axis = 0; axis < world.dimensions; ++axis) way[axis] = std::remainder(way[axis], world.size[axis]);
  return way;
}

bool in_view(const World& world, const Agent& agent, const Vector& way) {
  const double view = species_of(world, agent).perception.field_of_view;
  if (view >= 6.2831 || agent.velocity.norm() == 0) return true;
  return way.dot(agent.velocity) >= std::cos(view / 2) * way.norm() * agent.velocity.norm();
}

/// Calls `visit(other, way, weight)` for all who count for a rule, nearest first where the agent sees the nearest.
template <class Visit>
void for_neighbours(const World& world, std::size_t self, std::size_t rule, Visit visit) {
  for (const Neighbour& one : neighbours(world, self)) {
    const Agent& other = world.agents[one.index];
    const RuleDesc toward = rules_toward(world, world.agents[self], other.species)[rule];
    if (one.way.norm() < toward.radius) visit(other, one.way, toward);
  }
}

double push(Falloff falloff, double distance, double radius) {
  if (falloff == Falloff::kInverse) return 1 / distance;
  return falloff == Falloff::kLinear ? 1 - distance / radius : 1;
}

bool aligns(const World& world, const Agent& agent) {
  for (std::size_t s = 0; s < world.species.size(); ++s)
    if (rules_toward(world, agent, s)[1].radius > 0) return true;
  return false;
}

Vector clamped(const Vector& vector, double limit) {
  const double length = vector.norm();
  return length > limit ? Vector(vector * (limit / length)) : vector;
}

Vector steer(const Vector& wanted, const Vector& velocity, const MotionDesc& motion) {
  if (wanted.norm() == 0) return Vector::Zero();
  const double speed = motion.speed == SpeedModel::kFree ? motion.max_speed : velocity.norm();
  return (speed * wanted.normalized() - velocity) * double{motion.response};
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

std::vector<Neighbour> neighbours(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  std::vector<Neighbour> seen;
  for (std::size_t other = 0; other < world.agents.size(); ++other) {
    double sight = 0;
    for (const RuleDesc& rule : rules_toward(world, agent, world.agents[other].species))
      sight = std::max(sight, double{rule.radius});
    const Vector way = way_between(world, agent.position, world.agents[other].position);
    if (other != self && way.norm() < sight && in_view(world, agent, way)) seen.push_back({other, way});
  }
  const std::size_t nearest = species_of(world, agent).perception.nearest;
  if (nearest == 0) return seen;
  std::stable_sort(seen.begin(), seen.end(),
                   [](const Neighbour& a, const Neighbour& b) { return a.way.squaredNorm() < b.way.squaredNorm(); });
  seen.resize(std::min(nearest, seen.size()));
  return seen;
}

Vector separation(const World& world, std::size_t self) {
  const Falloff falloff = species_of(world, world.agents[self]).separation.falloff;
  Vector sum = Vector::Zero();
  for_neighbours(world, self, 0, [&](const Agent&, const Vector& way, const RuleDesc& rule) {
    if (way.norm() > 0) sum -= way.normalized() * push(falloff, way.norm(), rule.radius) * double{rule.weight};
  });
  return sum;
}

Vector alignment(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  Vector sum = aligns(world, agent) ? Vector(agent.velocity * double{species_of(world, agent).alignment.inertia})
                                    : Vector(Vector::Zero());
  for_neighbours(world, self, 1, [&](const Agent& other, const Vector&, const RuleDesc& rule) {
    sum += other.velocity * double{rule.weight};
  });
  return sum;
}

Vector cohesion(const World& world, std::size_t self) {
  Vector sum = Vector::Zero();
  for_neighbours(world, self, 2,
                 [&](const Agent&, const Vector& way, const RuleDesc& rule) { sum += way * double{rule.weight}; });
  return sum;
}

std::size_t counted(const World& world, std::size_t self, std::size_t rule) {
  std::size_t count = 0;
  for_neighbours(world, self, rule, [&](const Agent&, const Vector&, const RuleDesc&) { ++count; });
  return count;
}

double speed(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  double sum = agent.velocity.norm();
  if (species_of(world, agent).motion.speed != SpeedModel::kShared) return sum;
  int count = 1;
  for_neighbours(world, self, 2, [&](const Agent& other, const Vector&, const RuleDesc&) {
    sum += other.velocity.norm();
    ++count;
  });
  return sum / count;
}

Vector acceleration(const World& world, std::size_t self) {
  const Agent& agent = world.agents[self];
  const SpeciesDesc& species = species_of(world, agent);
  const MotionDesc& motion = species.motion;
  const Vector away = separation(world, self);
  const bool grows = species.separation.falloff == Falloff::kLinear;
  const std::pair<Vector, double> rules[] = {
      {steer(away, agent.velocity, motion), species.separation.weight * (grows ? std::min(1.0, away.norm()) : 1)},
      {steer(alignment(world, self), agent.velocity, motion), species.alignment.weight},
      {steer(cohesion(world, self), agent.velocity, motion), species.cohesion.weight},
      {border(world, agent), species.border.weight},
  };
  const bool each = motion.limit == SteeringLimit::kEachRule;
  Vector sum = Vector::Zero();
  for (const auto& [rule, weight] : rules) sum += weight * (each ? clamped(rule, motion.max_acceleration) : rule);
  return each ? sum : clamped(sum, motion.max_acceleration);
}

void tick(World& world) {
  std::vector<Agent> next;
  next.reserve(world.agents.size());
  for (std::size_t self = 0; self < world.agents.size(); ++self) next.push_back(moved(world, self));
  world.agents = std::move(next);
}

}  // namespace cardume::testing::reference
