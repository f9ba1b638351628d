#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

constexpr NumberRange kFill{0, 0.85, false};

void parse_body(TomlReader& reader, const Scenario& scenario, BodyDesc& body) {
  reader.read("radius", body.radius, kNotNegative);
  reader.read("mass", body.mass, kMass);
  reader.read_bits("layers", body.layers);
  reader.read_bits("collides", body.collides);
  std::uint32_t priority = body.priority;
  reader.read("priority", priority, 0, 255);
  body.priority = static_cast<std::uint8_t>(priority);
  reader.read("push_resistance", body.push_resistance, kShare);
  for (const std::uint32_t species : reader.read_names("tells_contacts", limits::kMaxSpecies, scenario.species))
    body.tells_contacts |= std::uint64_t{1} << species;
}

void parse_arrival(TomlReader& reader, ArrivalDesc& arrival) {
  reader.read("fill", arrival.fill, kFill);
  reader.read("stuck_seconds", arrival.stuck_seconds, kDuration);
  reader.read("patience", arrival.patience, kShare);
}

}  // namespace

void parse_species(TomlReader& reader, const Scenario& scenario, SpeciesDesc& species) {
  parse_behaviour(reader, scenario, species);
  if (const auto movement = reader.read_name("movement", scenario.world.movements)) {
    species.movement = static_cast<std::uint8_t>(*movement);
  }
  reader.table("body", [&](TomlReader& r) { parse_body(r, scenario, species.body); });
  reader.table("arrival", [&](TomlReader& r) { parse_arrival(r, species.arrival); });
  parse_mind(reader, scenario, species);
}

}  // namespace cardume
