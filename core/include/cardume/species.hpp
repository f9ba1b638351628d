#pragma once
#include <cardume/behaviour.hpp>
#include <cardume/mind.hpp>
#include <cstdint>

namespace cardume {

/// A body: a disc (a ball in 3 dimensions) that is kept apart from others and never enters walls. Two bodies collide
/// when each collides with a layer that the other is in; then both are pushed apart, by inverse mass. Walls stop bodies
/// of any speed; other bodies stop those that come nearer by less than the sum of both radii in a tick. Crowds that
/// press on each other overlap for a while, those of very unlike masses (beyond 10 to 1) the more.
struct BodyDesc {
  float radius =
      0;           ///< World units; 0 is a point, which touches nobody. The largest that AgentDesc::radius may ask for.
  float mass = 1;  ///< 1e-3 to 1e6.
  std::uint32_t layers = 1;      ///< The layers it is in, a bit each.
  std::uint32_t collides = ~0u;  ///< The layers that it collides with, a bit each.
  std::uint8_t priority = 0;     ///< Those of lower priority step aside for it; at equal priority both do.
  float push_resistance = 0;     ///< Share of the pushes by bodies of lower priority that it does not take; 0 to 1.
  /// Species, a bit each, whose first touch is told: Event::Kind::kContact. Only of those that it collides with; what
  /// World::contacts() counts.
  std::uint64_t tells_contacts = 0;
};

/// Coming to rest at the goal, and what to do in a crowd. For agents with bodies and a goal.
struct ArrivalDesc {
  /// They stop once bodies fill this share of the disc around the goal; 0 turns arrival off; at most 0.85.
  float fill = 0.65f;
  float stuck_seconds = 3;  ///< Without headway for so long an agent is AgentState::kStuck; 0.001 to 1000.
  float patience = 1;       ///< How readily they slow down behind those who are held up; 0 never, to 1.
};

/// What agents of one kind have in common. By default they flock: turn off alignment and cohesion (radius 0), and
/// mostly separation as well, for bodies that only go their ways.
struct SpeciesDesc : BehaviourDesc {
  BodyDesc body{};
  ArrivalDesc arrival{};
  std::uint8_t movement = 0;  ///< How it moves: an index into FieldsDesc::movements.
  MindDesc mind{};            ///< With one, what its states say holds in place of the behaviour beside it.
};

}  // namespace cardume
