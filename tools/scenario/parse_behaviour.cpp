#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

void parse_separation(TomlReader& reader, SeparationDesc& separation) {
  reader.read("radius", separation.radius, kNotNegative);
  reader.read("weight", separation.weight, kNotNegative);
  reader.read_choice<Falloff>("falloff", separation.falloff,
                              {{"unit", Falloff::kUnit}, {"inverse", Falloff::kInverse}, {"linear", Falloff::kLinear}});
}

void parse_alignment(TomlReader& reader, AlignmentDesc& alignment) {
  reader.read("radius", alignment.radius, kNotNegative);
  reader.read("weight", alignment.weight, kNotNegative);
  reader.read("inertia", alignment.inertia, kNotNegative);
}

void parse_border(TomlReader& reader, BorderDesc& border) {
  reader.read("margin", border.margin, kNotNegative);
  reader.read("weight", border.weight, kNotNegative);
  reader.table("zone", [&](TomlReader& r) { parse_zone(r, border.zone); });
}

void parse_avoidance(TomlReader& reader, AvoidanceDesc& avoidance) {
  reader.read("radius", avoidance.radius, kNotNegative);
  reader.read("weight", avoidance.weight, kNotNegative);
  reader.read("horizon", avoidance.horizon, kDuration);
  reader.read("right_bias", avoidance.right_bias, kShare);
  reader.read_bits("layers", avoidance.layers);
}

void parse_perception(TomlReader& reader, PerceptionDesc& perception) {
  reader.read("nearest", perception.nearest, 0, limits::kMaxNearest);
  reader.read("field_of_view", perception.field_of_view, kAngle);
  reader.read("period", perception.period, 1, limits::kMaxPeriod);
  reader.read("detail_distance", perception.detail_distance, kNotNegative);
}

}  // namespace

void parse_motion(TomlReader& reader, MotionDesc& motion) {
  reader.read("max_speed", motion.max_speed, kNotNegative);
  reader.read("min_speed", motion.min_speed, kNotNegative);
  reader.read("max_acceleration", motion.max_acceleration, kNotNegative);
  reader.read("response", motion.response, kNotNegative);
  reader.read_choice<SteeringLimit>("limit", motion.limit,
                                    {{"total", SteeringLimit::kTotal}, {"each_rule", SteeringLimit::kEachRule}});
  reader.read("turn_rate", motion.turn_rate, kNotNegative);
  reader.read_choice<SpeedModel>(
      "speed", motion.speed, {{"free", SpeedModel::kFree}, {"own", SpeedModel::kOwn}, {"shared", SpeedModel::kShared}});
  reader.read("noise", motion.noise, kAngle);
  if (!(motion.min_speed <= motion.max_speed)) {
    reader.refuse(reader.has("min_speed") ? "min_speed" : "max_speed", "expected min_speed <= max_speed");
  }
}

void parse_steering(TomlReader& reader, SteeringDesc& steering) {
  reader.table("seek", [&](TomlReader& r) {
    r.read("weight", steering.seek.weight, kNotNegative);
    r.read("slow", steering.seek.slow, kNotNegative);
  });
  parse_rule(reader, "flee", steering.flee);
  parse_rule(reader, "orbit", steering.orbit);
  reader.table("wander", [&](TomlReader& r) {
    r.read("weight", steering.wander.weight, kNotNegative);
    r.read("period", steering.wander.period, kDuration);
    r.read("spread", steering.wander.spread, kNotNegative);
  });
  parse_rule(reader, "hold", steering.hold);
  reader.table("look_ahead", [&](TomlReader& r) {
    r.read("weight", steering.look_ahead.weight, kNotNegative);
    r.read("time", steering.look_ahead.time, kDuration);
  });
}

void parse_behaviour(TomlReader& reader, const Scenario& scenario, BehaviourDesc& behaviour) {
  reader.table("separation", [&](TomlReader& r) { parse_separation(r, behaviour.separation); });
  reader.table("alignment", [&](TomlReader& r) { parse_alignment(r, behaviour.alignment); });
  parse_rule(reader, "cohesion", behaviour.cohesion);
  reader.table("motion", [&](TomlReader& r) { parse_motion(r, behaviour.motion); });
  reader.table("border", [&](TomlReader& r) { parse_border(r, behaviour.border); });
  reader.table("flow", [&](TomlReader& r) { r.read("weight", behaviour.flow.weight, kNotNegative); });
  reader.table("avoidance", [&](TomlReader& r) { parse_avoidance(r, behaviour.avoidance); });
  reader.table("steering", [&](TomlReader& r) { parse_steering(r, behaviour.steering); });
  reader.table("perception", [&](TomlReader& r) { parse_perception(r, behaviour.perception); });
  parse_relations(reader, scenario, behaviour);
}

}  // namespace cardume
