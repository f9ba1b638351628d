#pragma once
#include <algorithm>
#include <cardume/agent.hpp>
#include <optional>
#include <vector>

namespace cardume {

/// Who is in a world, or will be from its next tick on, and what a world does not tell of them.
class Roster {
 public:
  void add(AgentId id, std::uint8_t species, GoalId goal) {
    if (id.slot() >= members_.size()) members_.resize(id.slot() + 1);
    members_[id.slot()] = {id, species, goal};
  }
  void remove(AgentId id) {
    if (find(id)) members_[id.slot()] = {};
  }
  void set_goal(AgentId id, GoalId goal) {
    if (find(id)) members_[id.slot()].goal = goal;
  }
  GoalId goal_of(AgentId id) const {
    const Member* member = find(id);
    return member ? member->goal : GoalId{};
  }
  /// Those of that species and with that goal, where they matter, in order of ids.
  std::vector<AgentId> select(std::optional<std::uint8_t> species, std::optional<GoalId> goal) const {
    std::vector<AgentId> ids;
    for (const Member& member : members_) {
      if (!member.id || (species && member.species != *species) || (goal && member.goal != *goal)) continue;
      ids.push_back(member.id);
    }
    std::ranges::sort(ids);
    return ids;
  }

 private:
  struct Member {
    AgentId id;
    std::uint8_t species = 0;
    GoalId goal;
  };

  const Member* find(AgentId id) const {
    const bool known = id.slot() < members_.size() && members_[id.slot()].id == id;
    return known ? &members_[id.slot()] : nullptr;
  }

  std::vector<Member> members_;  ///< By slot.
};

}  // namespace cardume
