#pragma once
#include <cardume/world.hpp>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/support/crowds.hpp"
#include "tests/support/dice.hpp"

namespace cardume::testing {

inline float between(Dice& dice, float least, float most) { return least + dice.below(most - least); }

/// Points that want nothing and stay where they are.
SpeciesDesc still_species();
/// A world of one still species with so many states that differ in nothing, and those transitions.
WorldDesc thinker_desc(std::size_t states, std::vector<TransitionDesc> transitions, std::uint32_t period = 8);

/// The state of an agent's mind.
std::uint8_t state_of(Crowd&, AgentId);
/// Agents whose minds are in that state.
std::uint32_t count_in_state(const World&, std::uint8_t state);
/// The state of each agent's mind, by AgentId::slot().
std::vector<std::uint8_t> states_by_slot(const World&);

/// Points that wander through regions, flock, flee and rest by turns, with every kind of condition in use.
WorldDesc busy_minds_desc(std::uint32_t dimensions);
/// Spawns a few thousand of them.
void fill_busy_minds(World&);

}  // namespace cardume::testing
