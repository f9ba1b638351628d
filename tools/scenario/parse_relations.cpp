#include <algorithm>
#include <cardume/limits.hpp>

#include "tools/scenario/parse.hpp"

namespace cardume {
namespace {

/// What of a rule is not said is as in the behaviour itself, but each of the others counts once.
void parse_pair(TomlReader& reader, std::string_view key, float radius, std::optional<RuleDesc>& rule) {
  if (reader.has(key) && !rule) rule = RuleDesc{radius, 1};
  if (rule) parse_rule(reader, key, *rule);
}

void parse_relation(TomlReader& reader, const BehaviourDesc& behaviour, RelationDesc& relation) {
  parse_pair(reader, "separation", behaviour.separation.radius, relation.separation);
  parse_pair(reader, "alignment", behaviour.alignment.radius, relation.alignment);
  parse_pair(reader, "cohesion", behaviour.cohesion.radius, relation.cohesion);
  parse_rule(reader, "pursue", relation.pursue);
  parse_rule(reader, "evade", relation.evade);
  parse_rule(reader, "follow", relation.follow);
  reader.read("prediction", relation.prediction, {0, limits::kMaxDuration});
  reader.read("distance", relation.distance, kNotNegative);
}

/// The relation with that species, for the first time or once more.
RelationDesc& relation_with(std::uint8_t species, std::vector<RelationDesc>& relations) {
  const auto known = std::ranges::find(relations, species, &RelationDesc::species);
  if (known != relations.end()) return *known;
  relations.emplace_back().species = species;
  return relations.back();
}

}  // namespace

void parse_relations(TomlReader& reader, const Scenario& scenario, BehaviourDesc& behaviour) {
  std::vector<std::uint8_t> named;
  reader.tables("relation", limits::kMaxSpecies, [&](TomlReader& r) {
    r.require("species");
    const auto species = static_cast<std::uint8_t>(r.read_name("species", scenario.species).value_or(0));
    if (std::ranges::count(named, species) > 0) r.refuse("species", "has a relation already; expected another one");
    named.push_back(species);
    parse_relation(r, behaviour, relation_with(species, behaviour.relations));
  });
}

}  // namespace cardume
