#include "core/agents/agent_table.hpp"

#include <algorithm>

namespace cardume {
namespace {

template <class Function>
void for_each_column(AgentTable& agents, Function function) {
  for (AxisColumns* columns : {&agents.position, &agents.velocity})
    for (std::uint32_t d = 0; d < agents.dimensions; ++d) function(columns->axis[d]);
  function(agents.species);
  function(agents.goal);
  function(agents.slot);
}

}  // namespace

void reserve(AgentTable& agents, std::uint32_t capacity, std::uint32_t dimensions) {
  agents.capacity = capacity;
  agents.dimensions = dimensions;
  for_each_column(agents, [&](auto& column) { column.resize(std::size_t{capacity} + kLanePadding); });
}

void append(AgentTable& agents, const AgentDesc& desc, std::uint32_t slot) {
  const std::uint32_t row = agents.count++;
  const float position[] = {desc.position.x, desc.position.y, desc.position.z};
  const float velocity[] = {desc.velocity.x, desc.velocity.y, desc.velocity.z};
  for (std::uint32_t d = 0; d < agents.dimensions; ++d) {
    agents.position.axis[d][row] = position[d];
    agents.velocity.axis[d][row] = velocity[d];
  }
  agents.species[row] = desc.species;
  agents.goal[row] = static_cast<std::uint8_t>(desc.goal.value);
  agents.slot[row] = slot;
}

void copy_row(const AgentTable& from, std::uint32_t from_row, AgentTable& to, std::uint32_t to_row) {
  for (std::uint32_t d = 0; d < from.dimensions; ++d) {
    to.position.axis[d][to_row] = from.position.axis[d][from_row];
    to.velocity.axis[d][to_row] = from.velocity.axis[d][from_row];
  }
  to.species[to_row] = from.species[from_row];
  to.goal[to_row] = from.goal[from_row];
  to.slot[to_row] = from.slot[from_row];
}

void remove(AgentTable& agents, std::uint32_t row) { copy_row(agents, --agents.count, agents, row); }

void clear_padding(AgentTable& agents) {
  for_each_column(agents, [&](auto& column) {
    std::fill_n(column.begin() + agents.count, kLanePadding, typename std::decay_t<decltype(column)>::value_type{});
  });
}

}  // namespace cardume
