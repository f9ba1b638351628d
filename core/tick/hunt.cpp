#include <algorithm>

#include "core/tick/homing.hpp"
#include "core/tick/loop.hpp"
#include "core/tick/solo.hpp"
#include "core/tick/tick.hpp"

// C. Reynolds, "Steering behaviors for autonomous characters", 1999: pursuit, evasion, leader following.
namespace cardume::tick {
namespace {

bool counts(const RuleDesc& rule) { return rule.radius > 0 && rule.weight > 0; }

/// One agent, as far as hunting concerns it.
struct Hunter {
  std::uint32_t row;
  Vec3 position, velocity;
  const MotionDesc& motion;
};

/// The nearest of those it looks for.
struct Sighting {
  Vec3 way;  ///< To it.
  Vec3 velocity;
  float distance;
};

class Hunt {
 public:
  Hunt(const ScoutBuffers& scouts, const AgentTable& agents, AxisColumns& acceleration)
      : scouts_(scouts), agents_(agents), acceleration_(acceleration) {}

  void steer(const Hunter& hunter, const RelationDesc& relation) {
    if (scouts_.of_species[relation.species] == 0) return;
    const float farthest = std::max({reach(relation.pursue), reach(relation.evade), reach(relation.follow)});
    const std::optional<Sighting> nearest = look(hunter, relation.species, farthest);
    if (!nearest) return;
    const auto sees = [&](const RuleDesc& rule) { return counts(rule) && nearest->distance <= rule.radius; };
    if (sees(relation.pursue)) toward(hunter, where_to(hunter, *nearest, relation), relation.pursue);
    if (sees(relation.evade)) toward(hunter, where_to(hunter, *nearest, relation) * -1, relation.evade);
    if (sees(relation.follow)) follow(hunter, *nearest, relation);
  }

 private:
  static float reach(const RuleDesc& rule) { return counts(rule) ? rule.radius : 0; }

  std::optional<Sighting> look(const Hunter& hunter, std::uint8_t species, float radius) const {
    if (!(radius > 0)) return {};
    const Quarry& quarry = scouts_.quarries[scouts_.of_species[species] - 1u];
    const auto hit = nearest_of(quarry, hunter.position, radius, hunter.row);
    if (!hit) return {};
    return Sighting{way_to(quarry, hunter.position, vector_at(agents_.position, hit->row)),
                    vector_at(agents_.velocity, hit->row), std::sqrt(hit->distance2)};
  }

  /// The way to where it will be by the time that the hunter could be where it is now.
  static Vec3 where_to(const Hunter& hunter, const Sighting& other, const RelationDesc& relation) {
    const float fastest = hunter.motion.max_speed;
    const float time = fastest > 0 ? std::min(relation.prediction, other.distance / fastest) : relation.prediction;
    return other.way + other.velocity * time;
  }

  void toward(const Hunter& hunter, Vec3 wanted, const RuleDesc& rule) {
    const float length2 = dot(wanted, wanted);
    if (length2 > kNoLength2)
      want(hunter, wanted * (wanted_speed(hunter.motion, hunter.velocity) / std::sqrt(length2)), rule);
  }

  void want(const Hunter& hunter, Vec3 velocity, const RuleDesc& rule) {
    add_rule(acceleration_, hunter.row, (velocity - hunter.velocity) * hunter.motion.response, hunter.motion,
             rule.weight);
  }

  /// To the place behind a leader on its way, coming to rest in its frame; out of its way whoever stands in it. One who
  /// rests is kept away from.
  void follow(const Hunter& hunter, const Sighting& leader, const RelationDesc& relation) {
    const float speed2 = dot(leader.velocity, leader.velocity);
    if (!(speed2 > kNoLength2)) {
      const float away = leader.distance > 0 ? relation.distance / leader.distance : 0;
      return arrive(hunter, leader.way * (1 - away), {}, relation);
    }
    const Vec3 heading = leader.velocity * (1 / std::sqrt(speed2));
    const float ahead = -dot(leader.way, heading);
    if (ahead > 0 && leader.distance < relation.distance)
      step_aside(hunter, leader, heading, ahead, relation.follow);
    else
      arrive(hunter, leader.way - heading * relation.distance, leader.velocity, relation);
  }

  void step_aside(const Hunter& hunter, const Sighting& leader, Vec3 heading, float ahead, const RuleDesc& rule) {
    const Vec3 beside = leader.way * -1 - heading * ahead;
    const bool straight_ahead = dot(beside, beside) <= kStraight2 * leader.distance * leader.distance;
    toward(hunter, straight_ahead ? right_of(heading) : beside, rule);
  }

  void arrive(const Hunter& hunter, Vec3 way, Vec3 drift, const RelationDesc& relation) {
    const MotionDesc& motion = hunter.motion;
    const float fastest = wanted_speed(motion, hunter.velocity), far = length(way);
    const float slow = std::max(relation.distance, least_slow(motion));
    if (motion.speed != SpeedModel::kFree) return toward(hunter, way, relation.follow);
    const float speed = slow > far ? fastest * (far / slow) : fastest;
    const Vec3 wanted = far > 0 ? drift + way * (speed / far) : drift;
    want(hunter, at_most(wanted, fastest), relation.follow);
  }

  /// From how far away at least one has to slow down in order to stop without overshoot: by how hard it can brake, and
  /// by how readily it takes up another speed.
  static float least_slow(const MotionDesc& motion) {
    const float taken_up = motion.response > 0 ? 4 * motion.max_speed / motion.response : 0;
    return std::max(stopping_distance(motion), taken_up);
  }

  /// Sideways by less than this share of the distance, squared, is straight ahead: rounding.
  static constexpr float kStraight2 = 1e-10f;

  const ScoutBuffers& scouts_;
  const AgentTable& agents_;
  AxisColumns& acceleration_;
};

/// By profile: does it hunt?
using Hunts = std::array<bool, limits::kMaxProfiles>;

Hunts who_hunts(const Profiles& profiles) {
  Hunts hunts{};
  for (std::size_t i = 0; i < profiles.behaviour.size(); ++i) {
    const std::vector<RelationDesc>& relations = profiles.behaviour[i]->relations;
    hunts[i] = std::any_of(relations.begin(), relations.end(), [](const RelationDesc& one) {
      return counts(one.pursue) || counts(one.evade) || counts(one.follow);
    });
  }
  return hunts;
}

}  // namespace

void hunt(const Setup& setup, const ScoutBuffers& scouts, const AgentTable& agents, Kinematics& kinematics) {
  if (scouts.quarries.empty()) return;
  const Hunts hunts = who_hunts(setup.profiles);
  if (std::none_of(hunts.begin(), hunts.end(), [](bool one) { return one; })) return;
  const std::uint8_t* profile = agents.profile().data();
  for_agents(*setup.scheduler, agents.count, kGrain, [&](simd::Rows rows, std::uint32_t) {
    Hunt hunt(scouts, agents, kinematics.acceleration);
    for (std::uint32_t agent = rows.first; agent < rows.last; ++agent) {
      if (!hunts[profile[agent]]) continue;
      const BehaviourDesc& behaviour = setup.behaviour(agents, agent);
      const Hunter hunter{agent, vector_at(agents.position, agent), vector_at(agents.velocity, agent),
                          behaviour.motion};
      for (const RelationDesc& relation : behaviour.relations) hunt.steer(hunter, relation);
    }
  });
}

}  // namespace cardume::tick
