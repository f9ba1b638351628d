#pragma once
#include <vector>

#include "core/worldgen/lsystem/content.hpp"

namespace cardume::lsystem {

struct Direction {
  double x = 0, y = 0, z = 0;

  friend Direction operator+(Direction a, Direction b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Direction operator-(Direction a, Direction b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Direction operator*(Direction a, double by) { return {a.x * by, a.y * by, a.z * by}; }
};

/// Reads symbols and draws. Plain arithmetic, since the template functions of a library for matrices, which a host may
/// have compiled for its machine, could be linked in place of those compiled here, and round otherwise. Directions are
/// unit vectors at right angles: ahead, to the left and up. After each turn they are made so again, ahead first, so
/// that errors do not add up; turns by multiples of 90 degrees are exact.
class Turtle {
 public:
  Turtle(const LSystem::Content&, const TurtleDesc&, const TurtleVisitor&);

  /// False where the visitor wants no more, or brackets are too deep.
  bool read(char symbol, double length);
  bool too_deep() const { return too_deep_; }

 private:
  struct State {
    Direction at, ahead{1, 0, 0}, left{0, 1, 0}, up{0, 0, 1};
    double width = 0;
  };

  struct Turn {
    double cosine, sine;
  };

  static Turn turn_by(double degrees);
  bool draw(char symbol, double length);
  bool remember();
  bool go_back();
  /// The first direction toward the second one.
  void turn(Direction& first, Direction& second, Turn);

  const TurtleDesc& desc_;
  const TurtleVisitor& visit_;
  Turn forth_, back_, around_;
  double thinner_;
  bool too_deep_ = false;
  State state_;
  std::vector<State> remembered_;
};

}  // namespace cardume::lsystem
