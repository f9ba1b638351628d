#include <algorithm>
#include <array>
#include <cardume/limits.hpp>
#include <cardume/world.hpp>
#include <utility>

#include "core/checks.hpp"
#include "core/exact_float.hpp"
#include "core/setup.hpp"
#include "core/tick/tick.hpp"
#include "core/world_state.hpp"

namespace cardume {
namespace {

Error busy() { return {Status::kBusy, "the world is inside tick()"}; }

Error unknown_instruction_set() {
  std::string message = "instruction_set (or CARDUME_SIMD) must be one of";
  for (const char* name : instruction_sets()) message += std::string(" ") + name;
  return {Status::kInvalidArgument, message + " on this machine"};
}

Error gone(const char* name) { return {Status::kInvalidHandle, std::string(name) + " is not in this world"}; }

/// Runs a call with exact floating point. Nothing is thrown but for want of memory, and that becomes an error.
template <class Function>
auto guarded(Function function) -> decltype(function()) {
  const ExactFloat exact;
  try {
    return function();
  } catch (...) {
    return Error{Status::kOutOfMemory, {}};
  }
}

template <class T>
std::uint64_t bytes(const std::vector<T>& column) {
  return column.capacity() * sizeof(T);
}

std::uint64_t bytes(const AxisColumns& columns) {
  return bytes(columns.axis[0]) + bytes(columns.axis[1]) + bytes(columns.axis[2]);
}

std::uint64_t bytes(const AgentTable& agents) {
  return bytes(agents.position) + bytes(agents.velocity) + bytes(agents.species) + bytes(agents.goal) +
         bytes(agents.slot);
}

std::uint64_t bytes(const SortBuffers& sort) {
  return bytes(sort.sorted) + bytes(sort.cell) + bytes(sort.chunk_rows) + bytes(sort.row_start) + bytes(sort.by_row) +
         bytes(sort.order);
}

std::uint64_t bytes(const Commands& commands) {
  return bytes(commands.spawns) + bytes(commands.despawns) + bytes(commands.set_goals) + bytes(commands.move_goals);
}

std::uint64_t bytes(const Goal& goal) {
  return bytes(goal.flow.direction) + bytes(goal.build.flow.direction) + bytes(goal.build.distance.distance) +
         goal.build.builder.memory_bytes();
}

/// The free cell that a goal's field leads to.
Result<Cell> goal_cell(const WorldDesc& desc, Vec2 position) {
  if (desc.terrain.empty()) return Error{Status::kInvalidArgument, "goals need WorldDesc::terrain"};
  if (Error error = check_place(position, desc)) return error;
  return nearest_free(desc.terrain, cell_at(desc.terrain, position), desc.fields.snap_radius);
}

FieldBuild build_for(const WorldDesc& desc) {
  FieldBuild build;
  build.terrain = &desc.terrain;
  build.metric = desc.fields.metric;
  build.mode = desc.fields.mode;
  return build;
}

}  // namespace

std::span<const char* const> instruction_sets() {
  static const auto names = [] {
    const simd::KernelTable* tables[simd::kMaxKernelTables];
    std::array<const char*, simd::kMaxKernelTables + 1> found{};
    for (std::uint32_t i = 0, count = simd::available_kernels(tables); i < count; ++i) found[i] = tables[i]->name;
    return found;
  }();
  return {names.data(), static_cast<std::size_t>(std::find(names.begin(), names.end(), nullptr) - names.begin())};
}

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
    if (state.ticking) return busy();
    if (!ids.empty() && ids.size() != agents.size())
      return {Status::kInvalidArgument, "ids must be empty or as long as agents"};
    if (agents.size() > state.ids.available())
      return {Status::kCapacity, "WorldDesc::capacity is " + std::to_string(state.setup.desc.capacity)};
    for (std::size_t i = 0; i < agents.size(); ++i)
      if (Error error = check(agents[i], state.setup.desc, state.goals.size(), i)) return error;
    for (std::size_t i = 0; i < agents.size(); ++i) {  // There is room for all; nothing can fail from here on.
      const AgentId id = state.ids.create();
      state.commands.spawns.push_back({id, agents[i]});
      if (!ids.empty()) ids[i] = id;
    }
    return {};
  });
}

