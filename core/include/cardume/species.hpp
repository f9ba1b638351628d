#pragma once
#include <cstdint>

namespace cardume {

/// One flocking rule. A radius of 0 turns the rule off.
struct RuleDesc {
  float radius = 0;  ///< How far the rule looks, in world units; >= 0.
  float weight = 1;  ///< Multiplies the rule's steering; >= 0.
};

/// Where steering is limited to MotionDesc::max_acceleration.
enum class SteeringLimit : std::uint8_t {
  kTotal,     ///< Once, after the weighted sum of all rules: no agent ever accelerates harder.
  kEachRule,  ///< Each rule before it is weighted and summed: the semantics of boids tutorials.
};

/// How an agent moves. Every rule yields a wanted direction u and steers by (max_speed * u - velocity) * response.
///
/// Tutorials count per frame: at F frames a second use max_speed = F * theirs, max_acceleration = F * F * their maximal
/// force, response = F, tick rate F, SteeringLimit::kEachRule and WorldDesc::crowd_limit 0 (C. Reynolds, "Steering
/// behaviors for autonomous characters", 1999; D. Shiffman, "The nature of code", 2012).
struct MotionDesc {
  float max_speed = 4;          ///< World units a second; >= min_speed.
  float min_speed = 0;          ///< World units a second, kept by agents that move at all; >= 0.
  float max_acceleration = 16;  ///< World units a second squared; >= 0.
  float response = 4;           ///< How fast a wanted velocity is taken up, 1/s; >= 0.
  SteeringLimit limit = SteeringLimit::kTotal;
};

/// A soft border: inside the margin agents steer back, the harder the closer they are to the world's edge.
struct BorderDesc {
  float margin = 0;  ///< World units; 0 turns it off.
  float weight = 2;  ///< Multiplies the steering; >= 0.
};

/// Following the flow field of the agent's goal.
struct FlowDesc {
  float weight = 1;  ///< Multiplies the steering; 0 turns it off.
};

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
};

/// Anticipation: steering aside ahead of a collision, the harder the sooner it would come (I. Karamouzas, B. Skinner,
/// S. Guy, "Universal power law governing pedestrian interactions", 2014). For agents with bodies.
struct AvoidanceDesc {
  float radius = 0;            ///< How far it looks, in world units; 0 turns it off.
  float weight = 1;            ///< Multiplies the steering; >= 0.
  float horizon = 3;           ///< Seconds after which a collision no longer matters; 0.001 to 1000.
  float right_bias = 0.3f;     ///< How much rather it passes on the right, which breaks symmetry; 0 to 1.
  std::uint32_t layers = ~0u;  ///< Whom it avoids, a bit for each of BodyDesc::layers.
};

/// Coming to rest at the goal, and what to do in a crowd. For agents with bodies and a goal.
struct ArrivalDesc {
  /// They stop once bodies fill this share of the disc around the goal; 0 turns arrival off; at most 0.85.
  float fill = 0.65f;
  float stuck_seconds = 3;  ///< Without headway for so long an agent is AgentState::kStuck; 0.001 to 1000.
  float patience = 1;       ///< How readily they slow down behind those who are held up; 0 never, to 1.
};

/// What agents of one kind have in common. By default they flock: turn off alignment and cohesion (radius 0), and
/// mostly separation as well, for bodies that only go their ways. Separation acts between all agents, alignment and
/// cohesion within a species.
struct SpeciesDesc {
  RuleDesc separation{1, 1.5f};  ///< Away from each neighbour, by the sum of unit vectors.
  RuleDesc alignment{2, 1};      ///< Toward the neighbours' mean velocity.
  RuleDesc cohesion{2, 1};       ///< Toward the neighbours' centre.
  MotionDesc motion;
  BorderDesc border;
  FlowDesc flow;
  BodyDesc body{};
  AvoidanceDesc avoidance{};
  ArrivalDesc arrival{};
};

}  // namespace cardume
