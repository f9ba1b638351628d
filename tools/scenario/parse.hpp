#pragma once
#include "tools/scenario/toml_reader.hpp"

namespace cardume {

// The parts of a scenario file, one function a section; each reads what it names and nothing else.

void parse_world(TomlReader& reader, Scenario& scenario);
void parse_terrain(TomlReader& reader, TerrainPlan& terrain);
void parse_fields(TomlReader& reader, FieldsDesc& fields);
void parse_contacts(TomlReader& reader, ContactsDesc& contacts);
void parse_scenery(TomlReader& reader, SceneryPlan& scenery);
void parse_obstacle(TomlReader& reader, SceneryPlan& scenery);
void parse_region(TomlReader& reader, const Scenario& scenario, RegionDesc& region);
/// The shapes but kWorld.
void parse_zone(TomlReader& reader, Zone& zone);
void parse_movement(TomlReader& reader, MovementDesc& movement);
void parse_one_way(TomlReader& reader, Passages& passages);
void parse_link(TomlReader& reader, Passages& passages);
/// A cost of ground: a number, or "wall".
void parse_cost(TomlReader& reader, std::string_view key, std::uint8_t& cost);
void parse_species(TomlReader& reader, const Scenario& scenario, SpeciesDesc& species);
void parse_behaviour(TomlReader& reader, const Scenario& scenario, BehaviourDesc& behaviour);
void parse_motion(TomlReader& reader, MotionDesc& motion);
void parse_steering(TomlReader& reader, SteeringDesc& steering);
void parse_relations(TomlReader& reader, const Scenario& scenario, BehaviourDesc& behaviour);
/// What the states of a mind do not say themselves is as in the species.
void parse_mind(TomlReader& reader, const Scenario& scenario, SpeciesDesc& species);
/// { radius, weight }.
template <class Rule>
void parse_rule(TomlReader& reader, std::string_view key, Rule& rule) {
  reader.table(key, [&](TomlReader& r) {
    r.read("radius", rule.radius, kNotNegative);
    r.read("weight", rule.weight, kNotNegative);
  });
}
void parse_goal(TomlReader& reader, GoalPlan& goal);
void parse_focus(TomlReader& reader, Scenario& scenario);
void parse_area(TomlReader& reader, AreaPlan& area);
void parse_spawn(TomlReader& reader, const Scenario& scenario, SpawnPlan& spawn);
void parse_formation(TomlReader& reader, std::optional<FormationDesc>& formation);
void parse_event(TomlReader& reader, Scenario& scenario);

}  // namespace cardume
