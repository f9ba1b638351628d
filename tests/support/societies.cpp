#include "tests/support/societies.hpp"

#include <algorithm>
#include <cardume/limits.hpp>
#include <numbers>

#include "core/instruction_sets.hpp"
#include "core/setup.hpp"
#include "core/tick/tick.hpp"

namespace cardume::testing {
namespace {

using Vector = Eigen::Vector3d;

constexpr double kLattice = 1.0 / 8;

Vec3 to_vec3(const Vector& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

WorldDesc desc_of(const reference::World& world) {
  WorldDesc desc;
  desc.dimensions = static_cast<std::uint32_t>(world.dimensions);
  desc.size = to_vec3(world.size);
  desc.capacity = static_cast<std::uint32_t>(std::max<std::size_t>(world.agents.size(), 1));
  desc.budget.crowd_limit = 0;
  desc.species = world.species;
  if (world.wrapped) desc.scenery.edge = Edge::kWrap;
  return desc;
}

float radius(Dice& dice) { return dice.chance(20) ? 0 : static_cast<float>(1 + dice() % 24) / 8; }

RuleDesc rule(Dice& dice) { return {radius(dice), dice.below(2)}; }

template <class Enum>
Enum one_of_three(Dice& dice) {
  return static_cast<Enum>(dice() % 3);
}

std::vector<RelationDesc> relations(Dice& dice, std::uint32_t species) {
  std::vector<RelationDesc> drawn;
  for (std::uint32_t s = 0; s < species; ++s) {
    if (dice.chance(50)) continue;
    drawn.emplace_back();
    drawn.back().species = static_cast<std::uint8_t>(s);
    for (auto* one : {&drawn.back().separation, &drawn.back().alignment, &drawn.back().cohesion})
      if (dice.chance(50)) *one = rule(dice);
  }
  return drawn;
}

SpeciesDesc species_of(Dice& dice, const SocietyDesc& desc, std::uint32_t species) {
  SpeciesDesc drawn;
  drawn.separation = {radius(dice), dice.below(2), one_of_three<Falloff>(dice)};
  drawn.alignment = {radius(dice), dice.below(2), dice.chance(50) ? 0.f : dice.below(2)};
  drawn.cohesion = rule(dice);
  drawn.motion.limit = dice.chance(50) ? SteeringLimit::kEachRule : SteeringLimit::kTotal;
  drawn.motion.max_acceleration = drawn.motion.limit == SteeringLimit::kEachRule ? 1 + dice.below(9) : 1e6f;
  drawn.motion.max_speed = 1 + dice.below(5);
  if (desc.view && dice.chance(30)) drawn.motion.speed = dice.chance(50) ? SpeedModel::kOwn : SpeedModel::kShared;
  if (desc.nearest && dice.chance(60)) drawn.perception.nearest = 1 + dice() % limits::kMaxNearest;
  if (desc.view && dice.chance(60)) drawn.perception.field_of_view = dice.below(2 * std::numbers::pi_v<float>);
  drawn.relations = relations(dice, species);
  return drawn;
}

Vector on_lattice(Dice& dice, const Vector& size) {
  Vector place = Vector::Zero();
  for (int axis = 0; axis < 3; ++axis)
    if (size[axis] > 0) place[axis] = kLattice * (dice() % (static_cast<std::uint32_t>(size[axis] / kLattice) + 1));
  return place;
}

Vector heading(Dice& dice, int dimensions) {
  Vector velocity = Vector::Zero();
  if (dice.chance(10)) return velocity;
  for (int axis = 0; axis < dimensions; ++axis) velocity[axis] = dice.below(4) - 2;
  return velocity;
}

}  // namespace

Wishes::Wishes(const reference::World& world) : Wishes(world, *choose_kernels("")) {}

Wishes::Wishes(const reference::World& world, const simd::KernelTable& kernels) : scheduler_(make_serial_scheduler()) {
  state_.setup = make_setup(desc_of(world), *scheduler_, kernels);
  reserve(state_);
  for (const reference::Agent& agent : world.agents) {
    const AgentDesc desc{to_vec3(agent.position), to_vec3(agent.velocity), agent.species, {}};
    state_.commands.spawns.push_back({state_.ids.create(), desc});
  }
  tick::spawn(state_.setup, state_.commands, state_.ids, state_.agents, state_.surroundings, state_.published);
  tick::bucket(state_.setup, state_.agents, state_.grid, state_.ids, state_.buffers.sort);
  look(kernels);
}

void Wishes::look(const simd::KernelTable& kernels) {
  state_.setup.kernels = &kernels;
  tick::rules(state_.setup, state_.grid, state_.surroundings, 1, state_.agents, state_.kinematics);
}

Vector Wishes::acceleration(std::size_t agent) const {
  const std::uint32_t at = row(agent);
  Vector wanted = Vector::Zero();
  for (std::uint32_t d = 0; d < state_.agents.dimensions; ++d) wanted[d] = state_.kinematics.acceleration.axis[d][at];
  return wanted;
}

double Wishes::speed(std::size_t agent) const { return state_.kinematics.speed[row(agent)]; }

std::uint32_t Wishes::row(std::size_t agent) const {
  return state_.ids.row(state_.ids.at(static_cast<std::uint32_t>(agent))).value();
}

reference::World empty_society(int dimensions, double edge, std::vector<SpeciesDesc> species) {
  reference::World world;
  world.dimensions = dimensions;
  world.size = Vector(edge, edge, dimensions == 3 ? edge : 0);
  world.species = std::move(species);
  return world;
}

reference::World draw_society(Dice& dice, const SocietyDesc& desc) {
  const std::uint32_t species = 1 + dice() % 4, agents = dice() % (desc.most_agents + 1);
  reference::World world = empty_society(desc.dimensions, 0, {});
  world.wrapped = desc.wrapped;
  for (int axis = 0; axis < desc.dimensions; ++axis)
    world.size[axis] = kLattice * (1 + dice() % (dice.chance(50) ? 40 : 100));
  for (std::uint32_t s = 0; s < species; ++s) world.species.push_back(species_of(dice, desc, species));
  for (std::uint32_t i = 0; i < agents; ++i) {
    const bool same = i > 0 && dice.chance(20);
    const Vector place = same ? world.agents[dice() % i].position : on_lattice(dice, world.size);
    world.agents.push_back({place, heading(dice, desc.dimensions), static_cast<std::uint8_t>(dice() % species)});
  }
  return world;
}

}  // namespace cardume::testing
