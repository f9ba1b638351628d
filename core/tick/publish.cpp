#include <algorithm>
#include <bit>
#include <initializer_list>
#include <iterator>
#include <tuple>

#include "core/tick/loop.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// The hash of everything that a chunk of agents remembers from tick to tick. Byte columns are hashed as words; past
/// the last agent they are zero.
std::uint64_t hash_agents(const Setup& setup, const AgentTable& agents, simd::Rows rows) {
  const auto hash_words = setup.kernels->hash_words;
  const std::uint32_t count = rows.last - rows.first;
  std::uint64_t hash = count;
  const auto add = [&](const void* column, std::size_t bytes_an_agent) {
    const auto* first = static_cast<const std::byte*>(column) + rows.first * bytes_an_agent;
    const auto words = static_cast<std::uint32_t>((count * bytes_an_agent + 3) / 4);
    hash = hash_words(reinterpret_cast<const std::uint32_t*>(first), words, hash);
  };
  for (const AxisColumns* columns : {&agents.position, &agents.velocity})
    for (std::uint32_t d = 0; d < agents.dimensions; ++d) add(columns->axis[d].data(), sizeof(float));
  add(agents.slot.data(), sizeof(std::uint32_t));
  add(agents.species.data(), 1);
  add(agents.goal.data(), 1);
  for_each_optional_column([&](const auto& column) { add(column.data(), sizeof column[0]); }, agents);
  return hash;
}

std::uint64_t hash_formation(const Setup& setup, const Formation& formation, std::uint64_t hash) {
  const auto add = [&](std::initializer_list<float> numbers) {
    for (const float number : numbers) {
      const auto word = std::bit_cast<std::uint32_t>(number);
      hash = setup.kernels->hash_words(&word, 1, hash);
    }
  };
  add({formation.anchor.x, formation.anchor.y, formation.heading.x, formation.heading.y, formation.velocity.x,
       formation.velocity.y, formation.turning, formation.patience.waited, formation.line_up.since,
       formation.desc.spacing, formation.desc.facing.x, formation.desc.facing.y, formation.reach, formation.wing});
  const LineUp& line_up = formation.line_up;
  const std::uint32_t flags = line_up.under_way * 1u + line_up.done * 2u + line_up.improvised * 4u;
  const std::uint32_t counts[] = {formation.patience.in_place, flags};
  hash = setup.kernels->hash_words(counts, std::size(counts), hash);
  for (const FormationSlot& slot : formation.slots) {
    add({slot.offset.x, slot.offset.y});
    const std::uint32_t words[] = {static_cast<std::uint32_t>(slot.member.value),
                                   static_cast<std::uint32_t>(slot.member.value >> 32),
                                   slot.left_behind * 1u + slot.squeezed * 2u};
    hash = setup.kernels->hash_words(words, std::size(words), hash);
  }
  return hash;
}

std::uint64_t hash_gathering(const Setup& setup, const Gathering& gathering, std::uint64_t hash) {
  const std::uint32_t words[] = {std::bit_cast<std::uint32_t>(gathering.radius),
                                 std::bit_cast<std::uint32_t>(gathering.drift.x),
                                 std::bit_cast<std::uint32_t>(gathering.drift.y), gathering.agents, gathering.waiting};
  return setup.kernels->hash_words(words, std::size(words), hash);
}

/// Of another kind of walker than the first.
std::uint64_t hash_route(const Setup& setup, const Route& route, std::uint64_t hash) {
  const std::uint32_t words[] = {route.aim.walker, route.aim.cell().x, route.aim.cell().y,
                                 static_cast<std::uint32_t>(route.publish_tick),
                                 static_cast<std::uint32_t>(route.building)};
  return setup.kernels->hash_words(words, std::size(words), hash);
}

std::uint64_t hash_goal(const Setup& setup, const Atlas& atlas, const Goal& goal, std::uint64_t hash) {
  const Route* first = atlas.route(goal, 0);
  const Cell asked = first == nullptr ? Cell{} : first->aim.cell();
  const std::uint32_t words[] = {std::bit_cast<std::uint32_t>(goal.position.x),
                                 std::bit_cast<std::uint32_t>(goal.position.y),
                                 goal.cell.x,
                                 goal.cell.y,
                                 asked.x,
                                 asked.y,
                                 static_cast<std::uint32_t>(first == nullptr ? 0 : first->publish_tick),
                                 static_cast<std::uint32_t>(first != nullptr && first->building)};
  hash = setup.kernels->hash_words(words, std::size(words), hash);
  for (std::size_t walker = 1; walker < goal.ways.size(); ++walker)
    if (const Route* route = atlas.route(goal, walker)) hash = hash_route(setup, *route, hash);
  if (goal.height != 0) {
    const auto height = std::bit_cast<std::uint32_t>(goal.height);
    hash = setup.kernels->hash_words(&height, 1, hash);
  }
  if (goal.gathering.agents > 0) hash = hash_gathering(setup, goal.gathering, hash);
  return goal.formation.slots.empty() ? hash : hash_formation(setup, goal.formation, hash);
}

std::uint64_t hash_state(const Setup& setup, const Terrain& terrain, const AgentTable& agents, const Ids& ids,
                         const Atlas& atlas, const Goals& goals, Publication& published) {
  std::vector<std::uint64_t>& chunk_hashes = published.chunk_hashes;
  for_agents(*setup.scheduler, agents.count, kGrain,
             [&](simd::Rows rows, std::uint32_t chunk) { chunk_hashes[chunk] = hash_agents(setup, agents, rows); });
  std::uint64_t hash = published.report.tick ^ ids.digest() ^ terrain.version ^ agents.mind.digest;
  for (const auto& goal : goals) hash = hash_goal(setup, atlas, *goal, hash);
  const std::uint32_t words = 2 * chunk_count(agents.count, kGrain);
  return setup.kernels->hash_words(reinterpret_cast<const std::uint32_t*>(chunk_hashes.data()), words, hash);
}

/// Fields come first, then agents in id order.
bool comes_before(const Event& a, const Event& b) {
  return std::tie(a.agent, a.kind, a.goal, a.other, a.detail) < std::tie(b.agent, b.kind, b.goal, b.other, b.detail);
}

}  // namespace

void publish(const Setup& setup, const Terrain& terrain, const AgentTable& agents, const Ids& ids, const Atlas& atlas,
             const Goals& goals, Publication& published) {
  published.report.agents = agents.count;
  published.report.state_hash = hash_state(setup, terrain, agents, ids, atlas, goals, published);
  std::sort(published.events.begin() + static_cast<std::ptrdiff_t>(published.old_events), published.events.end(),
            comes_before);
}

}  // namespace cardume::tick
