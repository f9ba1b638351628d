#pragma once
#include "tools/scenario/toml_reader.hpp"

namespace cardume {

// The parts of a scenario file, one function a section; each reads what it names and nothing else.

void parse_world(TomlReader& reader, Scenario& scenario);
void parse_terrain(TomlReader& reader, TerrainPlan& terrain);
void parse_fields(TomlReader& reader, FieldsDesc& fields);
void parse_contacts(TomlReader& reader, ContactsDesc& contacts);
void parse_species(TomlReader& reader, Scenario& scenario);
void parse_goal(TomlReader& reader, Scenario& scenario);
void parse_spawn(TomlReader& reader, const Scenario& scenario, SpawnPlan& spawn);
void parse_formation(TomlReader& reader, std::optional<FormationDesc>& formation);
void parse_event(TomlReader& reader, Scenario& scenario);

}  // namespace cardume
