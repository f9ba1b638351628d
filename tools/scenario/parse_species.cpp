#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

constexpr NumberRange kDuration{0.001, 1000, false};
constexpr NumberRange kFill{0, 0.85, false};

template <class Rule>
void parse_rule(TomlReader& reader, std::string_view key, Rule& rule) {
  reader.table(key, [&](TomlReader& r) {
    r.read("radius", rule.radius, kNotNegative);
    r.read("weight", rule.weight, kNotNegative);
  });
}

void parse_motion(TomlReader& reader, MotionDesc& motion) {
  reader.read("max_speed", motion.max_speed, kNotNegative);
  reader.read("min_speed", motion.min_speed, kNotNegative);
  reader.read("max_acceleration", motion.max_acceleration, kNotNegative);
  reader.read("response", motion.response, kNotNegative);
  reader.read_choice<SteeringLimit>("limit", motion.limit,
                                    {{"total", SteeringLimit::kTotal}, {"each_rule", SteeringLimit::kEachRule}});
  if (!(motion.min_speed <= motion.max_speed)) {
    reader.refuse(reader.has("min_speed") ? "min_speed" : "max_speed", "expected min_speed <= max_speed");
  }
}

void parse_body(TomlReader& reader, BodyDesc& body) {
  reader.read("radius", body.radius, kNotNegative);
  reader.read("mass", body.mass, kMass);
  reader.read_bits("layers", body.layers);
  reader.read_bits("collides", body.collides);
  std::uint32_t priority = body.priority;
  reader.read("priority", priority, 0, 255);
  body.priority = static_cast<std::uint8_t>(priority);
  reader.read("push_resistance", body.push_resistance, kShare);
}

void parse_avoidance(TomlReader& reader, AvoidanceDesc& avoidance) {
  reader.read("radius", avoidance.radius, kNotNegative);
  reader.read("weight", avoidance.weight, kNotNegative);
  reader.read("horizon", avoidance.horizon, kDuration);
  reader.read("right_bias", avoidance.right_bias, kShare);
  reader.read_bits("layers", avoidance.layers);
}

void parse_arrival(TomlReader& reader, ArrivalDesc& arrival) {
  reader.read("fill", arrival.fill, kFill);
  reader.read("stuck_seconds", arrival.stuck_seconds, kDuration);
  reader.read("patience", arrival.patience, kShare);
}

}  // namespace

void parse_species(TomlReader& reader, Scenario& scenario) {
  SpeciesPlan species;
  reader.read_new_name("name", species.name, scenario.species);
  SpeciesDesc& desc = species.desc;
  parse_rule(reader, "separation", desc.separation);
  parse_rule(reader, "alignment", desc.alignment);
  parse_rule(reader, "cohesion", desc.cohesion);
  reader.table("motion", [&](TomlReader& r) { parse_motion(r, desc.motion); });
  reader.table("border", [&](TomlReader& r) {
    r.read("margin", desc.border.margin, kNotNegative);
    r.read("weight", desc.border.weight, kNotNegative);
  });
  reader.table("flow", [&](TomlReader& r) { r.read("weight", desc.flow.weight, kNotNegative); });
  reader.table("body", [&](TomlReader& r) { parse_body(r, desc.body); });
  reader.table("avoidance", [&](TomlReader& r) { parse_avoidance(r, desc.avoidance); });
  reader.table("arrival", [&](TomlReader& r) { parse_arrival(r, desc.arrival); });
  scenario.species.push_back(species);
}

}  // namespace cardume
