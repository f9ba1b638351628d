#pragma once
#include <cardume/world.hpp>
#include <vector>

#include "tools/scenario/scenario.hpp"
#include "tools/scenario/spawner.hpp"

namespace cardume {

/// Moves one goal as its plan says: it stays, circles, walks the shortest ways between places drawn at random, or jumps
/// from one to the next.
class GoalDriver {
 public:
  GoalDriver(const GoalPlan&, std::uint32_t number, const Scenario&, const Ground&);

  Vec3 position() const { return position_; }
  /// Goes on by one tick. Returns whether the goal is at another place now.
  bool advance(const Ground&);
  /// From here on the goal stays at this place.
  void pin(Vec3 position);

 private:
  void circle(const Ground&);
  void walk(const Ground&);
  void choose_way(const Ground&);
  void jump(const Ground&);
  Vec3 draw_place(const Ground&, Draws&) const;

  GoalPlan plan_;
  float tick_rate_;
  std::uint64_t seed_, stream_;
  std::uint64_t ticks_ = 0, legs_ = 0;
  Vec3 position_;
  std::vector<Vec3> way_;  ///< Places still to come, the last one first.
};

}  // namespace cardume
