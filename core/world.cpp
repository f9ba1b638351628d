#include <algorithm>
#include <array>
#include <cardume/limits.hpp>
#include <cardume/world.hpp>
#include <utility>

#include "core/checks.hpp"
#include "core/clock.hpp"
#include "core/door.hpp"
#include "core/formation/formation.hpp"
#include "core/instruction_sets.hpp"
#include "core/setup.hpp"
#include "core/tick/tick.hpp"
#include "core/world_state.hpp"

namespace cardume {
namespace {

/// Of an agent that is alive and still to be spawned.
const AgentDesc& to_be_spawned(const WorldState& state, AgentId id) {
  const auto& spawns = state.commands.spawns;
  return std::find_if(spawns.begin(), spawns.end(), [&](const auto& one) { return one.id == id; })->desc;
}

/// Of an agent that is alive, whether it is in the world yet or not.
bool has_body(const WorldState& state, AgentId id) {
  const auto row = state.ids.row(id);
  return (row ? state.agents.body.radius[*row] : to_be_spawned(state, id).radius) > 0;
}

std::uint8_t species_of(const WorldState& state, AgentId id) {
  const auto row = state.ids.row(id);
  return row ? state.agents.species[*row] : to_be_spawned(state, id).species;
}

/// Whether that is an agent with a mind, to which something may be told now.
Error check_mind_of(const WorldState& state, AgentId id) {
  if (state.clock.ticking) return busy();
  if (!state.ids.alive(id)) return gone("agent");
  if (state.setup.desc.species[species_of(state, id)].mind.states.empty())
    return {Status::kInvalidArgument, "the agent's species must have a mind"};
  return {};
}

/// One more tick, whose events are added to those already there.
TickReport tick_on(WorldState& state) {
  const ExactFloat exact;
  state.published.old_events = state.published.events.size();
  state.clock.ticking = true;
  try {
    run_tick(state);
  } catch (...) {
    state.published.report.flags |= kTickFailed;
  }
  state.clock.ticking = false;
  return state.published.report;
}

}  // namespace

World::World(std::unique_ptr<WorldState> state) : state_(std::move(state)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::create(const WorldDesc& desc, Scheduler& scheduler) {
  return guarded([&]() -> Result<World> {
    if (Error error = check(desc)) return error;
    const simd::KernelTable* kernels = choose_kernels(desc.instruction_set);
    if (kernels == nullptr) return unknown_instruction_set();
    auto state = std::make_unique<WorldState>();
    state->setup = make_setup(desc, scheduler, *kernels);
    state->host.scheduler = &scheduler;
    reserve(*state);
    return World(std::move(state));
  });
}

Result<AgentId> World::spawn(const AgentDesc& agent) {
  AgentId id;
  if (Error error = spawn_all({&agent, 1}, {&id, 1})) return error;
  return id;
}

Error World::spawn_all(std::span<const AgentDesc> agents, std::span<AgentId> ids) {
  WorldState& state = *state_;
  return guarded([&]() -> Error {
    if (state.clock.ticking) return busy();
    if (!ids.empty() && ids.size() != agents.size())
      return {Status::kInvalidArgument, "ids must be empty or as long as agents"};
    if (agents.size() > state.ids.available())
      return {Status::kCapacity, "WorldDesc::capacity is " + std::to_string(state.setup.desc.capacity)};
    std::vector<SpawnCommand>& spawns = state.commands.spawns;
    const std::size_t queued = spawns.size();
    const Ground ground{state.terrain, state.surroundings.obstacles};
    for (std::size_t i = 0; i < agents.size(); ++i) {
      spawns.push_back({{}, agents[i]});
      if (Error error = settle(spawns.back().desc, state.setup.desc, ground, state.goals, i)) {
        spawns.resize(queued);
        return error;
      }
    }
    for (std::size_t i = 0; i < agents.size(); ++i) {  // There is room for all; nothing can fail from here on.
      spawns[queued + i].id = state.ids.create();
      if (!ids.empty()) ids[i] = spawns[queued + i].id;
    }
    return {};
  });
}

Error World::despawn(AgentId id) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!state_->ids.alive(id)) return gone("agent");
    state_->commands.despawns.push_back(id);
    state_->ids.retire(id);
    return {};
  });
}

