#pragma once
#include <cardume/vector.hpp>
#include <cstdint>

namespace cardume {

enum class FormationShape : std::uint8_t {
  kBlock,  ///< Ranks of equal length, one behind the other.
  kLine,   ///< One rank.
  kWedge,  ///< A triangle that points ahead.
  kRing,   ///< A circle.
};

/// How a group that shares a goal stands and marches. Each member has a slot; slots are given out so that the sum of
/// the squared ways is least, which keeps ways from crossing (M. Turpin, N. Michael, V. Kumar, "CAPT: Concurrent
/// assignment and planning of trajectories for multiple robots", 2014).
struct FormationDesc {
  FormationShape shape = FormationShape::kBlock;
  float spacing = 0;          ///< Between neighbouring slots, in world units; 0 for 2.5 times the largest radius.
  std::uint32_t columns = 0;  ///< Members of a rank of kBlock; 0 for about as many as ranks.
  Vec2 facing{};              ///< Where it looks in the end; (0, 0) for the way it came.
};

}  // namespace cardume
