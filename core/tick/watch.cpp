#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/setup.hpp"
#include "core/space/contact_pairs.hpp"
#include "core/space/runs_between.hpp"
#include "core/space/zone.hpp"
#include "core/tick/events.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/marks.hpp"
#include "core/tick/solo.hpp"
#include "core/tick/tick.hpp"

namespace cardume::tick {
namespace {

/// The place nearest to `to` in the box around a chunk of agents.
Vec3 nearest_place(const std::array<float, 3>& low, const std::array<float, 3>& high, Vec3 to) {
  return {std::clamp(to.x, low[0], high[0]), std::clamp(to.y, low[1], high[1]), std::clamp(to.z, low[2], high[2])};
}

/// The regions that any agent of a chunk may be in.
std::uint32_t regions_around(const std::vector<RegionDesc>& regions, const AgentTable& agents, simd::Rows rows) {
  std::array<float, 3> low{}, high{};
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) {
    const float* place = agents.position.axis[d].data();
    low[d] = high[d] = place[rows.first];
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
      low[d] = place[agent] < low[d] ? place[agent] : low[d];
      high[d] = place[agent] > high[d] ? place[agent] : high[d];
    }
  }
  std::uint32_t around = 0;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Zone& zone = regions[i].zone;
    const bool near = contains(zone, nearest_place(low, high, zone.centre), agents.dimensions == 2);
    around |= std::uint32_t{near} << i;
  }
  return around;
}

/// Those of the regions that an agent is in.
std::uint32_t regions_at(const std::vector<RegionDesc>& regions, std::uint32_t asked, Vec3 place, bool flat) {
  std::uint32_t inside = 0;
  for (; asked != 0; asked &= asked - 1) {
    const auto region = static_cast<std::uint32_t>(std::countr_zero(asked));
    inside |= std::uint32_t{contains(regions[region].zone, place, flat)} << region;
  }
  return inside;
}

void watch_chunk(const Setup& setup, simd::Rows rows, const AgentTable& agents, Marks& moved) {
  const std::vector<RegionDesc>& regions = setup.desc.scenery.regions;
  const std::uint32_t around = regions_around(regions, agents, rows);
  for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
    const std::uint32_t asked = around & setup.regions[agents.species[agent]], before = agents.extra.inside[agent];
    if ((asked | before) == 0) continue;
    if (regions_at(regions, asked, vector_at(agents.position, agent), agents.dimensions == 2) != before)
      mark(moved, agent);
  }
}

void tell_regions(const Setup& setup, const Ids& ids, std::uint32_t agent, AgentTable& agents, Publication& published) {
  const std::vector<RegionDesc>& regions = setup.desc.scenery.regions;
  const std::uint8_t species = agents.species[agent];
  const std::uint32_t now =
      regions_at(regions, setup.regions[species], vector_at(agents.position, agent), agents.dimensions == 2);
  for (std::uint32_t left = now ^ agents.extra.inside[agent]; left != 0; left &= left - 1) {
    const auto region = static_cast<std::uint32_t>(std::countr_zero(left));
    if ((regions[region].species >> species & 1u) == 0) continue;
    const Event::Kind kind = (now >> region & 1u) != 0 ? Event::Kind::kEntered : Event::Kind::kLeft;
    record(published, {.kind = kind, .agent = ids.at(agents.slot[agent]), .other = {}, .detail = region});
  }
  agents.extra.inside[agent] = now;
}

void watch_regions(const Setup& setup, const Ids& ids, AgentTable& agents, Marks& moved, Publication& published) {
  if (agents.extra.inside.empty()) return;
  clear_marks(moved, agents.count);
  for_agents(*setup.scheduler, agents.count, kGrain,
             [&](simd::Rows rows, std::uint32_t) { watch_chunk(setup, rows, agents, moved); });
  for_each_marked(moved, agents.count,
                  [&](std::uint32_t agent) { tell_regions(setup, ids, agent, agents, published); });
}