Error World::despawn(AgentId id) {
  return guarded([&]() -> Error {
    if (state_->ticking) return busy();
    if (!state_->ids.alive(id)) return gone("agent");
    state_->commands.despawns.push_back(id);
    state_->ids.retire(id);
    return {};
  });
}

Result<GoalId> World::add_goal(Vec2 position) {
  WorldState& state = *state_;
  return guarded([&]() -> Result<GoalId> {
    if (state.ticking) return busy();
    if (state.goals.size() == limits::kMaxGoals) return Error{Status::kLimit, "at most 64 goals (limits::kMaxGoals)"};
    const Result<Cell> cell = goal_cell(state.setup.desc, position);
    if (!cell) return cell.error();
    auto goal = std::make_unique<Goal>(build_for(state.setup.desc));
    goal->position = position;
    goal->cell = *cell;
    state.goals.push_back(std::move(goal));
    return GoalId{static_cast<std::uint32_t>(state.goals.size())};
  });
}

Error World::move_goal(GoalId goal, Vec2 position) {
  return guarded([&]() -> Error {
    if (state_->ticking) return busy();
    if (!goal || goal.value > state_->goals.size()) return gone("goal");
    const Result<Cell> cell = goal_cell(state_->setup.desc, position);
    if (!cell) return cell.error();
    state_->commands.move_goals.push_back({goal, position, *cell});
    return {};
  });
}

Error World::set_goal(AgentId id, GoalId goal) {
  return guarded([&]() -> Error {
    if (state_->ticking) return busy();
    if (!state_->ids.alive(id)) return gone("agent");
    if (goal.value > state_->goals.size()) return gone("goal");
    state_->commands.set_goals.push_back({id, goal});
    return {};
  });
}

TickReport World::tick() {
  TickReport& report = state_->published.report;
  if (state_->ticking) {
    report.flags |= kReentered;
    return report;
  }
  const ExactFloat exact;
  state_->ticking = true;
  try {
    run_tick(*state_);
  } catch (...) {
    report.flags |= kTickFailed;
  }
  state_->ticking = false;
  return report;
}

std::uint32_t World::count() const { return state_->agents.count; }

std::span<const float> World::positions(std::uint32_t axis) const {
  if (axis >= state_->agents.dimensions) return {};
  return {state_->agents.position.axis[axis].data(), count()};
}

std::span<const float> World::velocities(std::uint32_t axis) const {
  if (axis >= state_->agents.dimensions) return {};
  return {state_->agents.velocity.axis[axis].data(), count()};
}

std::span<const std::uint8_t> World::species() const { return {state_->agents.species.data(), count()}; }

AgentId World::id_at(std::uint32_t row) const {
  return row < count() ? state_->ids.at(state_->agents.slot[row]) : AgentId{};
}

std::optional<std::uint32_t> World::row_of(AgentId id) const { return state_->ids.row(id); }

std::span<const Event> World::events() const { return state_->published.events; }

const WorldDesc& World::desc() const { return state_->setup.desc; }

const char* World::instruction_set() const { return state_->setup.kernels->name; }

const FlowField* World::field(GoalId goal) const {
  if (!goal || goal.value > state_->goals.size()) return nullptr;
  const FlowField& flow = state_->goals[goal.value - 1u]->flow;
  return flow.direction.empty() ? nullptr : &flow;
}

std::uint64_t World::memory_bytes() const {
  const WorldState& state = *state_;
  std::uint64_t sum = bytes(state.agents) + bytes(state.sort) + bytes(state.commands) + state.ids.memory_bytes() +
                      bytes(state.kinematics.acceleration) + bytes(state.kinematics.previous) +
                      bytes(state.grid.start) + bytes(state.grid.crowded) + bytes(state.setup.desc.terrain.cost);
  for (const auto& goal : state.goals) sum += bytes(*goal);
  return sum;
}

}  // namespace cardume
