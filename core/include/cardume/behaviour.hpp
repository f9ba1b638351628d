#pragma once
#include <cardume/scenery.hpp>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

namespace cardume {

/// One rule. A radius of 0 turns the rule off.
struct RuleDesc {
  float radius = 0;  ///< How far the rule looks, in world units; >= 0.
  float weight = 1;  ///< Multiplies the rule's steering; >= 0.
};

/// How the push of a neighbour depends on its distance.
enum class Falloff : std::uint8_t {
  kUnit,     ///< It does not: the direction away is the sum of unit vectors (C. Reynolds, "Flocks, herds, and schools",
             ///< 1987).
  kInverse,  ///< The nearer count for more: unit vectors over the distance (D. Shiffman, "The nature of code", 2012).
  kLinear,   ///< From 1 where it stands on the agent to 0 at the radius; the steering grows with their sum, up to 1.
};

/// Away from each neighbour.
struct SeparationDesc {
  float radius = 0;                  ///< World units; >= 0. 0 turns it off.
  float weight = 1;                  ///< Multiplies the steering; >= 0.
  Falloff falloff = Falloff::kUnit;  ///< How the pushes depend on distance.
};

/// Toward the neighbours' mean velocity.
struct AlignmentDesc {
  float radius = 0;   ///< World units; >= 0. 0 turns it off.
  float weight = 1;   ///< Multiplies the steering; >= 0.
  float inertia = 0;  ///< How much its own velocity counts beside each neighbour's; 0 to 1e6. Vicsek's model has 1.
};

/// Where steering is limited to MotionDesc::max_acceleration.
enum class SteeringLimit : std::uint8_t {
  kTotal,     ///< Once, after the weighted sum of all rules: no agent ever accelerates harder.
  kEachRule,  ///< Each rule before it is weighted and summed: the semantics of boids tutorials.
};

/// How fast agents go.
enum class SpeedModel : std::uint8_t {
  kFree,    ///< As fast as steering makes them.
  kOwn,     ///< Each keeps the speed that it has: steering only turns it. Wanted velocities are that long, too.
  kShared,  ///< The same, but the speed becomes the mean of its own and its mates' within the cohesion radius.
};

/// How an agent moves. Every rule yields a wanted direction u and steers by (max_speed * u - velocity) * response.
///
/// Tutorials count per frame: at F frames a second use max_speed = F * theirs, max_acceleration = F * F * their maximal
/// force, response = F, tick rate F, SteeringLimit::kEachRule and BudgetDesc::crowd_limit 0 (C. Reynolds, "Steering
/// behaviors for autonomous characters", 1999; D. Shiffman, "The nature of code", 2012).
struct MotionDesc {
  float max_speed = 4;                          ///< World units a second; >= min_speed.
  float min_speed = 0;                          ///< World units a second, kept by agents that move at all; >= 0.
  float max_acceleration = 16;                  ///< World units a second squared; >= 0.
  float response = 4;                           ///< How fast a wanted velocity is taken up, 1/s; >= 0.
  SteeringLimit limit = SteeringLimit::kTotal;  ///< What max_acceleration limits.
  float turn_rate = 0;  ///< Radians a second by which the heading turns at most; 0 for no limit, to 1e6.
  SpeedModel speed = SpeedModel::kFree;  ///< What steering does to the speed.
  /// The heading is turned by a random angle between -noise / 2 and noise / 2 each tick, in radians; 0 to 2 pi. In
  /// space by up to half of it, any way (T. Vicsek et al., "Novel type of phase transition in a system of self-driven
  /// particles", 1995).
  float noise = 0;
};

/// A soft border: within the margin agents steer back, the harder the closer they are to the edge of the zone, and
/// beyond it with all their might.
struct BorderDesc {
  float margin = 0;  ///< World units; 0 turns it off.
  float weight = 2;  ///< Multiplies the steering; >= 0.
  Zone zone{};       ///< The world by default.
};

/// Following the flow field of the agent's goal.
struct FlowDesc {
  float weight = 1;  ///< Multiplies the steering; 0 turns it off.
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

/// Straight toward the agent's goal, whatever lies between.
struct SeekDesc {
  float weight = 0;  ///< Multiplies the steering; >= 0. 0 turns it off.
  float slow = 0;  ///< Within so many world units of the goal the wanted speed falls, to 0 at the goal (arrival); >= 0.
};

/// Around the agent's goal, counter-clockwise seen from above, at a distance. In space on the level.
struct OrbitDesc {
  float radius = 0;  ///< The distance, in world units; >= 0. 0 turns it off.
  float weight = 1;  ///< Multiplies the steering; >= 0.
};

/// A smooth random walk: toward a circle ahead, a point on which drifts at random (C. Reynolds, "Steering behaviors for
/// autonomous characters", 1999).
struct WanderDesc {
  float weight = 0;  ///< Multiplies the steering; >= 0. 0 turns it off.
  float period = 1;  ///< Seconds from one random direction to the next; 0.001 to 1000.
  float spread = 1;  ///< Radius of the circle over the distance of its middle: how far it strays; 0 to 1e6.
};

/// Keeping to the place where it was spawned (World::set_home): back to it from farther away than the radius.
struct HoldDesc {
  float weight = 0;  ///< Multiplies the steering; >= 0. 0 turns it off.
  float radius = 0;  ///< World units; >= 0. Nearer than this the rule wants nothing.
};

/// Around walls and obstacles ahead, to the side of the normal where the agent would hit (C. Reynolds, "Steering
/// behaviors for autonomous characters", 1999).
struct LookAheadDesc {
  float weight = 0;  ///< Multiplies the steering; >= 0. 0 turns it off.
  float time = 1;    ///< Seconds of the way ahead; 0.001 to 1000.
};

/// What an agent does by itself, without neighbours.
struct SteeringDesc {
  SeekDesc seek{};
  RuleDesc flee{};  ///< Straight away from the agent's goal, within the radius.
  OrbitDesc orbit{};
  WanderDesc wander{};
  HoldDesc hold{};
  LookAheadDesc look_ahead{};
};

/// What an agent has to do with those of one species. Species that no relation names are kept apart from
/// (BehaviourDesc::separation); alignment and cohesion hold within a species.
struct RelationDesc {
  std::uint8_t species = 0;  ///< With whom: an index into WorldDesc::species.
  /// In place of what BehaviourDesc says, toward these. A weight counts each of them so many times in the rule's sum
  /// over all neighbours; the rule itself keeps its own weight. A radius of 0 leaves them out.
  std::optional<RuleDesc> separation{}, alignment{}, cohesion{};
  RuleDesc pursue{};  ///< After the nearest of them: to where it will be.
  RuleDesc evade{};   ///< Away from where the nearest of them will be.
  /// To a place behind the nearest of them, slowing down from as far off as it takes to come to rest there, and out of
  /// its way.
  RuleDesc follow{};
  float prediction = 1;  ///< Seconds that pursue and evade look into the future at most; 0 to 1000.
  float distance = 1;    ///< How far behind to follow, in world units; >= 0.
};

/// Whom an agent sees, and how often it looks.
struct PerceptionDesc {
  /// The flocking rules see so many neighbours, the nearest of those BudgetDesc::crowd_limit leaves, ties by slot; 0
  /// for all; to limits::kMaxNearest (M. Ballerini et al., "Interaction ruling animal collective behavior depends on
  /// topological rather than metric distance", 2008: six to seven).
  std::uint32_t nearest = 0;
  float field_of_view = 2 * std::numbers::pi_v<float>;  ///< Radians around the heading, both sides together; 0 to 2 pi.
  /// The flocking rules are worked out every so many ticks, by turns of stretches of the world, and want nothing in
  /// between, as in tutorials that go through a part of the flock each frame: agents take up what they see so many
  /// times more slowly; 1 to limits::kMaxPeriod.
  std::uint32_t period = 1;
  /// Farther from all points of interest (World::set_focus) than this, half as often; than twice this, a quarter as
  /// often. World units; 0 turns it off.
  float detail_distance = 0;
};

/// How an agent behaves: a species, or one state of a species' mind. By default it flocks.
struct BehaviourDesc {
  SeparationDesc separation{1, 1.5f};
  AlignmentDesc alignment{2, 1};
  RuleDesc cohesion{2, 1};  ///< Toward the neighbours' centre.
  MotionDesc motion{};
  BorderDesc border{};
  FlowDesc flow{};
  AvoidanceDesc avoidance{};
  SteeringDesc steering{};
  PerceptionDesc perception{};
  std::vector<RelationDesc> relations{};  ///< At most one for each species.
};

}  // namespace cardume
