#pragma once
#include <Eigen/Core>
#include <vector>

#include "core/worldgen/lsystem/content.hpp"

namespace cardume::lsystem {

/// Reads symbols and draws. Directions are unit vectors at right angles: ahead, to the left and up. After each turn
/// they are made so again, ahead first, so that errors do not add up; turns by multiples of 90 degrees are exact.
class Turtle {
 public:
  Turtle(const LSystem::Content&, const TurtleDesc&, const TurtleVisitor&);

  /// False where the visitor wants no more, or brackets are too deep.
  bool read(char symbol, double length);
  bool too_deep() const { return too_deep_; }

 private:
  struct State {
    Eigen::Vector3d at, ahead, left, up;
    double width;
  };

  struct Turn {
    double cosine, sine;
  };

  static Turn turn_by(double degrees);
  bool draw(char symbol, double length);
  bool remember();
  bool go_back();
  /// The first direction toward the second one.
  void turn(Eigen::Vector3d& first, Eigen::Vector3d& second, Turn);

  const TurtleDesc& desc_;
  const TurtleVisitor& visit_;
  Turn forth_, back_, around_;
  double thinner_;
  bool too_deep_ = false;
  State state_;
  std::vector<State> remembered_;
};

}  // namespace cardume::lsystem
