#pragma once
#include <cardume/world.hpp>
#include <vector>

#include "tools/scenario/scenario.hpp"
#include "tools/scenario/spawner.hpp"

namespace cardume {

/// Moves one goal as its plan says: it stays, circles, or walks the shortest ways between places drawn at random.
class GoalDriver {
 public:
  GoalDriver(const GoalPlan&, std::uint32_t number, const Scenario&, const Ground&);

  Vec2 position() const { return position_; }
  /// Goes on by one tick. Returns whether the goal is at another place now.
  bool advance(const Ground&);
  /// From here on the goal stays at this place.
  void pin(Vec2 position);

 private:
  void circle(const Ground&);
  void walk(const Ground&);
  void choose_way(const Ground&);

  GoalPlan plan_;
  float tick_rate_;
  std::uint64_t seed_, stream_;
  std::uint64_t ticks_ = 0, legs_ = 0;
  Vec2 position_;
  std::vector<Vec2> way_;  ///< Places still to come, the last one first.
};

}  // namespace cardume
