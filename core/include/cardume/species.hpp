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

/// What agents of one kind have in common. Separation acts between all agents, alignment and cohesion within a species.
struct SpeciesDesc {
  RuleDesc separation{1, 1.5f};  ///< Away from each neighbour, by the sum of unit vectors.
  RuleDesc alignment{2, 1};      ///< Toward the neighbours' mean velocity.
  RuleDesc cohesion{2, 1};       ///< Toward the neighbours' centre.
  MotionDesc motion;
  BorderDesc border;
  FlowDesc flow;
};

}  // namespace cardume
