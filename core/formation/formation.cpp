#include "core/formation/formation.hpp"

namespace cardume {

Formation make_formation(const FormationDesc& desc, std::span<const AgentId> members) {
  Formation formation;
  formation.desc = desc;
  formation.slots.reserve(members.size());
  for (const AgentId member : members) formation.slots.push_back({.member = member});
  for (std::vector<Vec2>* column : {&formation.line_up.offsets, &formation.line_up.members, &formation.line_up.places})
    column->reserve(members.size());
  formation.line_up.assignment.reserve(members.size());
  return formation;
}

std::uint64_t memory_bytes(const Formation& formation) {
  const LineUp& line_up = formation.line_up;
  return formation.slots.capacity() * sizeof(FormationSlot) + line_up.assignment.memory_bytes() +
         (line_up.offsets.capacity() + line_up.members.capacity() + line_up.places.capacity()) * sizeof(Vec2);
}

}  // namespace cardume
