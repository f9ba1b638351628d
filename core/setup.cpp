#include "core/setup.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cardume {
namespace {

static_assert(simd::kMaxSpecies == limits::kMaxSpecies);
static_assert(limits::kMaxGoals <= 255, "a column keeps goals as bytes");

/// Stands for no limit: larger than any acceleration that accepted parameters yield, its square still finite.
constexpr float kNoLimit = 1e18f;

void fill_rule(const RuleDesc& rule, std::size_t i, simd::RuleColumns& columns) {
  columns.radius2[i] = rule.radius * rule.radius;
  columns.weight[i] = rule.weight;
}

void fill_motion(const MotionDesc& motion, std::size_t i, simd::MotionColumns& columns) {
  const bool each = motion.limit == SteeringLimit::kEachRule;
  columns.max_speed[i] = motion.max_speed;
  columns.min_speed[i] = motion.min_speed;
  columns.response[i] = motion.response;
  columns.rule_limit[i] = each ? motion.max_acceleration : kNoLimit;
  columns.total_limit[i] = each ? kNoLimit : motion.max_acceleration;
}

void fill_border(const BorderDesc& border, std::size_t i, simd::BorderColumns& columns) {
  columns.margin[i] = border.margin;
  columns.inverse_margin[i] = border.margin > 0 ? 1 / border.margin : 0;
  columns.weight[i] = border.weight;
}

void fill_body(const BodyDesc& body, std::size_t i, simd::BodyColumns& columns) {
  columns.layers[i] = static_cast<std::int32_t>(body.layers);
  columns.collides[i] = static_cast<std::int32_t>(body.collides);
  columns.priority[i] = body.priority;
  columns.yielding[i] = 1 - body.push_resistance;
}

void fill_avoidance(const AvoidanceDesc& avoidance, std::size_t i, simd::AvoidanceColumns& columns) {
  columns.radius2[i] = avoidance.radius * avoidance.radius;
  columns.weight[i] = avoidance.weight;
  columns.horizon[i] = avoidance.horizon;
  columns.right_bias[i] = avoidance.right_bias;
  columns.layers[i] = static_cast<std::int32_t>(avoidance.layers);
}

/// Pairs of species that collide, in either order.
std::size_t colliding_pairs(const std::vector<SpeciesDesc>& species) {
  std::size_t pairs = 0;
  for (const SpeciesDesc& a : species)
    for (const SpeciesDesc& b : species)
      pairs += (a.body.collides & b.body.layers) != 0 && (b.body.collides & a.body.layers) != 0;
  return pairs;
}

bool one_priority(const std::vector<SpeciesDesc>& species) {
  return std::all_of(species.begin(), species.end(),
                     [&](const SpeciesDesc& one) { return one.body.priority == species[0].body.priority; });
}

simd::SpeciesTable make_species_table(const std::vector<SpeciesDesc>& species) {
  simd::SpeciesTable table{};
  table.count = static_cast<std::uint32_t>(species.size());
  table.one_sight = true;
  for (std::size_t i = 0; i < species.size(); ++i) {
    fill_rule(species[i].separation, i, table.separation);
    fill_rule(species[i].alignment, i, table.alignment);
    fill_rule(species[i].cohesion, i, table.cohesion);
    fill_motion(species[i].motion, i, table.motion);
    fill_border(species[i].border, i, table.border);
    table.flow_weight[i] = species[i].flow.weight;
    fill_body(species[i].body, i, table.body);
    fill_avoidance(species[i].avoidance, i, table.avoidance);
    table.one_sight = table.one_sight && species[i].alignment.radius == species[i].cohesion.radius;
  }
  table.body.all_collide = colliding_pairs(species) == species.size() * species.size();
  table.body.none_collide = colliding_pairs(species) == 0;
  table.body.one_priority = one_priority(species);
  return table;
}

}  // namespace

const simd::KernelTable* choose_kernels(const std::string& name) {
  const char* wanted = name.empty() ? std::getenv("CARDUME_SIMD") : name.c_str();
  return simd::find_kernels(wanted != nullptr && *wanted != 0 ? wanted : nullptr);
}

float farthest_sight(const std::vector<SpeciesDesc>& species) {
  float farthest = 0;
  for (const SpeciesDesc& one : species)
    farthest = std::max({farthest, one.separation.radius, one.alignment.radius, one.cohesion.radius});
  return farthest;
}

float farthest_avoidance(const std::vector<SpeciesDesc>& species) {
  float farthest = 0;
  for (const SpeciesDesc& one : species)
    if (one.body.radius > 0) farthest = std::max(farthest, one.avoidance.radius);
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

float contact_reach(const WorldDesc& desc) {
  const float radius = largest_radius(desc.species);
  float step = 0;
  for (const SpeciesDesc& one : desc.species) step = std::max(step, one.motion.max_speed / desc.tick_rate);
  return 2 * radius * contact_reach_factor(desc) + 2 * std::min(step, 2 * radius);
}

Setup make_setup(const WorldDesc& desc, Scheduler& scheduler, const simd::KernelTable& kernels) {
  Setup setup{desc, &scheduler, &kernels, make_species_table(desc.species), 1 / desc.tick_rate};
  const CostGrid& terrain = desc.terrain;
  if (!terrain.empty()) {
    setup.desc.size.x = static_cast<float>(terrain.width) * terrain.cell_size;
    setup.desc.size.y = static_cast<float>(terrain.height) * terrain.cell_size;
  }
  return setup;
}

namespace {

void reserve_commands(Commands& commands, std::uint32_t capacity) {
  commands.spawns.reserve(capacity);
  commands.despawns.reserve(capacity);
  commands.set_goals.reserve(capacity);
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

void reserve_kinematics(WorldState& state, const TableDesc& table) {
  const std::size_t padded = std::size_t{table.capacity} + kLanePadding;
  for (std::uint32_t d = 0; d < table.dimensions; ++d) {
    state.kinematics.acceleration.axis[d].resize(padded);
    if (table.bodies || !state.terrain.empty()) state.kinematics.previous.axis[d].resize(padded);
  }
  if (!table.bodies) return;
  for (std::uint32_t d = 0; d < 2; ++d) state.kinematics.velocity.axis[d].resize(padded);
  state.kinematics.follows.resize(padded);
  state.kinematics.pace.resize(padded);
  state.kinematics.state.resize(padded);
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

void reserve(WorldState& state) {
  const WorldDesc& desc = state.setup.desc;
  const bool bodies = largest_radius(desc.species) > 0;
  const TableDesc table{desc.capacity, desc.dimensions, bodies};
  state.ids.reserve(desc.capacity);
  reserve_commands(state.commands, desc.capacity);
  reserve(state.agents, table);
  state.agents.body.usual_mass = desc.species[0].body.mass;
  state.terrain = make_terrain(std::move(state.setup.desc.terrain), largest_radius(desc.species));
  const float sight =
      std::max({farthest_sight(desc.species), farthest_avoidance(desc.species), bodies ? contact_reach(desc) : 0});
  state.grid = make_grid({desc.size, desc.dimensions, sight, desc.capacity, desc.crowd_limit});
  reserve_kinematics(state, table);
  reserve_sort(state.buffers.sort, state.grid, table);
  reserve_bodies(state.buffers, table);
  if (bodies && desc.fields.density_cost > 0) state.buffers.fields.filled.resize(state.terrain.grid.cost.size());
  state.published.chunk_hashes.resize(chunk_count(desc.capacity, kGrain));
  state.published.events.reserve(desc.event_capacity);
}

}  // namespace cardume
