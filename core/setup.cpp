#include "core/setup.hpp"

#include <algorithm>
#include <utility>

#include "core/checks.hpp"
#include "core/decisions.hpp"
#include "core/profiles.hpp"

namespace cardume {
namespace {

static_assert(limits::kMaxGoals <= 255, "a column keeps goals as bytes");
static_assert(limits::kMaxWalkers <= 32, "FieldBuffers::wanted has a bit for each");

}  // namespace

float farthest_sight(const Profiles& profiles) {
  float farthest = 0;
  for (const BehaviourDesc* one : profiles.behaviour) farthest = std::max(farthest, farthest_sight(*one));
  return farthest;
}

float farthest_avoidance(const Setup& setup) {
  float farthest = 0;
  for (std::size_t i = 0; i < setup.profiles.behaviour.size(); ++i)
    if (setup.desc.species[setup.profiles.species[i]].body.radius > 0)
      farthest = std::max(farthest, setup.profiles.behaviour[i]->avoidance.radius);
  return farthest;
}

float largest_radius(const std::vector<SpeciesDesc>& species) {
  float largest = 0;
  for (const SpeciesDesc& one : species) largest = std::max(largest, one.body.radius);
  return largest;
}

float contact_reach_factor(const WorldDesc& desc) {
  return 1 + simd::kMostPush * static_cast<float>(desc.contacts.iterations - 1);
}

float contact_reach(const Setup& setup) {
  const float radius = largest_radius(setup.desc.species);
  float step = 0;
  for (const BehaviourDesc* one : setup.profiles.behaviour)
    step = std::max(step, one->motion.max_speed / setup.desc.tick_rate);
  return 2 * radius * contact_reach_factor(setup.desc) + 2 * std::min(step, 2 * radius);
}

namespace {

/// Without terrain, whose cells are 0, all are points.
Walker walker_of(const SpeciesDesc& species, float radius, float cell_size) {
  return {species.movement, cell_size > 0 ? size_of(radius, cell_size) : std::uint8_t{1}};
}

Walkers walkers_of(const WorldDesc& desc) {
  Walkers walkers;
  for (const SpeciesDesc& species : desc.species) {
    const Walker walker = walker_of(species, species.body.radius, desc.terrain.empty() ? 0 : desc.terrain.cell_size);
    auto found = std::find(walkers.kinds.begin(), walkers.kinds.end(), walker);
    if (found == walkers.kinds.end()) found = walkers.kinds.insert(found, walker);
    walkers.of_species.push_back(static_cast<std::uint8_t>(found - walkers.kinds.begin()));
  }
  return walkers;
}

}  // namespace

std::uint8_t walker_of(const Setup& setup, std::uint8_t species, float radius) {
  std::uint8_t best = setup.walkers.of_species[species];
  if (setup.walkers.kinds.size() == 1) return best;
  const Walker own = walker_of(setup.desc.species[species], radius, setup.cell_size);
  for (std::size_t i = 0; i < setup.walkers.kinds.size(); ++i) {
    const Walker one = setup.walkers.kinds[i];
    const bool fits = one.movement == own.movement && one.size >= own.size;
    if (fits && one.size < setup.walkers.kinds[best].size) best = static_cast<std::uint8_t>(i);
  }
  return best;
}

Setup make_setup(const WorldDesc& desc, Scheduler& scheduler, const simd::KernelTable& kernels) {
  Setup setup;
  setup.desc = desc;
  setup.scheduler = &scheduler;
  setup.kernels = &kernels;
  setup.dt = 1 / desc.tick_rate;
  setup.walkers = walkers_of(desc);
  setup.cell_size = desc.terrain.empty() ? 0 : desc.terrain.cell_size;
  setup.tiled = is_tiled(desc);
  settle_profiles(setup);
  settle_decisions(setup);
  const CostGrid& terrain = desc.terrain;
  if (!terrain.empty()) {
    setup.desc.size.x = static_cast<float>(terrain.width) * terrain.cell_size;
    setup.desc.size.y = static_cast<float>(terrain.height) * terrain.cell_size;
  }
  return setup;
}

namespace {

void reserve_commands(Commands& commands, const TableDesc& table) {
  const std::uint32_t capacity = table.capacity;
  commands.spawns.reserve(capacity);
  commands.despawns.reserve(capacity);
  commands.set_goals.reserve(capacity);
  commands.focus.points.reserve(limits::kMaxFocuses);
  if (table.homes) commands.set_homes.reserve(capacity);
  if (!table.minds) return;
  commands.minds.states.reserve(capacity);
  commands.minds.healths.reserve(capacity);
  commands.minds.flags.reserve(capacity);
}

void reserve_sort(SortBuffers& sort, const Grid& grid, const TableDesc& table) {
  const std::uint32_t chunks = std::min(chunk_count(table.capacity, kGrain), kMostSortChunks);
  reserve(sort.sorted, table);
  sort.cell.resize(table.capacity + kLanePadding);
  sort.chunk_rows.resize(std::size_t{chunks} * grid.row_count());
  sort.row_start.resize(grid.row_count() + 1);
  sort.by_row.resize(table.capacity);
  sort.order.resize(table.capacity);
}

template <class Asks>
bool any_behaviour(const Setup& setup, Asks asks) {
  return std::any_of(setup.profiles.behaviour.begin(), setup.profiles.behaviour.end(),
                     [&](const BehaviourDesc* one) { return asks(*one); });
}

bool looks_by_turns(const BehaviourDesc& one) {
  return one.perception.period > 1 || one.perception.detail_distance > 0;
}

TableDesc table_of(const Setup& setup) {
  TableDesc table{setup.desc.capacity, setup.desc.dimensions};
  table.bodies = largest_radius(setup.desc.species) > 0;
  table.minds = setup.profiles.minds;
  table.homes = any_behaviour(setup, [](const BehaviourDesc& one) { return one.steering.hold.weight > 0; });
  table.regions = !setup.desc.scenery.regions.empty();
  table.walkers = setup.walkers.kinds.size() > 1;
  return table;
}

void reserve_kinematics(WorldState& state, const TableDesc& table) {
  const std::size_t padded = std::size_t{table.capacity} + kLanePadding;
  const bool solids = !state.terrain.empty() || !state.setup.desc.scenery.obstacles.empty();
  for (std::uint32_t d = 0; d < table.dimensions; ++d) {
    state.kinematics.acceleration.axis[d].resize(padded);
    if (table.bodies || solids) state.kinematics.previous.axis[d].resize(padded);
  }
  if (any_behaviour(state.setup, [](const BehaviourDesc& one) { return one.motion.speed == SpeedModel::kShared; }))
    state.kinematics.speed.resize(padded);
  if (any_behaviour(state.setup, looks_by_turns)) state.kinematics.looks.resize(padded);
  if (!table.bodies) return;
  for (std::uint32_t d = 0; d < 2; ++d) state.kinematics.velocity.axis[d].resize(padded);
  state.kinematics.follows.resize(padded);
  state.kinematics.pace.resize(padded);
  state.kinematics.state.resize(padded);
}

/// The species that somebody looks for.
std::vector<std::uint8_t> sought_species(const Setup& setup) {
  std::vector<std::uint8_t> sought;
  for (const BehaviourDesc* behaviour : setup.profiles.behaviour)
    for (const RelationDesc& one : behaviour->relations)
      if (one.pursue.radius > 0 || one.evade.radius > 0 || one.follow.radius > 0) sought.push_back(one.species);
  for (const SpeciesDesc& species : setup.desc.species)
    for (const TransitionDesc& transition : species.mind.transitions)
      for (const ConditionDesc& one : transition.conditions)
        if (one.kind == ConditionDesc::Kind::kNear) sought.push_back(one.species);
  std::sort(sought.begin(), sought.end());
  sought.erase(std::unique(sought.begin(), sought.end()), sought.end());
  return sought;
}

void reserve_scouts(const Setup& setup, ScoutBuffers& scout) {
  for (const std::uint8_t species : sought_species(setup)) {
    scout.quarries.push_back(make_quarry(species, setup.desc));
    scout.of_species[species] = static_cast<std::uint8_t>(scout.quarries.size());
  }
}

/// Words of a bit an agent.
std::size_t words_of_bits(std::uint32_t capacity) { return (std::size_t{capacity} + 63) / 64; }

void reserve_minds(std::uint32_t capacity, WorldState& state) {
  state.agents.mind.memory.resize(capacity);
  state.buffers.mind.changed.resize(words_of_bits(capacity));
  state.buffers.mind.digests.resize(chunk_count(capacity, kGrain));
}

/// Room for a large crowd that is packed, each touching six others, and for one touch of all others.
void reserve_touches(const WorldDesc& desc, Touches& touches) {
  const bool told = std::any_of(desc.species.begin(), desc.species.end(), [](const SpeciesDesc& one) {
    return one.body.radius > 0 && one.body.tells_contacts != 0;
  });
  if (!told) return;
  const std::size_t room = std::size_t{desc.capacity} + 5 * std::min<std::size_t>(desc.capacity, 4096);
  touches.pairs.reserve(room);
  touches.next.reserve(room);
}

void reserve_bodies(Buffers& buffers, const TableDesc& table) {
  if (!table.bodies) return;
  const std::size_t padded = std::size_t{table.capacity} + kLanePadding, chunks = chunk_count(table.capacity, kGrain);
  for (std::uint32_t d = 0; d < table.dimensions; ++d) buffers.contacts.pushed.axis[d].resize(padded);
  buffers.contacts.touch.resize(chunks * kTouchWords);
  buffers.settle.shares.resize(chunks * limits::kMaxGoals);
  buffers.settle.changed.resize(chunks);
  buffers.settle.counts.resize(chunks);
}

}  // namespace

namespace {

void make_planners(const Setup& setup, const Terrain& terrain, Atlas& atlas) {
  for (const WalkMap& map : atlas.maps) {
    atlas.planners.push_back(std::make_unique<TilePlanner>());
    atlas.planners.back()->graph.build(map.grid(terrain), setup.scheduler);
    atlas.planners.back()->built = true;
    note_memory(*atlas.planners.back());
  }
}

void reserve_fields(WorldState& state) {
  const Setup& setup = state.setup;
  const std::size_t fields = setup.walkers.kinds.size() * simd::kFieldsAWalker;
  state.atlas.maps = make_walk_maps(state.terrain, setup.walkers.kinds, setup.desc.fields.movements);
  state.buffers.destinations.all.resize(fields);
  if (setup.tiled) make_planners(setup, state.terrain, state.atlas);
  state.buffers.fields.views.resize(fields);
  if (setup.walkers.kinds.size() > 1)
    state.buffers.fields.wanted.resize(chunk_count(setup.desc.capacity, kGrain) * simd::kFieldsAWalker);
  if (largest_radius(setup.desc.species) > 0 && setup.desc.fields.density_cost > 0)
    state.buffers.fields.filled.resize(state.terrain.grid.cost.size());
  if (setup.desc.fields.unreachable != Unreachable::kNearest || state.terrain.empty()) return;
  for (WalkMap& map : state.atlas.maps) islands_of(state.terrain, setup.desc.fields.passages, map);
}

}  // namespace

void reserve(WorldState& state) {
  const WorldDesc& desc = state.setup.desc;
  const TableDesc table = table_of(state.setup);
  const bool bodies = table.bodies;
  state.ids.reserve(desc.capacity);
  reserve_commands(state.commands, table);
  reserve(state.agents, table);
  state.agents.body.usual_mass = desc.species[0].body.mass;
  state.terrain = make_terrain(std::move(state.setup.desc.terrain), largest_radius(desc.species));
  const float sight = std::max(
      {farthest_sight(state.setup.profiles), farthest_avoidance(state.setup), bodies ? contact_reach(state.setup) : 0});
  reserve_fields(state);
  state.grid = make_grid({desc.size, desc.dimensions, sight, desc.capacity, desc.budget.crowd_limit});
  reserve_kinematics(state, table);
  reserve_sort(state.buffers.sort, state.grid, table);
  reserve_bodies(state.buffers, table);
  reserve_scouts(state.setup, state.buffers.scout);
  state.surroundings.obstacles = make_obstacle_map(desc);
  state.surroundings.focus.reserve(limits::kMaxFocuses);
  if (table.minds) reserve_minds(desc.capacity, state);
  if (table.regions) state.buffers.watch.moved.resize(words_of_bits(desc.capacity));
  reserve_touches(desc, state.published.touches);
  state.published.chunk_hashes.resize(chunk_count(desc.capacity, kGrain));
  state.published.events.reserve(desc.budget.event_capacity);
}

}  // namespace cardume
