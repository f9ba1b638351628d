#pragma once
#include <cardume/agent.hpp>
#include <cstdint>

namespace cardume {

/// How bodies are kept apart (M. Müller et al., "Position based dynamics", 2007).
struct ContactsDesc {
  std::uint32_t iterations = 3;  ///< Over all contacts in each tick; 1 to limits::kMaxIterations.
};

/// Two bodies that touch: the gap between them is less than a hundredth of the sum of their radii.
struct ContactPair {
  AgentId first, second;  ///< first < second.
  float depth = 0;        ///< How far they overlap, in world units; negative for a gap.
};

/// How well bodies are kept apart, over all pairs that touch.
struct OverlapReport {
  std::uint64_t pairs = 0;  ///< Pairs that touch.
  std::uint64_t deep = 0;   ///< Of them, those that overlap by more than 5 % of the smaller radius.
  float deepest = 0;        ///< The largest overlap, as a share of the smaller radius.
};

}  // namespace cardume
