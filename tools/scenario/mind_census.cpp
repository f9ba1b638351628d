#include "tools/scenario/mind_census.hpp"

namespace cardume {
namespace {

std::vector<MindCensus::State> states_of(const MindDesc& mind) {
  std::vector<MindCensus::State> states;
  for (const StateDesc& state : mind.states)
    states.push_back({state.name.empty() ? std::to_string(states.size()) : state.name, 0});
  return states;
}

}  // namespace

std::vector<MindCensus> count_minds(const Session& session) {
  const Scenario& scenario = session.scenario();
  std::vector<MindCensus> all;
  for (const SpeciesPlan& species : scenario.species) all.push_back({species.name, states_of(species.desc.mind)});
  const World& world = session.world();
  for (std::uint32_t row = 0; row < world.count(); ++row) {
    MindCensus& census = all[world.species()[row]];
    if (!census.states.empty()) ++census.states[world.mind_state(row)].agents;
  }
  std::erase_if(all, [](const MindCensus& census) { return census.states.empty(); });
  return all;
}

}  // namespace cardume
