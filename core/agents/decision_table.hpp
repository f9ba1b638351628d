#pragma once
#include <array>
#include <cardume/limits.hpp>
#include <cardume/mind.hpp>
#include <cstdint>
#include <vector>

namespace cardume {

/// One condition of a transition, as deciding takes it.
struct Condition {
  ConditionDesc::Kind kind = ConditionDesc::Kind::kNear;
  bool negated = false;
  std::uint8_t index = 0;    ///< Of a species, a flag or a region.
  float value = 0;           ///< Squared, if it is a distance to a goal.
  std::uint64_t enough = 0;  ///< Of time: ticks. Of chance: as many of 2^32 draws hold.
};

/// One way out of a profile.
struct Exit {
  std::uint8_t to = 0;       ///< A profile.
  std::uint16_t number = 0;  ///< Of the transition in its mind.
  std::uint16_t count = 0;   ///< Of its conditions.
  std::uint32_t first = 0;   ///< Of its conditions.
};

/// The goals that a profile visits in turn.
struct GoalRoute {
  std::vector<std::uint8_t> goals;
  float radius2 = 0;
};

/// The minds of all species, laid out for deciding. Empty in worlds without.
struct DecisionTable {
  std::vector<std::uint32_t> exits_of;  ///< By profile: its first exit; and the end of the last one's.
  std::vector<Exit> exits;
  std::vector<Condition> conditions;   ///< Of all exits, which may share them.
  std::vector<GoalRoute> routes;       ///< By profile.
  std::vector<std::uint32_t> period;   ///< By profile: ticks from one decision to the next; 0 for never.
  std::vector<std::uint32_t> periods;  ///< Each of these that is not 0, once.
};

/// The regions that matter to a species, a bit each: those it is told about, and those that its mind asks for.
using RegionsOf = std::array<std::uint32_t, limits::kMaxSpecies>;

}  // namespace cardume
