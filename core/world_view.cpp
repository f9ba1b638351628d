#include <cardume/world.hpp>

#include "core/door.hpp"
#include "core/memory.hpp"
#include "core/space/contact_pairs.hpp"
#include "core/space/pair_census.hpp"
#include "core/space/queries.hpp"
#include "core/world_state.hpp"

// What can be seen of a world: columns, contacts, events and the answers to queries.
namespace cardume {
namespace {

/// A column of bodies; empty in worlds of points alone.
template <class T>
std::span<const T> rows(const AgentTable& agents, const std::vector<T>& column) {
  return agents.has_bodies() ? std::span<const T>(column.data(), agents.count) : std::span<const T>();
}

}  // namespace

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

std::span<const float> World::radii() const { return rows(state_->agents, state_->agents.body.radius); }

std::span<const AgentState> World::states() const { return rows(state_->agents, state_->agents.body.state); }

std::span<const float> World::pressures() const { return rows(state_->agents, state_->agents.body.pressure); }

Error World::contacts(std::vector<ContactPair>& out) const {
  return guarded([&]() -> Error {
    find_pairs(state_->setup, state_->agents, state_->ids, out);
    return {};
  });
}

OverlapReport World::overlaps() const {
  const ExactFloat exact;
  return measure_overlaps(state_->setup, state_->agents);
}

std::uint8_t World::mind_state(std::uint32_t row) const {
  const AgentTable& agents = state_->agents;
  if (row >= agents.count || !agents.has_minds()) return 0;
  return static_cast<std::uint8_t>(agents.mind.profile[row] - state_->setup.profiles.first[agents.species[row]]);
}

AgentId World::id_at(std::uint32_t row) const {
  return row < count() ? state_->ids.at(state_->agents.slot[row]) : AgentId{};
}

std::optional<std::uint32_t> World::row_of(AgentId id) const { return state_->ids.row(id); }

std::span<const Event> World::events() const { return state_->published.events; }

const WorldDesc& World::desc() const { return state_->setup.desc; }

const CostGrid& World::terrain() const { return state_->terrain.grid; }

const char* World::instruction_set() const { return state_->setup.kernels->name; }

std::uint64_t World::memory_bytes() const {
  std::vector<MemoryPart> parts;
  std::uint64_t sum = 0;
  if (memory(parts)) return 0;
  for (const MemoryPart& part : parts) sum += part.bytes;
  return sum;
}

Error World::memory(std::vector<MemoryPart>& out) const {
  return guarded([&]() -> Error {
    list_memory(*state_, out);
    return {};
  });
}

PairCensus World::pairs() const {
  if (state_->clock.ticking) return {};
  return count_pairs(*state_);
}

namespace {

/// Nobody may be told of a job that began before.
void finish_jobs(Atlas& atlas) {
  for (const auto& route : atlas.routes)
    if (route != nullptr) route->job.finish();
  for (const auto& planner : atlas.planners)
    if (planner != nullptr) planner->job.finish();
}

}  // namespace

Error World::set_profiler(const ProfilerHooks& hooks) {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    const bool any = hooks.begin != nullptr, all = any && hooks.end != nullptr;
    if (any != (hooks.end != nullptr)) return {Status::kInvalidArgument, "begin and end must both be set, or neither"};
    Host& host = state_->host;
    auto profiled = all ? std::make_unique<ProfiledScheduler>(*host.scheduler, hooks) : nullptr;
    finish_jobs(state_->atlas);
    state_->setup.scheduler = all ? profiled.get() : host.scheduler;
    host.profiled = std::move(profiled);
    return {};
  });
}

Error World::find(const AreaQuery& query, std::vector<AreaHit>& out) const {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (Error error = check(query, state_->setup.desc, kAlone)) return error;
    AreaHits hits;
    hits.hits.swap(out);
    find_in(*state_, {&query, 1}, hits);
    out.swap(hits.hits);
    return {};
  });
}

Error World::find_all(std::span<const AreaQuery> queries, AreaHits& out) const {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (Error error = check(queries[i], state_->setup.desc, i)) return error;
    find_in(*state_, queries, out);
    return {};
  });
}

Result<std::uint32_t> World::count_in(const AreaQuery& query) const {
  return guarded([&]() -> Result<std::uint32_t> {
    if (state_->clock.ticking) return busy();
    if (Error error = check(query, state_->setup.desc, kAlone)) return error;
    return cardume::count_in(*state_, query);
  });
}

Result<RayHit> World::cast(const RayQuery& query) const {
  return guarded([&]() -> Result<RayHit> {
    if (state_->clock.ticking) return busy();
    if (Error error = check(query, state_->setup.desc, kAlone)) return error;
    RayHit hit;
    cast_rays(*state_, {&query, 1}, {&hit, 1});
    return hit;
  });
}

Error World::cast_all(std::span<const RayQuery> queries, std::vector<RayHit>& out) const {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (Error error = check(queries[i], state_->setup.desc, i)) return error;
    out.assign(queries.size(), {});
    cast_rays(*state_, queries, out);
    return {};
  });
}

Error World::density(DensityMap& map, AgentFilter filter) const {
  return guarded([&]() -> Error {
    if (state_->clock.ticking) return busy();
    if (Error error = check(map, state_->setup.desc)) return error;
    count_cells(*state_, filter, map);
    return {};
  });
}

}  // namespace cardume
