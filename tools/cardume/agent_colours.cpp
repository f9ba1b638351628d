#include "tools/cardume/agent_colours.hpp"

#include <algorithm>
#include <cmath>

namespace cardume {
namespace {

constexpr std::uint32_t kHues = 1024;
constexpr float kTurn = 6.2831853f;
const Rgb kUnsure = from_srgb(0x6F7F9E);

// Steps of the golden angle keep any number of kinds apart; the first is a sea green.
float hue_of_kind(std::uint32_t number) { return 0.47f + 0.381966f * static_cast<float>(number); }

}  // namespace

AgentColours::AgentColours(const Session& session) : session_(session) {
  std::uint32_t kinds = 0;
  for (const SpeciesDesc& species : session.world().desc().species) {
    first_kind_.push_back(kinds);
    kinds += std::max<std::uint32_t>(1, static_cast<std::uint32_t>(species.mind.states.size()));
  }
  const bool goals = session.goals().size() > 1 && !session.world().radii().empty();
  key_ = kinds > 1 ? Key::kKind : goals ? Key::kGoal : Key::kHeading;
  for (std::uint32_t i = 0; i < kHues; ++i)
    wheel_.push_back(from_oklch(0.74f, 0.15f, static_cast<float>(i) / static_cast<float>(kHues)));
}

float AgentColours::hue(std::uint32_t row) const {
  const World& world = session_.world();
  if (key_ == Key::kKind) return hue_of_kind(kind(row));
  if (key_ == Key::kGoal) return hue_of_kind(session_.goal_of(world.id_at(row)).value);
  return std::atan2(world.velocities(1)[row], world.velocities(0)[row]) / kTurn + 0.1f;
}

float AgentColours::speed(std::uint32_t row) const {
  const World& world = session_.world();
  float speed2 = 0;
  for (std::uint32_t axis = 0; axis < world.desc().dimensions; ++axis)
    speed2 += world.velocities(axis)[row] * world.velocities(axis)[row];
  const SpeciesDesc& species = world.desc().species[world.species()[row]];
  const bool thinks = !species.mind.states.empty();
  const float most = (thinks ? species.mind.states[state(row)].behaviour : species).motion.max_speed;
  return most > 0 ? std::min(1.f, std::sqrt(speed2) / most) : 0;
}

Rgb AgentColours::point(std::uint32_t row) const {
  const float turns = hue(row);
  const float place = (turns - std::floor(turns)) * static_cast<float>(kHues);
  return wheel_[std::min(static_cast<std::uint32_t>(place), kHues - 1)];
}

Rgb AgentColours::body(std::uint32_t row) const {
  switch (session_.world().states()[row]) {
    case AgentState::kArrived:
    case AgentState::kArrivedPartial:
      return from_oklch(0.9f, 0.045f, key_ == Key::kHeading ? 0.25f : hue(row));
    case AgentState::kBlocked:
      return from_oklch(0.55f, 0.01f, 0);
    case AgentState::kMoving:
    case AgentState::kStuck:
      break;
  }
  // The direction of one who hardly moves says nothing.
  const float sure = key_ == Key::kHeading ? smooth_step(0.05f, 0.6f, speed(row)) : 1;
  return mix(kUnsure, from_oklch(0.76f, 0.15f, hue(row)), sure);
}

}  // namespace cardume
