#pragma once
#include <cardume/behaviour.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace cardume {

/// One state of a mind: a behaviour, and where it goes.
struct StateDesc {
  std::string name{};         ///< For people; may be empty.
  BehaviourDesc behaviour{};  ///< In place of the species' own.
  /// GoalId::value of the goals that it visits in turn, again and again (patrol); one is gone to for good. Empty for
  /// the goal that the game has given. It begins with the nearest. Goals that do not exist (yet) are none. At most
  /// limits::kMaxRoute.
  std::vector<std::uint32_t> route{};
  /// How near to a goal of the route it turns to the next, in world units; >= 0. Who has come to rest there
  /// (AgentState::kArrived) turns as well.
  float route_radius = 1;
};

/// One condition of a transition.
struct ConditionDesc {
  enum class Kind : std::uint8_t {
    kNear,      ///< Someone of `species` is within `value` world units.
    kTime,      ///< It has been in this state for `value` seconds, at least; so many that they are at most 1e9 ticks.
    kHealth,    ///< Its health (World::set_health) is below `value`.
    kFlag,      ///< Flag number `index` (World::set_flags) is set.
    kChance,    ///< At random, `value` times a second on average, but at most once a decision.
    kInside,    ///< It is in region number `index` of SceneryDesc::regions.
    kGoalNear,  ///< Its goal is within `value` world units.
  };

  Kind kind = Kind::kNear;  ///< What is asked.
  float value = 0;  ///< By kind: world units, seconds, health or times a second; 0 to 1e6, of health -1e6 to 1e6.
  std::uint32_t index = 0;   ///< Of kFlag, 0 to 31, or of kInside.
  std::uint8_t species = 0;  ///< Of kNear: an index into WorldDesc::species.
  bool negated = false;      ///< Holds where it would not.
};

/// From one state to another.
struct TransitionDesc {
  static constexpr std::uint8_t kAny = 255;

  std::uint8_t from = kAny;                 ///< An index into MindDesc::states, not `to`; kAny for all but `to`.
  std::uint8_t to = 0;                      ///< An index into MindDesc::states.
  std::vector<ConditionDesc> conditions{};  ///< All must hold; at least one, at most limits::kMaxConditions.
};

/// A state machine that each agent of a species has: it is in one state, and goes over to another by the first
/// transition whose conditions hold.
struct MindDesc {
  std::vector<StateDesc> states{};            ///< The first is where agents begin. Empty: no mind.
  std::vector<TransitionDesc> transitions{};  ///< In order; at most limits::kMaxTransitions.
  std::uint32_t period = 8;  ///< An agent decides every so many ticks, by turns; 1 to limits::kMaxPeriod.
};

}  // namespace cardume
