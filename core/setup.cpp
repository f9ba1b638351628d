#include "core/setup.hpp"

#include <algorithm>
#include <cstdlib>

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
    table.one_sight = table.one_sight && species[i].alignment.radius == species[i].cohesion.radius;
  }
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

Setup make_setup(const WorldDesc& desc, Scheduler& scheduler, const simd::KernelTable& kernels) {
  Setup setup{desc, &scheduler, &kernels, make_species_table(desc.species), 1 / desc.tick_rate};
  const CostGrid& terrain = desc.terrain;
  if (!terrain.empty()) {
    setup.desc.size.x = static_cast<float>(terrain.width) * terrain.cell_size;
    setup.desc.size.y = static_cast<float>(terrain.height) * terrain.cell_size;
  }
  return setup;
}

void reserve(WorldState& state) {
  const WorldDesc& desc = state.setup.desc;
  const std::uint32_t capacity = desc.capacity, padded = capacity + kLanePadding;
  state.ids.reserve(capacity);
  state.commands.spawns.reserve(capacity);
  state.commands.despawns.reserve(capacity);
  state.commands.set_goals.reserve(capacity);
  reserve(state.agents, capacity, desc.dimensions);
  reserve(state.sort.sorted, capacity, desc.dimensions);
  for (std::uint32_t d = 0; d < desc.dimensions; ++d) {
    state.kinematics.acceleration.axis[d].resize(padded);
    if (!desc.terrain.empty()) state.kinematics.previous.axis[d].resize(padded);
  }

  state.grid = make_grid({desc.size, desc.dimensions, farthest_sight(desc.species), capacity, desc.crowd_limit});
  const std::uint32_t chunks = chunk_count(capacity, kGrain), sort_chunks = std::min(chunks, kMostSortChunks);
  state.sort.cell.resize(padded);
  state.sort.chunk_rows.resize(std::size_t{sort_chunks} * state.grid.row_count());
  state.sort.row_start.resize(state.grid.row_count() + 1);
  state.sort.by_row.resize(capacity);
  state.sort.order.resize(capacity);
  state.published.chunk_hashes.resize(chunks);
  state.published.events.reserve(desc.event_capacity);
}

}  // namespace cardume