Error World::set_goal(AgentId id, GoalId goal) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!state_->ids.alive(id)) return gone("agent");
    if (goal && !is_goal(state_->goals, goal)) return gone("goal");
    state_->commands.set_goals.push_back({id, goal});
    return {};
  });
}

Error World::set_locked(AgentId id, bool locked) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!state_->ids.alive(id)) return gone("agent");
    if (!state_->agents.has_bodies()) return {Status::kInvalidArgument, "agents without bodies cannot be locked"};
    state_->commands.set_locked.push_back({id, locked});
    return {};
  });
}

Error World::set_home(AgentId id, Vec3 position) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!state_->ids.alive(id)) return gone("agent");
    if (state_->agents.extra.home.axis[0].empty())
      return {Status::kInvalidArgument, "homes need a species with steering.hold.weight above 0"};
    if (Error error = check_place(position, state_->setup.desc)) return error;
    state_->commands.set_homes.push_back({id, position});
    return {};
  });
}

Error World::set_focus(std::span<const Vec3> points) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (Error error = check_focus(points)) return error;
    state_->commands.focus.points.assign(points.begin(), points.end());
    state_->commands.focus.asked = true;
    return {};
  });
}

Error World::set_state(AgentId id, std::uint8_t state) {
  return guarded([&]() -> Error {
    if (Error error = check_mind_of(*state_, id)) return error;
    const std::size_t states = state_->setup.desc.species[species_of(*state_, id)].mind.states.size();
    if (state >= states) return {Status::kInvalidArgument, "state must be an index into MindDesc::states"};
    state_->commands.minds.states.push_back({id, state});
    return {};
  });
}

Error World::set_health(AgentId id, float health) {
  return guarded([&]() -> Error {
    if (Error error = check_mind_of(*state_, id)) return error;
    if (Error error = check_health(health)) return error;
    state_->commands.minds.healths.push_back({id, health});
    return {};
  });
}

Error World::set_flags(AgentId id, std::uint32_t flags) {
  return guarded([&]() -> Error {
    if (Error error = check_mind_of(*state_, id)) return error;
    state_->commands.minds.flags.push_back({id, flags});
    return {};
  });
}

Error World::form_up(GoalId goal, std::span<const AgentId> members, const FormationDesc& formation) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (!is_goal(state_->goals, goal)) return gone("goal");
    if (!state_->agents.has_bodies()) return {Status::kInvalidArgument, "formations need bodies"};
    if (state_->terrain.empty()) return {Status::kInvalidArgument, "formations need WorldDesc::terrain"};
    if (state_->setup.tiled)
      return {Status::kInvalidArgument, "formations need whole fields: FieldsDesc::tiling must be Tiling::kNever"};
    if (Error error = check(formation)) return error;
    if (Error error = check_members(members)) return error;
    for (AgentId id : members) {
      if (!state_->ids.alive(id)) return gone("agent");
      if (!has_body(*state_, id)) return {Status::kInvalidArgument, "members must have bodies"};
    }
    FormUpCommand command{goal, make_formation(formation, members)};
    Commands& commands = state_->commands;
    commands.form_ups.reserve(commands.form_ups.size() + 1);
    commands.set_goals.reserve(commands.set_goals.size() + members.size());
    for (AgentId id : members) commands.set_goals.push_back({id, goal});
    commands.form_ups.push_back(std::move(command));
    return {};
  });
}

TickReport World::tick() {
  if (state_->clock.ticking) {
    state_->published.report.flags |= kReentered;
    return state_->published.report;
  }
  state_->published.events.clear();
  return tick_on(*state_);
}

StepReport World::step(float dt) {
  WorldState& state = *state_;
  StepReport step;
  step.error = guarded([&]() -> Error {
    if (state.clock.ticking) return busy();
    return check_duration(dt);
  });
  step.last = state.published.report;
  if (step.error) return step;
  state.published.events.clear();
  step.dropped = take_time(state.clock, dt, state.setup.desc, step.ticks);
  step.left = std::max(0.f, static_cast<float>(state.clock.left));
  for (std::uint32_t i = 0; i < step.ticks; ++i) step.last = tick_on(state);
  return step;
}

}  // namespace cardume