/// How far bodies get in a tick at most from where the grid has them, in world units, but for those that were inside
/// obstacles.
float farthest_move(const Setup& setup) {
  float speed = 0;
  for (const BehaviourDesc* one : setup.profiles.behaviour) speed = std::max(speed, one->motion.max_speed);
  const float pushes = simd::kMostPush * static_cast<float>(setup.desc.contacts.iterations);
  return (speed * setup.dt + largest_radius(setup.desc.species) * pushes) * (1 + 1.f / 256);
}

/// Where to look for those who touch bodies that tell of it.
struct Lookout {
  const Setup& setup;
  const Grid& grid;
  const Ids& ids;
  const AgentTable& agents;
  float reach;  ///< From the edge of a body, in world units.
};

Lookout lookout(const Setup& setup, const Grid& grid, const Ids& ids, const AgentTable& agents) {
  const float radius = largest_radius(setup.desc.species);
  return {setup, grid, ids, agents, farthest_move(setup) + radius * (1 + 4 * static_cast<float>(kTouching))};
}

/// Adds those who touch one body. False where there is no room for all.
bool add_touches(const Lookout& seen, std::uint32_t row, std::uint64_t asked, Touches& touches) {
  const AgentTable& agents = seen.agents;
  const Vec3 place = vector_at(agents.position, row);
  const float far = seen.reach + agents.body.radius[row] * (1 + static_cast<float>(kTouching));
  const Vec3 low{place.x - far, place.y - far, place.z - far}, high{place.x + far, place.y + far, place.z + far};
  bool room = true;
  for_each_run_between(seen.grid, low, high, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t other = first; other < last; ++other) {
      float depth = 0;
      if ((asked >> agents.species[other] & 1u) == 0 || other == row) continue;
      if (!touch(seen.setup, agents, row, other, depth)) continue;
      room = room && touches.next.size() < touches.next.capacity();
      if (room) touches.next.push_back({seen.ids.at(agents.slot[row]), seen.ids.at(agents.slot[other])});
    }
  });
  return room;
}

/// Calls `function(row)` for all agents of a species: one byte among many is soon found.
template <class Function>
void for_each_of(std::uint8_t species, const AgentTable& agents, Function function) {
  const std::uint8_t *first = agents.species.data(), *end = first + agents.count, *at = first;
  while (at != end) {
    at = static_cast<const std::uint8_t*>(std::memchr(at, species, static_cast<std::size_t>(end - at)));
    if (at == nullptr) return;
    function(static_cast<std::uint32_t>(at - first));
    ++at;
  }
}

/// Tells of the pairs that touch now and did not before.
void tell_touches(Touches& touches, Publication& published) {
  std::sort(touches.next.begin(), touches.next.end());
  auto before = touches.pairs.begin();
  for (const auto& pair : touches.next) {
    while (before != touches.pairs.end() && *before < pair) ++before;
    if (before != touches.pairs.end() && *before == pair) continue;
    record(published, {.kind = Event::Kind::kContact, .agent = pair.first, .other = pair.second});
  }
  std::swap(touches.pairs, touches.next);
}

void watch_contacts(const Setup& setup, const Grid& grid, const Ids& ids, const AgentTable& agents,
                    Publication& published) {
  Touches& touches = published.touches;
  if (touches.next.capacity() == 0) return;
  touches.next.clear();
  const Lookout seen = lookout(setup, grid, ids, agents);
  const std::vector<SpeciesDesc>& species = setup.desc.species;
  bool room = true;
  for (std::size_t s = 0; s < species.size(); ++s) {
    if (species[s].body.radius == 0 || species[s].body.tells_contacts == 0) continue;
    for_each_of(static_cast<std::uint8_t>(s), agents, [&](std::uint32_t row) {
      room = add_touches(seen, row, species[s].body.tells_contacts, touches) && room;
    });
  }
  if (!room) published.report.flags |= kTouchesLost;
  tell_touches(touches, published);
}

}  // namespace

void watch(const Setup& setup, const Grid& grid, const Ids& ids, AgentTable& agents, WatchBuffers& buffers,
           Publication& published) {
  watch_regions(setup, ids, agents, buffers.moved, published);
  watch_contacts(setup, grid, ids, agents, published);
}

}  // namespace cardume::tick
