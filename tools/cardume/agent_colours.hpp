#pragma once
#include <vector>

#include "tools/cardume/canvas.hpp"
#include "tools/scenario/session.hpp"

namespace cardume {

/// What colours tell agents apart: their species, and in those that have a mind its states, where that makes several
/// kinds; else, for bodies, their goal where there are several; else the way they head.
class AgentColours {
 public:
  explicit AgentColours(const Session&);

  Rgb point(std::uint32_t row) const;
  /// Those who stand are paler, those who cannot go on are grey.
  Rgb body(std::uint32_t row) const;

 private:
  enum class Key { kKind, kGoal, kHeading };

  /// Species without a mind and states of the others, counted through.
  std::uint32_t kind(std::uint32_t row) const { return first_kind_[session_.world().species()[row]] + state(row); }
  std::uint32_t state(std::uint32_t row) const { return session_.world().mind_state(row); }
  /// The hue in turns.
  float hue(std::uint32_t row) const;
  /// As a share of its largest.
  float speed(std::uint32_t row) const;

  const Session& session_;
  std::vector<std::uint32_t> first_kind_;  ///< Of each species.
  Key key_;
  std::vector<Rgb> wheel_;
};

}  // namespace cardume
