#pragma once
#include <vector>

#include "tools/cardume/canvas.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {

/// What colours tell agents apart: their species where there are several; else, for bodies, their goal where there are
/// several; else the way they head.
class AgentColours {
 public:
  explicit AgentColours(const Session&);

  Rgb point(std::uint32_t row) const;
  /// Those who stand are paler, those who cannot go on are grey.
  Rgb body(std::uint32_t row) const;

 private:
  enum class Key { kSpecies, kGoal, kHeading };

  /// The hue in turns.
  float hue(std::uint32_t row) const;
  /// As a share of its largest.
  float speed(std::uint32_t row) const;

  const Session& session_;
  Key key_;
  std::vector<Rgb> wheel_;
};

}  // namespace cardume
