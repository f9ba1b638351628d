#include "core/agents/agent_table.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace cardume {
namespace {

void set(AxisColumns& columns, std::uint32_t dimensions, std::uint32_t row, Vec3 vector) {
  const float axis[] = {vector.x, vector.y, vector.z};
  for (std::uint32_t d = 0; d < dimensions; ++d) columns.axis[d][row] = axis[d];
}

void append_body(AgentTable& agents, std::uint32_t row, const AgentDesc& desc) {
  BodyTable& body = agents.body;
  body.radius[row] = desc.radius;
  body.inverse_mass[row] = desc.locked ? -1 / desc.mass : 1 / desc.mass;
  if (desc.radius > 0) body.least_radius = std::min(body.least_radius, desc.radius);
  body.even = body.even && !desc.locked && desc.mass == body.usual_mass;
  body.pressure[row] = body.waited[row] = 0;
  body.pace[row] = 1;
  body.state[row] = AgentState::kMoving;
  body.duty[row] = Duty::kFollow;
  set(body.post, agents.dimensions, row, desc.position);
}

void append_mind(AgentTable& agents, std::uint32_t row, const AgentDesc& desc, const Birth& birth) {
  MindTable& mind = agents.mind;
  mind.profile[row] = birth.profile;
  const std::uint32_t slot = agents.slot[row];
  MindMemory& memory = mind.memory[slot];
  memory = {.since = birth.tick, .given = static_cast<std::uint8_t>(desc.goal.value)};
  mind.digest += digest_of(slot, memory);
}

void append_extra(AgentTable& agents, std::uint32_t row, const AgentDesc& desc, std::uint8_t walker) {
  ExtraTable& extra = agents.extra;
  if (!extra.home.axis[0].empty()) set(extra.home, agents.dimensions, row, desc.position);
  if (!extra.inside.empty()) extra.inside[row] = 0;
  if (!extra.walker.empty()) extra.walker[row] = walker;
}

}  // namespace

void reserve(AgentTable& agents, const TableDesc& desc) {
  agents.capacity = desc.capacity;
  agents.dimensions = desc.dimensions;
  const std::size_t padded = std::size_t{desc.capacity} + kLanePadding;
  if (desc.bodies) agents.body.radius.resize(padded);
  if (desc.minds) agents.mind.profile.resize(padded);
  for (std::uint32_t d = 0; d < desc.dimensions; ++d)
    if (desc.homes) agents.extra.home.axis[d].resize(padded);
  if (desc.regions) agents.extra.inside.resize(padded);
  if (desc.walkers) agents.extra.walker.resize(padded);
  for_each_column([&](auto& column) { column.resize(padded); }, agents);
}

void append(AgentTable& agents, const AgentDesc& desc, std::uint32_t slot, const Birth& birth) {
  const std::uint32_t row = agents.count++;
  set(agents.position, agents.dimensions, row, desc.position);
  set(agents.velocity, agents.dimensions, row, desc.velocity);
  agents.species[row] = desc.species;
  agents.goal[row] = static_cast<std::uint8_t>(desc.goal.value);
  agents.slot[row] = slot;
  if (agents.has_bodies()) append_body(agents, row, desc);
  if (agents.has_minds()) append_mind(agents, row, desc, birth);
  append_extra(agents, row, desc, birth.walker);
}

void copy_row(const AgentTable& from, std::uint32_t from_row, AgentTable& to, std::uint32_t to_row) {
  for_each_column([&](const auto& source, auto& target) { target[to_row] = source[from_row]; }, from, to);
}

std::uint64_t digest_of(std::uint32_t slot, const MindMemory& memory) {
  const auto add = [](std::uint64_t digest, std::uint64_t what) {
    digest = (digest ^ what) * 0x9E3779B97F4A7C15u;
    return digest ^ digest >> 32;
  };
  const std::uint64_t health = std::bit_cast<std::uint32_t>(memory.health);
  const std::uint64_t route = std::uint64_t{memory.leg} << 40 | std::uint64_t{memory.given} << 32;
  return add(add(add(0, (health << 32 | memory.since) + 1), route | memory.flags), slot);
}

void remove(AgentTable& agents, std::uint32_t row) {
  if (agents.has_minds()) agents.mind.digest -= digest_of(agents.slot[row], agents.mind.memory[agents.slot[row]]);
  copy_row(agents, --agents.count, agents, row);
}

void clear_padding(AgentTable& agents) {
  for_each_column(
      [&](auto& column) {
        std::fill_n(column.begin() + agents.count, kLanePadding, typename std::decay_t<decltype(column)>::value_type{});
      },
      agents);
}

}  // namespace cardume
